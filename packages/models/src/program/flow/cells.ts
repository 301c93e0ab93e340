import type { FlowStorage, Place, Step, Value } from "./flow.ts";

/** Cell that holds the next index of a header stack. */
export const nextIndexCell = (stack: string): string => `${stack}.$next`;

/** Cell that is live while it matters whether the valid header in `header` came with the packet. */
export const originCell = (header: string): string => `${header}.$origin`;

/** Cells that hold the bits that a parser has seen ahead in its packet, as one number, and how many these are. */
export const aheadCells = (packet: string): readonly [value: string, bits: string] => [
  `ahead(${packet})`,
  `aheadBits(${packet})`,
];

/** Cell of element `index` of the stack in cell `stack`. */
export const elementCell = (stack: string, index: number): string => `${stack}[${index}]`;

export const memberPlace = (place: Place, name: string): Place => ({
  root: place.root,
  steps: [...place.steps, { kind: "member", name }],
});

export const stepPlace = (place: Place, step: Step): Place => ({
  root: place.root,
  steps: [...place.steps, step],
});

/** The stack whose next element `header` is or, in a stack of unions, is a member of; null for other headers. */
export function nextStack({ root, steps }: Place): Place | null {
  const next = steps.findIndex(({ kind }) => kind === "next");
  return next < 0 ? null : { root, steps: steps.slice(0, next) };
}

/** Every cell that `place` can mean, whatever its open indices are. */
export function possibleCells(place: Place, storage: FlowStorage): string[] {
  let cells = [place.root];
  for (const step of place.steps) {
    const next: string[] = [];
    for (const cell of cells) {
      if (step.kind === "member") next.push(`${cell}.${step.name}`);
      else if (step.kind === "index" && step.index.kind === "constant")
        next.push(`${cell}[${String(step.index.value)}]`);
      else {
        const size = storage.stacks.get(cell)?.size ?? 0;
        for (let index = 0; index < size; index++) next.push(elementCell(cell, index));
      }
    }
    cells = next;
  }
  return cells;
}

/** Cells that are read to find out which cell `place` means. */
export function addressCells(place: Place, storage: FlowStorage): string[] {
  const read: string[] = [];
  place.steps.forEach((step, position) => {
    if (step.kind === "member") return;
    if (step.kind === "index") {
      read.push(...valueCells(step.index, storage));
      return;
    }
    const stack = { root: place.root, steps: place.steps.slice(0, position) };
    read.push(...possibleCells(stack, storage).map(nextIndexCell));
  });
  return read;
}

/** The headers whose validity is the validity of `cell`: itself, or the members of a header union. */
export function validityCells(cell: string, storage: FlowStorage): string[] {
  if (storage.headers.has(cell)) return [cell];
  return [...storage.headers.keys()].filter((header) => header.startsWith(`${cell}.`));
}

/** Cells of the result of a `lookahead`: of a number, or the fields of a header. */
export const definedByLookahead = (target: Place, storage: FlowStorage): string[] =>
  possibleCells(target, storage).flatMap(
    (cell) => storage.headers.get(cell)?.fields.map(({ name }) => `${cell}.${name}`) ?? [cell],
  );

/** Every cell whose content decides `value`. */
export function valueCells(value: Value, storage: FlowStorage): string[] {
  switch (value.kind) {
    case "constant":
    case "unknown":
      return [];
    case "read":
      return [...possibleCells(value.place, storage), ...addressCells(value.place, storage)];
    case "valid":
      return [
        ...possibleCells(value.header, storage).flatMap((cell) => validityCells(cell, storage)),
        ...addressCells(value.header, storage),
      ];
    case "lastIndex":
      return possibleCells(value.stack, storage).map(nextIndexCell);
    case "operation":
      return value.operands.flatMap((operand) => valueCells(operand, storage));
  }
}
