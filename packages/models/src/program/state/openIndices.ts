import type { FlowStorage, Operation, Place, Step, Value } from "../flow/flow.ts";
import { assumeAsWhole } from "./assume.ts";
import { evaluate, resolvePlace } from "./evaluate.ts";
import { copyState, type State } from "./state.ts";
import { boolShape } from "./term.ts";

/** Our choice: ways to choose the indices of one operation; with more they stay open. */
const MOST = 64;

/** What `item` is in a state in which its indices are known, and the tests that came out so before that. */
export type WithIndices<T> = { state: State; item: T; tests: readonly Test[] };
export type Test = { condition: Value; holds: boolean };

/**
 * An index that the state does not know can be each of its stack, or none of them: the states in which it is one, with
 * the operation that names it. What has no open index comes back as it is.
 */
export const operationsOf = (
  state: State,
  operation: Operation,
  storage: FlowStorage,
): WithIndices<Operation>[] => known(state, operation, operationPlaces, storage);

/** The same for a value. */
export const valuesWithin = (state: State, value: Value, storage: FlowStorage): WithIndices<Value>[] =>
  known(state, value, valuePlaces, storage);

type Ways<T> = WithIndices<T>[];
type Choose<T> = (state: State, item: T, storage: FlowStorage) => Ways<T>;

function known<T extends Value | Operation>(
  state: State,
  item: T,
  choose: Choose<T>,
  storage: FlowStorage,
): Ways<T> {
  const open = [{ state, item, tests: [] }];
  // only stacks have indices
  if (storage.stacks.size === 0 || !hasOpenIndex(item)) return open;
  const ways = choose(copyState(state), item, storage);
  return ways.length > MOST ? open : ways;
}

const asked = new WeakMap<object, boolean>();

/** Whether an index somewhere in it is not written as a constant. */
export function hasOpenIndex(item: Value | Operation): boolean {
  const before = asked.get(item);
  if (before !== undefined) return before;
  const found = partsOf(item).some((part) =>
    "kind" in part
      ? hasOpenIndex(part)
      : part.steps.some((step) => step.kind === "index" && step.index.kind !== "constant"),
  );
  asked.set(item, found);
  return found;
}

/** Whether an index of operations that are carried out together may stay open: there may be too many ways to choose. */
export function mayStayOpen(operations: readonly Operation[], storage: FlowStorage): boolean {
  const largest = Math.max(0, ...[...storage.stacks.values()].map(({ size }) => size));
  const steps = operations.reduce((sum, each) => sum + openSteps(each), 0);
  return (largest + 1) ** steps > MOST;
}

function openSteps(item: Value | Operation): number {
  let steps = 0;
  for (const part of partsOf(item)) {
    if ("kind" in part) steps += openSteps(part);
    else
      for (const step of part.steps)
        if (step.kind === "index" && step.index.kind !== "constant") steps += 1 + openSteps(step.index);
  }
  return steps;
}

function partsOf(item: Value | Operation): (Value | Place)[] {
  switch (item.kind) {
    case "read":
      return [item.place];
    case "valid":
      return [item.header];
    case "lastIndex":
      return [item.stack];
    case "operation":
      return [...item.operands];
    case "extract":
      return [item.header, ...(item.varyingBits ? [item.varyingBits] : [])];
    case "assign":
      return [item.target, item.value];
    case "lookahead":
      return [item.target];
    case "setValid":
    case "setInvalid":
      return [item.header];
    case "copy":
      return [item.target, item.source];
    case "push":
    case "pop":
      return [item.stack];
    default:
      return [];
  }
}

function operationPlaces(state: State, item: Operation, storage: FlowStorage): Ways<Operation> {
  switch (item.kind) {
    case "extract":
    case "setValid":
    case "setInvalid":
      return placesWithin(state, item.header, storage).map((way) => ({
        ...way,
        item: { ...item, header: way.item },
      }));
    case "push":
    case "pop":
      return placesWithin(state, item.stack, storage).map((way) => ({
        ...way,
        item: { ...item, stack: way.item },
      }));
    case "copy":
      return both(
        state,
        [item.target, placesWithin],
        [item.source, placesWithin],
        storage,
        (target, source) => ({ ...item, target, source }),
      );
    case "assign":
      return both(
        state,
        [item.target, placesWithin],
        [item.value, valuePlaces],
        storage,
        (target, value) => ({ ...item, target, value, header: item.header && headOf(target, item.header) }),
      );
    default:
      return [{ state, item, tests: [] }];
  }
}

/** The header of a field with the indices of that field. */
const headOf = (field: Place, header: Place): Place =>
  field.root === header.root
    ? { root: field.root, steps: field.steps.slice(0, header.steps.length) }
    : header;

function both<A, B, T>(
  state: State,
  [one, chooseOne]: [A, Choose<A>],
  [other, chooseOther]: [B, Choose<B>],
  storage: FlowStorage,
  make: (one: A, other: B) => T,
): Ways<T> {
  return chooseOne(state, one, storage).flatMap((first) =>
    chooseOther(first.state, other, storage).map((second) => ({
      state: second.state,
      item: make(first.item, second.item),
      tests: [...first.tests, ...second.tests],
    })),
  );
}

function valuePlaces(state: State, item: Value, storage: FlowStorage): Ways<Value> {
  switch (item.kind) {
    case "read":
      return placesWithin(state, item.place, storage).map((way) => ({
        ...way,
        item: { ...item, place: way.item },
      }));
    case "valid":
      return placesWithin(state, item.header, storage).map((way) => ({
        ...way,
        item: { ...item, header: way.item },
      }));
    case "operation": {
      let ways: Ways<Value[]> = [{ state, item: [], tests: [] }];
      for (const operand of item.operands)
        ways = ways.flatMap((way) => extended(way, valuePlaces(way.state, operand, storage)));
      return ways.map((way) => ({ ...way, item: { ...item, operands: way.item } }));
    }
    default:
      return [{ state, item, tests: [] }];
  }
}

const extended = <T>({ item, tests }: WithIndices<T[]>, next: Ways<T>): Ways<T[]> =>
  next.map((way) => ({ state: way.state, item: [...item, way.item], tests: [...tests, ...way.tests] }));

function placesWithin(state: State, { root, steps }: Place, storage: FlowStorage): Ways<Place> {
  let ways: Ways<Step[]> = [{ state, item: [], tests: [] }];
  for (const step of steps)
    ways = ways.flatMap((way) =>
      extended(
        way,
        step.kind === "index" ? stepsOf(way, root, step.index, storage) : [{ ...way, item: step, tests: [] }],
      ),
    );
  return ways.map((way) => ({ ...way, item: { root, steps: way.item } }));
}

/**
 * The numbers that an index can be, the size of its stack for all that are not in it: one way for each, so that they
 * are not more than `mayStayOpen` counts.
 */
function stepsOf(
  before: WithIndices<Step[]>,
  root: string,
  written: Value,
  storage: FlowStorage,
): Ways<Step> {
  const { cell } = resolvePlace(before.state, { root, steps: before.item }, storage);
  const size = cell === null ? undefined : storage.stacks.get(cell)?.size;
  return valuePlaces(before.state, written, storage).flatMap(({ state, item: index, tests }) => {
    const term = evaluate(state, index, storage);
    if (size === undefined || term.kind === "constant")
      return [{ state, item: { kind: "index", index: term.kind === "constant" ? term : index }, tests }];
    const made: Ways<Step> = [];
    const outside = [...tests];
    let others = [state];
    for (let at = 0; at < size && made.length <= MOST; at++) {
      const position: Value = { kind: "constant", value: BigInt(at) };
      const condition: Value = {
        kind: "operation",
        operator: "==",
        operands: [index, position],
        shape: boolShape,
      };
      for (const next of others.flatMap((other) => assumeAsWhole(other, condition, true, storage)))
        made.push({
          state: next,
          item: { kind: "index", index: position },
          tests: [...tests, { condition, holds: true }],
        });
      others = others.flatMap((other) => assumeAsWhole(other, condition, false, storage));
      outside.push({ condition, holds: false });
    }
    const beyond: Value = { kind: "constant", value: BigInt(size) };
    for (const other of others)
      made.push({ state: other, item: { kind: "index", index: beyond }, tests: outside });
    return made;
  });
}
