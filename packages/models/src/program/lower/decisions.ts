import type { Span } from "../../core/index.ts";
import type { Constant, NumberShape, Operation, Outcome, Place, Value } from "../flow/flow.ts";
import { type DropPort, type Fate, fatePlace } from "./fates.ts";
import type { FlowNodes, Way } from "./flowNodes.ts";
import { constant, operation, readPlace, unknownValue } from "./values.ts";

export const ARCHITECTURE_GROUP = "architecture";

export type Ends = Record<Outcome, string>;

export type Deciding = {
  dropPort: DropPort | null;
  /** what the program asks for anywhere: other fates are not drawn */
  fates: ReadonlySet<Fate>;
  /** the whole program */
  span: Span;
};

/** The nodes of an architecture around the programmable blocks: what happens to a packet between and after them. */
export class Decisions {
  private readonly nodes: FlowNodes;
  private readonly deciding: Deciding;

  constructor(nodes: FlowNodes, deciding: Deciding) {
    this.nodes = nodes;
    this.deciding = deciding;
  }

  ends(): Ends {
    const end = (outcome: Outcome): string =>
      this.nodes.add(ARCHITECTURE_GROUP, { kind: "end", label: outcome, span: null, outcome, ways: [] });
    return {
      forward: end("forward"),
      drop: end("drop"),
      recirculate: end("recirculate"),
      clone: end("clone"),
    };
  }

  /** A packet that the parser rejects and that goes on all the same. */
  parserError(field: string, noError: Constant, next: string): string {
    const place = this.intrinsic(field);
    if (!place) return next;
    const operations = [this.change(place, unknownValue())];
    const isError = operation("!=", [readPlace(place), constant(noError)]);
    return this.add("parser error", operations, [{ to: next, label: "", guard: isError }]);
  }

  /** A parser after the first one starts from the bytes again. */
  parseAgain(headers: readonly string[], next: string): string {
    const operations = headers.map(
      (cell): Operation => ({ kind: "reset", header: { root: cell, steps: [] } }),
    );
    return this.add("parse again", operations, [{ to: next, label: "", guard: null }]);
  }

  /** After ingress: resubmission goes before multicast, multicast before drop. */
  trafficManager(next: string, ends: Ends, shapeOf: (field: string) => NumberShape): string {
    const operations = this.nodes.semantics.changedBeforeEgress.flatMap((field): Operation[] => {
      const target = this.intrinsic(field);
      return target ? [this.change(target, unknownValue(shapeOf(field)))] : [];
    });
    const queue = this.add("queue", operations, [{ to: next, label: "", guard: null }]);
    const ways = [
      ...this.fateWay("recirculate", "resubmit", ends),
      ...this.dropWays(ends),
      { to: queue, label: "", guard: null },
    ];
    return this.add("traffic manager", [], ways);
  }

  /** After the last control. */
  last(ends: Ends): string {
    const ways = [
      ...this.dropWays(ends),
      ...this.fateWay("recirculate", "recirculate", ends),
      ...this.fateWay("clone", "clone", ends),
      { to: ends.forward, label: "", guard: null },
    ];
    return this.add("deparser", [], ways);
  }

  private fateWay(fate: "recirculate" | "clone", label: string, ends: Ends): Way[] {
    return this.deciding.fates.has(fate) ? [{ to: ends[fate], label, guard: decided(fate) }] : [];
  }

  /** A packet that is cloned and then dropped goes on as its clone. */
  private dropWays(ends: Ends): Way[] {
    const dropped = this.dropped();
    const drop: Way = { to: ends.drop, label: "drop", guard: dropped };
    if (!this.deciding.fates.has("clone")) return [drop];
    const cloned = operation("&&", [dropped, decided("clone")]);
    return [{ to: ends.clone, label: "clone, drop", guard: cloned }, drop];
  }

  /** The packet's egress port is known to be the drop port and no multicast group is set. */
  private dropped(): Value {
    const { dropPort } = this.deciding;
    const port = dropPort && this.intrinsic(dropPort.field);
    if (!dropPort || !port) return decided("drop");
    const isDropPort = operation("known", [readPlace(port), constant(dropPort.value)]);
    const { multicastField } = this.nodes.semantics;
    const group = multicastField === null ? null : this.intrinsic(multicastField);
    if (!group) return isDropPort;
    return operation("&&", [isDropPort, operation("known", [readPlace(group), constant(0n)])]);
  }

  private intrinsic(field: string): Place | null {
    const root = this.nodes.intrinsic;
    return root === null ? null : { root, steps: [{ kind: "member", name: field }] };
  }

  private change(target: Place, value: Value): Operation {
    return { kind: "assign", target, header: null, value, span: this.deciding.span };
  }

  private add(label: string, operations: readonly Operation[], ways: readonly Way[]): string {
    const parts = { kind: "architecture" as const, label, span: null, operations, ways };
    return this.nodes.add(ARCHITECTURE_GROUP, parts);
  }
}

const decided = (fate: Fate): Value => operation("known", [readPlace(fatePlace(fate)), constant(true)]);
