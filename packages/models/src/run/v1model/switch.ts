import type { Span } from "../../core/index.ts";
import type { CheckedProgram } from "../../p4/index.ts";
import { runBlock } from "../compile/blocks.ts";
import { locate, placeEval } from "../compile/places.ts";
import type { Exec } from "../compile/scope.ts";
import { Machine, ParserError } from "../machine.ts";
import { type NamedShape, namedHeaders } from "../packets/headerShapes.ts";
import { Pass, type PassOutcome } from "../pass.ts";
import { watchFields } from "../snapshot.ts";
import type { RunOptions, Sent, Target } from "../target.ts";
import type { Lacking, TraceBranch, TraceEvent } from "../trace.ts";
import { held, type Node, type Value } from "../values/node.ts";
import { RunError } from "../values/operators.ts";
import { compileBlocks, type Role } from "./blocks.ts";
import { dropCause } from "./dropCause.ts";
import { Fate, type Kept } from "./fate.ts";
import { DROP_PORT } from "./functions.ts";
import { type Arrival, type Departure, INSTANCE, type Keeping, type Leaving } from "./journey.ts";
import { type Copy, Replication } from "./replication.ts";
import { StandardMetadata } from "./standardMetadata.ts";

/** Our choice: a packet goes round at most so often. */
const MAX_ROUNDS = 1000;

/** A v1model switch with a program, as BMv2's simple_switch behaves; the state stays from packet to packet. */
export class V1Switch implements Target {
  readonly machine: Machine;
  readonly replication = new Replication();
  /** lists of values that digests carried, oldest first */
  readonly digests: { name: string; value: Value }[] = [];
  private readonly fate = new Fate();
  private readonly headers: Node;
  private readonly metadata: Node;
  private readonly standard: StandardMetadata;
  private readonly blocks: Record<Role, Exec>;
  private sent: Sent[] = [];
  private arrivals: Arrival[] = [];

  constructor(checked: CheckedProgram, options: RunOptions = {}) {
    this.machine = new Machine(options);
    const { blocks, headers, metadata, standard, named } = compileBlocks(checked, this.machine, this.fate);
    if (options.fields && this.machine.trace) this.machine.trace.look = watchFields(named);
    this.blocks = blocks;
    this.headers = headers;
    this.metadata = metadata;
    this.standard = new StandardMetadata(standard);
  }

  /** Passes one packet, and all that it gives rise to; what leaves, in the order of leaving. */
  receive(port: number, bytes: Uint8Array): Sent[] {
    this.sent = [];
    this.arrivals = [{ bytes, port, type: INSTANCE.normal, kept: [], branch: 0 }];
    for (let round = 0; ; round++) {
      const arrival = this.arrivals.shift();
      if (!arrival) break;
      if (round >= MAX_ROUNDS) {
        this.note("dropped", `the packet goes round more than ${MAX_ROUNDS} times`, null);
        break;
      }
      this.guarded(() => this.ingress(arrival));
    }
    return this.sent;
  }

  /** The headers of the program as a packet can hold them. */
  headerShapes(): NamedShape[] {
    return namedHeaders(this.headers.shape);
  }

  /** What happened since the last time it was asked; nothing without a trace. */
  takeTrace(): { events: TraceEvent[]; passes: Pass[]; branches: TraceBranch[] } {
    return this.machine.trace?.take() ?? { events: [], passes: [], branches: [] };
  }

  /** What no machine defines ends the run of this packet. */
  private guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      this.note("dropped", error.message, this.machine.trace?.last(({ at }) => at !== null)?.at ?? null);
    }
  }

  /** Runs a block that costs nothing on a device. */
  private uncounted(block: Exec): void {
    const pass = this.machine.trace?.pass;
    if (pass) pass.isCounting = false;
    runBlock(block);
    if (pass) pass.isCounting = true;
  }

  private end(outcome: PassOutcome): void {
    this.machine.trace?.end(outcome);
  }

  private note(fate: string, text: string, at: Span | null, lacking?: Lacking): void {
    this.machine.trace?.add({ kind: "fate", at, fate, text, ...(lacking ? { lacking } : {}) });
  }

  private ingress(arrival: Arrival): void {
    const { bytes, port, type, kept } = arrival;
    const { machine, standard, fate } = this;
    this.metadata.clear();
    standard.node.clear();
    machine.receivedBytes = bytes.length;
    machine.addedBits = 0;
    standard.set("ingress_port", type === INSTANCE.normal ? port : 0);
    standard.set("packet_length", bytes.length);
    standard.set("instance_type", type);
    if (type === INSTANCE.normal) standard.set("ingress_global_timestamp", machine.nowUs);
    for (const { put } of kept) put();
    fate.clear();
    this.begin(true, arrival.branch);
    this.parse(bytes);
    this.uncounted(this.blocks.verifyChecksum);
    standard.set("checksum_error", fate.checksumError ? 1 : 0);
    runBlock(this.blocks.ingress);
    this.route(arrival);
  }

  private parse(bytes: Uint8Array): void {
    this.machine.receive(bytes);
    this.headers.clear();
    try {
      this.blocks.parser();
    } catch (error) {
      if (!(error instanceof ParserError)) throw error;
      this.standard.node.f[this.standard.at("parser_error")] = error.error;
      this.machine.trace?.add({ kind: "parserError", at: null, error: error.error });
    }
  }

  /** Between ingress and egress, in the order of BMv2 (`simple_switch.cpp`, ingress_thread). */
  private route(arrival: Arrival): void {
    const { fate, standard } = this;
    const departures: Departure[] = [];
    if (fate.cloneToEgress) departures.push(...this.cloneOfArrival(arrival, fate.cloneToEgress));
    if (fate.digest) this.digests.push({ name: fate.digest.name, value: fate.digest.value });
    const group = standard.get("mcast_grp");
    const spec = standard.get("egress_spec");
    if (fate.resubmit) {
      this.note("resubmit", "the packet as it came goes through ingress again", null);
      this.end("recirculate");
      const branch = this.fork("resubmitted", true);
      this.arrivals.push({ ...arrival, branch, type: INSTANCE.resubmitted, kept: this.keep(fate.resubmit) });
    } else if (group !== 0) {
      for (const { port, rid } of this.replication.copies(group))
        departures.push({
          ...this.departure({ port, rid, type: INSTANCE.replicated }),
          branch: this.fork(`copy of group ${group} for port ${port}`, false),
        });
      if (departures.length === 0)
        this.drop(`multicast group ${group} has no ports`, fate.cloneToEgress !== null, group);
    } else if (BigInt(spec) === DROP_PORT) {
      this.drop("egress_spec is the drop port at the end of ingress", fate.cloneToEgress !== null);
    } else if (departures.length === 0) {
      this.egressNow({
        port: spec,
        rid: 0,
        type: INSTANCE.normal,
        truncateTo: fate.truncateTo,
        isCloned: fate.cloneToEgress !== null,
      });
    } else {
      departures.push(this.departure({ port: spec, rid: 0, type: INSTANCE.normal }));
    }
    for (const departure of departures) this.egress(departure);
  }

  /** The place of a drop is that of the statement that caused it. `group`: the multicast group that has no ports. */
  private drop(why: string, isCloned: boolean, group: number | null = null): void {
    const { trace } = this.machine;
    if (trace) this.note("dropped", why, dropCause(trace, group), group === null ? undefined : { group });
    this.end(isCloned ? "clone" : "drop");
  }

  /** A pass begins, of a copy of the packet or of the packet itself. */
  private begin(isWhole: boolean, branch: number): void {
    const { trace } = this.machine;
    if (!trace) return;
    trace.pass = new Pass(isWhole);
    trace.branch = branch;
  }

  private fork(cause: string, isNewPass: boolean): number {
    return this.machine.trace?.fork(cause, isNewPass) ?? 0;
  }

  private departure(to: { port: number; rid: number; type: number }): Departure {
    return {
      ...to,
      headers: this.headers.clone(),
      metadata: this.metadata.clone(),
      standard: this.standard.node.clone(),
      packet: this.machine.packet,
      at: this.machine.at,
      truncateTo: this.fate.truncateTo,
      addedBits: this.machine.addedBits,
      pass: this.machine.trace?.pass.copy() ?? null,
      branch: this.machine.trace?.branch ?? 0,
      isCloned: this.fate.cloneToEgress !== null,
    };
  }

  /** The values that a packet keeps, as they are now. */
  private keep(kept: Kept): Keeping[] {
    return kept.map((place) => {
      const value = held(placeEval(place)());
      const set = locate(place)();
      return { put: () => set(value) };
    });
  }

  /** The packet as it came, parsed again; its metadata is zero but for what is kept. */
  private cloneOfArrival(arrival: Arrival, wish: { session: number; kept: Kept }): Departure[] {
    const targets = this.sessionTargets(wish.session);
    if (targets.length === 0) return [];
    const now = this.departure({ port: 0, rid: 0, type: INSTANCE.ingressClone });
    const kept = this.keep(wish.kept);
    this.metadata.clear();
    this.standard.node.clear();
    this.standard.set("ingress_port", arrival.port);
    this.begin(false, this.fork(`clone of session ${wish.session}, the packet as it came`, true));
    this.parse(arrival.bytes);
    this.metadata.clear();
    this.standard.node.clear();
    this.standard.set("packet_length", arrival.bytes.length);
    for (const { put } of kept) put();
    const clones = this.clonesFor(targets, INSTANCE.ingressClone);
    this.putBack(now);
    return clones;
  }

  /** Several clones are branches of their own. */
  private clonesFor(targets: readonly Copy[], type: number): Departure[] {
    return targets.map((to) => {
      const departure = { ...this.departure({ ...to, type }), addedBits: 0 };
      return targets.length === 1
        ? departure
        : { ...departure, branch: this.fork(`for port ${to.port}`, false) };
    });
  }

  /** Where the clone was asked for. */
  private cloneCall(): Span | null {
    const isClone = (event: TraceEvent): boolean => event.kind === "extern" && event.name.startsWith("clone");
    return this.machine.trace?.last(isClone)?.at ?? null;
  }

  private sessionTargets(session: number): { port: number; rid: number }[] {
    const found = this.replication.session(session);
    if (!found) {
      this.note("not cloned", `clone session ${session} has no port`, this.cloneCall(), { session });
      return [];
    }
    const copies = found.group === null ? [] : this.replication.copies(found.group);
    return found.port === null ? copies : [...copies, { port: found.port, rid: 0 }];
  }

  private putBack({ headers, metadata, standard, packet, at, addedBits, pass, branch }: Departure): void {
    this.headers.restore(headers);
    this.metadata.restore(metadata);
    this.standard.node.restore(standard);
    this.machine.receive(packet);
    this.machine.at = at;
    this.machine.addedBits = addedBits;
    const { trace } = this.machine;
    if (!trace || !pass) return;
    trace.pass = pass;
    trace.branch = branch;
  }

  private egress(departure: Departure): void {
    this.putBack(departure);
    this.egressNow(departure);
  }

  /** Egress of the packet whose headers and metadata are at hand. */
  private egressNow(departure: Leaving): void {
    const { standard, fate, machine } = this;
    fate.clear();
    fate.truncateTo = departure.truncateTo;
    standard.set("egress_port", departure.port);
    standard.set("egress_rid", departure.rid);
    standard.set("egress_spec", 0);
    standard.set("instance_type", departure.type);
    standard.crossed(machine.nowUs, machine.crossing);
    standard.set("packet_length", standard.get("packet_length") + (machine.addedBits >> 3));
    runBlock(this.blocks.egress);
    const clones = fate.cloneAtEgress ? this.clonesAtEgress(fate.cloneAtEgress) : [];
    if (BigInt(standard.get("egress_spec")) === DROP_PORT) {
      this.drop("egress_spec is the drop port at the end of egress", departure.isCloned || clones.length > 0);
    } else {
      this.leave(departure.port, departure.isCloned || fate.cloneAtEgress !== null);
    }
    for (const clone of clones) this.egress(clone);
  }

  private clonesAtEgress(wish: { session: number; kept: Kept }): Departure[] {
    const targets = this.sessionTargets(wish.session);
    if (targets.length === 0) return [];
    const now = this.departure({ port: 0, rid: 0, type: INSTANCE.egressClone });
    const kept = this.keep(wish.kept);
    const length = this.standard.get("packet_length");
    this.metadata.clear();
    this.standard.node.clear();
    this.standard.set("packet_length", length);
    for (const { put } of kept) put();
    this.begin(false, this.fork(`clone of session ${wish.session}, the packet as it leaves`, true));
    const clones = this.clonesFor(targets, INSTANCE.egressClone);
    this.putBack(now);
    return clones;
  }

  /** Checksums, deparser, and then the wire or round again. */
  private leave(port: number, isCloned: boolean): void {
    const { machine, fate } = this;
    this.uncounted(this.blocks.computeChecksum);
    this.uncounted(this.blocks.deparser);
    machine.output.writeBytes(machine.packet.subarray(machine.at >> 3));
    const whole = machine.output.take();
    const bytes = fate.truncateTo === null ? whole : whole.subarray(0, fate.truncateTo);
    if (fate.recirculate) {
      this.note("recirculate", "the packet as it left goes to the parser again", null);
      this.end("recirculate");
      const branch = this.fork("recirculated", true);
      const kept = this.keep(fate.recirculate);
      this.arrivals.push({ bytes, port: 0, type: INSTANCE.recirculated, kept, branch });
      return;
    }
    this.note("sent", `port ${port}`, null);
    this.end(isCloned ? "clone" : "forward");
    this.sent.push({ port, bytes });
  }
}
