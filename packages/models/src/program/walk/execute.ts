import type { Span } from "../../core/index.ts";
import { elementCell, nextStack, possibleCells } from "../flow/cells.ts";
import type { FlowStorage, Operation, Place } from "../flow/flow.ts";
import { advance, lookAhead, takeSeen } from "../state/ahead.ts";
import { evaluate, resolvePlace } from "../state/evaluate.ts";
import { operationsOf } from "../state/openIndices.ts";
import {
  copyState,
  forget,
  freshSymbol,
  nextIndex,
  put,
  readCell,
  type State,
  setNextIndex,
} from "../state/state.ts";
import type { WalkEvent } from "./events.ts";

/** A state behind operations, and what they counted on the way there. */
export type Executed = { state: State; events: WalkEvent[] };

/** Our choice: states that open indices make of one; with more an index stays open. */
const MOST_STATES = 64;

/**
 * Carries out `operations` on `before`: several states where an index can be several numbers, none when the packet
 * cannot get through (an extraction past the end of a header stack).
 */
export function execute(before: State, operations: readonly Operation[], storage: FlowStorage): Executed[] {
  let all: Executed[] = [{ state: copyState(before), events: [] }];
  for (const operation of operations) {
    const next: Executed[] = [];
    for (const { state, events } of all) {
      const ways = operationsOf(state, operation, storage);
      const isMany = ways.length > 1 && ways.length * all.length > MOST_STATES;
      for (const way of isMany ? [{ state, item: operation }] : ways) {
        const own = ways.length > 1 && !isMany ? [...events] : events;
        if (new Execution(way.state, storage, own).step(way.item))
          next.push({ state: way.state, events: own });
      }
    }
    all = next;
  }
  return all;
}

type Invalidation = { header: Place; span: Span; isPassing?: true };

class Execution {
  private readonly state: State;
  private readonly storage: FlowStorage;
  private readonly events: WalkEvent[];

  constructor(state: State, storage: FlowStorage, events: WalkEvent[]) {
    this.state = state;
    this.storage = storage;
    this.events = events;
  }

  step(operation: Operation): boolean {
    switch (operation.kind) {
      case "extract":
        return this.extract(operation);
      case "lookahead":
        lookAhead(this.state, operation, this.cellOf(operation.target), this.storage);
        return true;
      case "advance":
        advance(this.state, operation.packet, operation.bits);
        return true;
      case "assign":
        this.assign(operation);
        return true;
      case "setValid":
        this.setValid(operation.header, operation.span);
        return true;
      case "setInvalid":
        this.setInvalid(operation);
        return true;
      case "copy":
        this.copy(operation);
        return true;
      case "push":
      case "pop":
        this.shift(operation.stack, operation.kind, operation.count, operation.span);
        return true;
      case "applyTable":
        this.events.push({ kind: "count", construct: "table", span: operation.span, table: operation.table });
        return true;
      case "begin":
        for (const cell of this.state.headers.keys()) put(this.state, "headers", cell, "packet");
        return true;
      case "extern":
        this.events.push({ kind: "extern", name: operation.name });
        return true;
    }
  }

  private cellOf(place: Place): string | null {
    return resolvePlace(this.state, place, this.storage).cell;
  }

  private nameOf(cell: string): string {
    return this.storage.headers.get(cell)?.name ?? cell;
  }

  private bytesOf(cell: string): number | null {
    return this.storage.headers.get(cell)?.bytes ?? null;
  }

  /** Length of an element of a stack whose index is open: they are all alike. */
  private elementBytes(header: Place): number | null {
    const [first] = possibleCells(header, this.storage);
    return first === undefined ? null : this.bytesOf(first);
  }

  /** What is in any element of a stack of which one is written; the first of them. */
  private forgetElements(header: Place): string | undefined {
    const elements = possibleCells(header, this.storage);
    for (const element of elements) this.forgetFields(element);
    return elements[0];
  }

  private count(construct: "add" | "remove", span: Span, header: string, bytes: number | null): void {
    this.events.push({ kind: "count", construct, span, header, bytes });
  }

  private extract({ header, span, isMachine, packet }: Extract<Operation, { kind: "extract" }>): boolean {
    const resolved = resolvePlace(this.state, header, this.storage);
    if (resolved.cell === null) {
      if (resolved.reason === "outOfStack") return false;
      this.forgetElements(header);
      if (!isMachine)
        this.events.push({ kind: "count", construct: "parse", span, header: placeText(header) });
      return true;
    }
    const { cell } = resolved;
    this.makeValid(cell, isMachine ? (this.state.headers.get(cell) ?? "added") : "packet");
    if (packet !== undefined) takeSeen(this.state, packet, cell, this.storage);
    const next = nextStack(header);
    const stack = next && this.cellOf(next);
    if (stack) setNextIndex(this.state, stack, nextIndex(this.state, stack) + 1);
    if (!isMachine) this.events.push({ kind: "count", construct: "parse", span, header: this.nameOf(cell) });
    return true;
  }

  private assign({ target, header, value, span, isUnmarked }: Extract<Operation, { kind: "assign" }>): void {
    const term = evaluate(this.state, value, this.storage);
    const cell = this.cellOf(target);
    if (header && !isUnmarked) this.markWritten(header, span);
    if (cell === null) return;
    const owner = header && this.cellOf(header);
    // what is written into a header that is not valid is not there to be read
    if (owner !== null && !this.state.headers.has(owner)) forget(this.state, "values", cell);
    else put(this.state, "values", cell, term);
  }

  /** A write counts for headers that came with the packet; with an open index, for any such element of the stack. */
  private markWritten(header: Place, span: Span): void {
    const resolved = resolvePlace(this.state, header, this.storage);
    if (resolved.cell !== null) {
      const { cell } = resolved;
      if (this.state.headers.get(cell) === "packet") this.events.push({ kind: "write", cell, span });
      return;
    }
    if (resolved.reason === "outOfStack") return;
    const first = this.forgetElements(header);
    if (first !== undefined && this.state.headers.get(first) === "packet")
      this.events.push({ kind: "write", cell: first, span });
  }

  private setValid(header: Place, span: Span): void {
    const resolved = resolvePlace(this.state, header, this.storage);
    if (resolved.cell === null) {
      if (resolved.reason === "unknownIndex")
        this.count("add", span, placeText(header), this.elementBytes(header));
      return;
    }
    const { cell } = resolved;
    if (this.state.headers.has(cell)) return;
    this.makeValid(cell, "added");
    this.count("add", span, this.nameOf(cell), this.bytesOf(cell));
  }

  private setInvalid({ header, span, isPassing }: Invalidation): void {
    const resolved = resolvePlace(this.state, header, this.storage);
    if (resolved.cell === null) {
      if (!isPassing && resolved.reason === "unknownIndex")
        this.count("remove", span, placeText(header), this.elementBytes(header));
      return;
    }
    const { cell } = resolved;
    const wasValid = this.state.headers.has(cell);
    this.makeInvalid(cell);
    if (!wasValid || isPassing) return;
    this.count("remove", span, this.nameOf(cell), this.bytesOf(cell));
  }

  /** Copies fields and validity. Only the copy is counted, even when it makes the target valid or invalid. */
  private copy({ target, source, span, passing }: Extract<Operation, { kind: "copy" }>): void {
    const to = this.cellOf(target);
    const found = resolvePlace(this.state, source, this.storage);
    const from = found.cell;
    if (!passing)
      this.events.push({
        kind: "count",
        construct: "copy",
        span,
        header: to === null ? placeText(target) : this.nameOf(to),
      });
    if (to === null || to === from) return;
    const isInvalid =
      found.cell === null ? found.reason === "outOfStack" : !this.state.headers.has(found.cell);
    if (isInvalid) {
      this.makeInvalid(to);
      return;
    }
    const fields = this.storage.headers.get(to)?.fields ?? [];
    const terms = fields.map((field) =>
      from === null
        ? freshSymbol(this.state, field.shape)
        : readCell(this.state, `${from}.${field.name}`, field.shape),
    );
    const moved = passing === "header" && from !== null ? this.state.headers.get(from) : undefined;
    this.makeValid(to, moved ?? this.state.headers.get(to) ?? "added");
    fields.forEach((field, position) => {
      const term = terms[position];
      if (term) put(this.state, "values", `${to}.${field.name}`, term);
    });
    if (!moved || from === null) return;
    // what stays behind is no header of the packet any more
    put(this.state, "headers", from, "added");
    this.events.push({ kind: "move", from, to });
  }

  private makeValid(cell: string, origin: "packet" | "added"): void {
    this.forgetFields(cell);
    put(this.state, "headers", cell, origin);
    // without asking whether one is valid, so that what the members were need not be remembered
    for (const sibling of this.storage.headers.get(cell)?.siblings ?? []) {
      this.forgetFields(sibling);
      forget(this.state, "headers", sibling);
      this.events.push({ kind: "clear", cell: sibling });
    }
  }

  private makeInvalid(cell: string): void {
    this.forgetFields(cell);
    if (forget(this.state, "headers", cell)) this.events.push({ kind: "clear", cell });
  }

  private forgetFields(cell: string): void {
    for (const field of this.storage.headers.get(cell)?.fields ?? [])
      forget(this.state, "values", `${cell}.${field.name}`);
  }

  /** Elements are things that move: shifting counts only for valid elements that fall off the end. */
  private shift(place: Place, direction: "push" | "pop", count: number, span: Span): void {
    const stack = this.cellOf(place);
    const size = stack === null ? undefined : this.storage.stacks.get(stack)?.size;
    if (stack === null || size === undefined) return;
    const shift = Math.min(count, size);
    const positions = Array.from({ length: size }, (_, index) => index);
    const lost = direction === "pop" ? positions.slice(0, shift) : positions.slice(size - shift);
    for (const index of lost)
      this.setInvalid({ header: { root: elementCell(stack, index), steps: [] }, span });
    const kept = direction === "pop" ? positions.slice(shift) : positions.slice(0, size - shift).reverse();
    for (const index of kept) {
      this.moveHeader(
        elementCell(stack, index),
        elementCell(stack, direction === "pop" ? index - shift : index + shift),
      );
    }
    const next = nextIndex(this.state, stack) + (direction === "pop" ? -shift : shift);
    setNextIndex(this.state, stack, Math.max(0, Math.min(size, next)));
  }

  private moveHeader(from: string, to: string): void {
    const origin = this.state.headers.get(from);
    this.forgetFields(to);
    if (!origin) return;
    for (const field of this.storage.headers.get(from)?.fields ?? []) {
      const held = this.state.values.get(`${from}.${field.name}`);
      if (held) put(this.state, "values", `${to}.${field.name}`, held);
    }
    put(this.state, "headers", to, origin);
    this.events.push({ kind: "move", from, to });
    this.forgetFields(from);
    forget(this.state, "headers", from);
  }
}

const placeText = (place: Place): string =>
  place.steps
    .map((step) =>
      step.kind === "member" ? `.${step.name}` : step.kind === "index" ? "[]" : `.${step.kind}`,
    )
    .join("")
    .slice(1);
