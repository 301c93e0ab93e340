import {
  addressCells,
  aheadCells,
  definedByLookahead,
  nextIndexCell,
  nextStack,
  originCell,
  possibleCells,
  valueCells,
} from "../flow/cells.ts";
import type { Flow, FlowNode, FlowStorage, Operation } from "../flow/flow.ts";

/** Cell that counts the visits of a loop's first node on a path. */
export const visitsCell = (node: string): string => `$visits.${node}`;

/** For each node the cells that matter from there on. */
export type LiveCells = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether anything depends on an operation, when `live` is what matters behind it. */
export type NeededOperation = (operation: Operation, live: ReadonlySet<string>) => boolean;

/**
 * For every node, the cells whose content (or header validity) something from that node on can still depend on: a test,
 * a count, or a value that a live cell takes over. Backward fixed point; what is not in the set may be forgotten.
 * Operations that are not needed ask for nothing.
 */
export function liveCells(
  flow: Flow,
  loopHeads: ReadonlySet<string>,
  isNeeded: NeededOperation = () => true,
): LiveCells {
  const live = new Map<string, Set<string>>();
  const predecessors = new Map<string, string[]>();
  for (const node of flow.nodes.values()) {
    live.set(node.id, new Set());
    for (const edge of node.edges) predecessors.set(edge.to, [...(predecessors.get(edge.to) ?? []), node.id]);
  }
  const pending = new Set([...flow.nodes.keys()].reverse());
  for (const id of pending) {
    pending.delete(id);
    const node = flow.nodes.get(id);
    const before = live.get(id);
    if (!node || !before) continue;
    const now = liveInto(node, live, flow.storage, isNeeded);
    if (loopHeads.has(id)) now.add(visitsCell(id));
    if (now.size === before.size) continue;
    live.set(id, now);
    for (const predecessor of predecessors.get(id) ?? []) pending.add(predecessor);
  }
  return live;
}

function liveInto(
  node: FlowNode,
  live: ReadonlyMap<string, ReadonlySet<string>>,
  storage: FlowStorage,
  isNeeded: NeededOperation,
): Set<string> {
  const cells = new Set<string>();
  for (const edge of node.edges) {
    for (const cell of live.get(edge.to) ?? []) cells.add(cell);
    if (edge.guard) for (const cell of valueCells(edge.guard, storage)) cells.add(cell);
  }
  for (let index = node.operations.length - 1; index >= 0; index--) {
    const operation = node.operations[index];
    if (operation && isNeeded(operation, cells)) beforeOperation(operation, cells, storage);
  }
  return cells;
}

/**
 * Changes `live` from what is live after `operation` to what is live before it. Of a header two things can matter:
 * whether it is valid (its own cell), and whether it came with the packet (`originCell`), which writes ask.
 */
export function beforeOperation(operation: Operation, live: Set<string>, storage: FlowStorage): void {
  const use = (cells: readonly string[]): void => {
    for (const cell of cells) live.add(cell);
  };
  const useOrigins = (cells: readonly string[]): void => use(cells.map(originCell));
  const dropFields = (cell: string): void => {
    for (const field of storage.headers.get(cell)?.fields ?? []) live.delete(`${cell}.${field.name}`);
  };
  const dropHeader = (cell: string): void => {
    live.delete(cell);
    live.delete(originCell(cell));
    dropFields(cell);
  };
  const siblingsOf = (cell: string): readonly string[] => storage.headers.get(cell)?.siblings ?? [];
  switch (operation.kind) {
    case "extract": {
      const cells = possibleCells(operation.header, storage);
      const only = cells.length === 1 ? cells[0] : undefined;
      if (only !== undefined) for (const cell of [only, ...siblingsOf(only)]) dropHeader(cell);
      if (operation.isMachine) useOrigins(cells);
      if (operation.packet !== undefined) use(aheadCells(operation.packet));
      use(addressCells(operation.header, storage));
      return;
    }
    case "lookahead": {
      const cells = definedByLookahead(operation.target, storage);
      if (!cells.some((cell) => live.has(cell)) && !live.has(aheadCells(operation.packet)[0])) return;
      for (const cell of cells) live.delete(cell);
      use(aheadCells(operation.packet));
      return;
    }
    case "advance":
      return;
    case "assign": {
      const cells = possibleCells(operation.target, storage);
      if (cells.some((cell) => live.has(cell))) {
        if (cells.length === 1) for (const cell of cells) live.delete(cell);
        use(valueCells(operation.value, storage));
        use(addressCells(operation.target, storage));
        if (operation.header) use(possibleCells(operation.header, storage));
      }
      if (operation.header && !operation.isUnmarked) {
        useOrigins(possibleCells(operation.header, storage));
        use(addressCells(operation.header, storage));
      }
      return;
    }
    case "setValid": {
      // keeps fields and origin of a header that is valid already
      use(possibleCells(operation.header, storage));
      use(addressCells(operation.header, storage));
      return;
    }
    case "setInvalid": {
      const cells = possibleCells(operation.header, storage);
      const only = cells.length === 1 ? cells[0] : undefined;
      if (only !== undefined) dropHeader(only);
      // what was written into a header that came with the packet is forgotten with it
      useOrigins(cells);
      if (!operation.isPassing) use(cells);
      use(addressCells(operation.header, storage));
      return;
    }
    case "copy": {
      const targets = possibleCells(operation.target, storage);
      const sources = possibleCells(operation.source, storage);
      for (const field of storage.headers.get(targets[0] ?? "")?.fields ?? []) {
        const written = targets.map((cell) => `${cell}.${field.name}`);
        if (!written.some((cell) => live.has(cell))) continue;
        if (written.length === 1) for (const cell of written) live.delete(cell);
        use(sources.map((cell) => `${cell}.${field.name}`));
      }
      if (targets.length === 1) for (const cell of targets) live.delete(cell);
      useOrigins(operation.passing === "header" ? [...targets, ...sources] : targets);
      use(sources);
      use(addressCells(operation.target, storage));
      use(addressCells(operation.source, storage));
      return;
    }
    case "push":
    case "pop":
      for (const stack of possibleCells(operation.stack, storage)) {
        const elements = [...storage.headers.keys()].filter((cell) => cell.startsWith(`${stack}[`));
        use([...elements, nextIndexCell(stack)]);
        useOrigins(elements);
        for (const field of storage.headers.get(elements[0] ?? "")?.fields ?? []) {
          const cells = elements.map((cell) => `${cell}.${field.name}`);
          if (cells.some((cell) => live.has(cell))) use(cells);
        }
      }
      use(addressCells(operation.stack, storage));
      return;
    case "begin":
      // whether a header came with the clone is whether it is valid
      for (const cell of storage.headers.keys()) if (live.delete(originCell(cell))) live.add(cell);
      return;
    case "applyTable":
    case "extern":
      return;
  }
}

/**
 * Nodes that close a cycle of the flow when met again: the target of every edge back into the current depth-first path.
 * Cycles that extract the next element of a stack end with it: their rounds need no counting, unless something pops.
 */
export function findLoopHeads(flow: Flow): Set<string> {
  const heads = new Set<string>();
  const state = new Map<string, "open" | "done">();
  const begins = [flow.start];
  const filling = fillingNodes(flow);
  const stack: { id: string; next: number }[] = [];
  for (let begin = begins.pop(); begin !== undefined; begin = begins.pop()) {
    if (state.has(begin)) continue;
    state.set(begin, "open");
    stack.push({ id: begin, next: 0 });
    for (let top = stack.at(-1); top; top = stack.at(-1)) {
      const edge = flow.nodes.get(top.id)?.edges[top.next];
      top.next++;
      if (!edge) {
        state.set(top.id, "done");
        stack.pop();
      } else if (filling.has(top.id)) {
        begins.push(edge.to);
      } else if (state.get(edge.to) === "open") {
        heads.add(edge.to);
      } else if (!state.has(edge.to)) {
        state.set(edge.to, "open");
        stack.push({ id: edge.to, next: 0 });
      }
    }
  }
  return heads;
}

/** Nodes that no path passes more often than a stack has elements. */
function fillingNodes({ nodes, storage }: Flow): Set<string> {
  const all = [...nodes.values()];
  const popped = new Set(
    all.flatMap(({ operations }) =>
      operations.flatMap((each) => (each.kind === "pop" ? possibleCells(each.stack, storage) : [])),
    ),
  );
  const fills = (operation: Operation): boolean => {
    const stack = operation.kind === "extract" ? nextStack(operation.header) : null;
    return stack !== null && possibleCells(stack, storage).every((cell) => !popped.has(cell));
  };
  return new Set(all.filter(({ operations }) => operations.some(fills)).map(({ id }) => id));
}
