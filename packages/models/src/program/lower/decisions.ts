import type { Span } from "../../core/index.ts";
import type { Constant, Operation, Outcome, Place, Value } from "../flow/flow.ts";
import type { FlowFor } from "./builder.ts";
import { type DropPort, dropField, errorPlace, type Fate, fatePlace } from "./fates.ts";
import type { FlowNodes, Way } from "./flowNodes.ts";
import { type DecidingValue, withoutCopies } from "./outcomes.ts";
import type { MetadataField } from "./semantics.ts";
import { constant, operation, readPlace, unknownValue } from "./values.ts";

export const ARCHITECTURE_GROUP = "architecture";

export type Ends = Record<Outcome, string>;

export type Deciding = {
  dropPort: DropPort | null;
  /** what the program asks for anywhere by a call: other fates are not drawn */
  fates: ReadonlySet<Fate>;
  /** what it can ask for by metadata */
  values: readonly DecidingValue[];
  flowFor: FlowFor;
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

  /** A packet that the parser rejects and that goes on all the same, with the error in `field`. */
  parserError(field: MetadataField, noError: Constant, next: string): string {
    const target = this.nodes.metadata.place(field);
    if (!target) return next;
    const { place, shape } = target;
    const operations = [this.change(place, readPlace(errorPlace, shape))];
    const isError = operation("!=", [readPlace(place, shape), constant(noError)]);
    return this.add("parser error", operations, [{ to: next, label: "", guard: isError }]);
  }

  /** A packet that a parser rejects and that goes no further; behind ingress its clone may live on. */
  rejected(isEgress: boolean, ends: Ends): string {
    const cloned = isEgress ? this.decides("clone", "end") : null;
    if (!cloned) return ends.drop;
    return this.add(
      "rejected",
      [],
      [
        { to: ends.clone, label: "clone", guard: cloned },
        { to: ends.drop, label: "drop", guard: null },
      ],
    );
  }

  /** Between ingress and egress, which begins with `next`; `last` is where packets go that leave it out. */
  trafficManager(next: string, last: string, ends: Ends): string {
    const { metadata, semantics } = this.nodes;
    const operations = semantics.changedBeforeEgress.flatMap((field): Operation[] => {
      const target = metadata.place(field);
      const known = this.deciding.flowFor === "packets" ? this.whenQueued(field) : null;
      return target ? [this.change(target.place, known ?? unknownValue(target.shape))] : [];
    });
    const resubmit = this.fateWay("recirculate", "resubmit", "queue", ends);
    const drop = this.dropWays("queue", ends);
    const ways = [
      ...(semantics.dropsBeforeResubmission ? [...drop, ...resubmit] : [...resubmit, ...drop]),
      ...this.dropWays("queue", ends, true),
      ...(this.deciding.flowFor === "packets" ? this.replication(ends) : []),
      ...this.bypass(last),
      {
        to: this.add("queue", operations, [{ to: next, label: "", guard: this.isNoClone() }]),
        label: "",
        guard: null,
      },
    ];
    return this.add("traffic manager", [], ways);
  }

  /** After the last control. */
  last(ends: Ends): string {
    const drop = this.dropWays("end", ends);
    const again = this.fateWay("recirculate", "recirculate", "end", ends);
    const ways = [
      ...(this.nodes.semantics.dropsUnlessSent ? [...again, ...drop] : [...drop, ...again]),
      ...this.fateWay("clone", "clone", "end", ends),
      { to: ends.forward, label: "", guard: null },
    ];
    return this.add("deparser", [], ways);
  }

  /** Clones meet egress only: what comes from ingress is none. Null where egress does not ask. */
  private isNoClone(): Value | null {
    const { clones } = this.nodes.semantics;
    const type = clones && this.nodes.metadata.place(clones.type);
    if (!type || !this.nodes.isRead(type.place)) return null;
    const differs = (value: Constant): Value =>
      operation("!=", [readPlace(type.place, type.shape), constant(value)]);
    return operation("&&", [differs(clones.fromIngress), differs(clones.fromEgress)]);
  }

  /** What the queue gives a packet that is neither copied nor comes round; null: only it knows. */
  private whenQueued({ struct, field }: MetadataField): Value | null {
    const given = this.nodes.semantics.whenQueued[field];
    if (typeof given !== "string") return given === undefined ? null : constant(given);
    const from = this.nodes.metadata.place({ struct, field: given });
    return from && readPlace(from.place, from.shape);
  }

  private replication(ends: Ends): Way[] {
    const { metadata, semantics } = this.nodes;
    const none = semantics.replicated.flatMap(({ fields }) =>
      fields.flatMap((f) => metadata.is(f, 0n) ?? []),
    );
    return none.map((guard) => ({ to: ends.clone, label: "copies", guard: operation("!", [guard]) }));
  }

  private bypass(last: string): Way[] {
    const { bypassesEgress } = this.nodes.semantics;
    const field = bypassesEgress && this.nodes.metadata.place(bypassesEgress);
    if (!field) return [];
    const guard = operation("==", [readPlace(field.place, field.shape), constant(bypassesEgress.value)]);
    return [{ to: last, label: "no egress", guard }];
  }

  private fateWay(fate: "recirculate" | "clone", label: string, at: DecidingValue["at"], ends: Ends): Way[] {
    const guard = this.decides(fate, at);
    return guard ? [{ to: ends[fate], label, guard }] : [];
  }

  /** A packet that is cloned and then dropped goes on as its clone. */
  private dropWays(at: DecidingValue["at"], ends: Ends, isOfSending = false): Way[] {
    const byPort = isOfSending ? [] : this.dropPort();
    const dropped = anyOf([...byPort, ...this.guards("drop", at, isOfSending)]);
    if (!dropped) return [];
    const drop: Way = { to: ends.drop, label: "drop", guard: dropped };
    const cloned = this.decides("clone", at);
    if (!cloned) return [drop];
    return [{ to: ends.clone, label: "clone, drop", guard: operation("&&", [dropped, cloned]) }, drop];
  }

  private decides(fate: Fate, at: DecidingValue["at"]): Value | null {
    return anyOf(this.guards(fate, at));
  }

  /** A clone is made whenever it is asked for; the rest is looked at where the architecture does. */
  private guards(fate: Fate, at: DecidingValue["at"], isOfSending = false): Value[] {
    const { fates, values } = this.deciding;
    const byCall = !isOfSending && fates.has(fate) && (fate !== "drop" || !this.deciding.dropPort);
    const called = byCall ? [operation("known", [readPlace(fatePlace(fate)), constant(true)])] : [];
    const set = values.filter(
      (each) =>
        each.fate === fate &&
        each.isOfSending === isOfSending &&
        (each.at === at || (fate === "clone" && at === "end")),
    );
    return [...called, ...set.map((each) => each.guard)];
  }

  /** The packet's egress port is known to be the drop port and no multicast group is set. */
  private dropPort(): Value[] {
    const { dropPort } = this.deciding;
    const { metadata, semantics } = this.nodes;
    const isDropPort = dropPort && metadata.isKnown(dropField(dropPort), dropPort.value);
    return isDropPort ? [withoutCopies(isDropPort, dropPort.value, semantics, metadata)] : [];
  }

  private change(target: Place, value: Value): Operation {
    return { kind: "assign", target, header: null, value, span: this.deciding.span };
  }

  private add(label: string, operations: readonly Operation[], ways: readonly Way[]): string {
    const parts = { kind: "architecture" as const, label, span: null, operations, ways };
    return this.nodes.add(ARCHITECTURE_GROUP, parts);
  }
}

const anyOf = (guards: readonly Value[]): Value | null =>
  guards.length === 0 ? null : guards.reduce((a, b) => operation("||", [a, b]));
