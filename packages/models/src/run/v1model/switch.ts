import { type Crossed, PortQueues, Timeline, type TrafficManager } from "../../control/index.ts";
import type { CheckedProgram } from "../../p4/index.ts";
import { runBlock } from "../compile/blocks.ts";
import type { Exec } from "../compile/scope.ts";
import { Machine, ParserError } from "../machine.ts";
import { type NamedShape, namedHeaders } from "../packets/headerShapes.ts";
import { watchFields } from "../snapshot.ts";
import type { Processing, RunOptions, Sent, TimedTarget } from "../target.ts";
import { parserErrorEvent, type Recording } from "../trace.ts";
import type { Value } from "../values/node.ts";
import { RunError } from "../values/operators.ts";
import type { Shape } from "../values/shape.ts";
import { AtHand } from "./atHand.ts";
import { compileBlocks, type Role } from "./blocks.ts";
import { Clones } from "./clones.ts";
import { Fate } from "./fate.ts";
import { DROP_PORT } from "./functions.ts";
import { type Arrival, type Departure, INSTANCE, type Leaving, MAX_ROUNDS } from "./journey.ts";
import { Notes } from "./notes.ts";
import { copyPlace, Replication } from "./replication.ts";
import { StandardMetadata } from "./standardMetadata.ts";

const NOTHING: Recording = { events: [], passes: [], branches: [] };

/**
 * A v1model switch with a program, as BMv2's simple_switch behaves; the state stays from packet to packet. Packets meet
 * in virtual time: ingress runs when a packet comes, egress when it comes out of its queue.
 */
export class V1Switch implements TimedTarget {
  readonly machine: Machine;
  readonly replication = new Replication({ cutsClones: true });
  readonly timeline: Timeline;
  readonly queues: PortQueues | null;
  onSent: ((sent: Sent) => void) | null = null;
  /** lists of values that digests carried, oldest first */
  readonly digests: { name: string; value: Value; shape: Shape }[] = [];
  private readonly manager: TrafficManager;
  private readonly processing: Processing | null;
  private readonly clockOffsetUs: number;
  private readonly clockTicksPerUs: number;
  private readonly fate = new Fate();
  private readonly notes: Notes;
  private readonly atHand: AtHand;
  private readonly clones: Clones;
  private readonly standard: StandardMetadata;
  private readonly blocks: Record<Role, Exec>;
  private sent: Sent[] = [];

  constructor(checked: CheckedProgram, options: RunOptions = {}) {
    this.machine = new Machine(options);
    this.notes = new Notes(this.machine);
    this.timeline = options.timeline ?? new Timeline();
    this.clockOffsetUs = options.clockOffsetUs ?? 0;
    this.clockTicksPerUs = options.clockTicksPerUs ?? 1;
    this.processing = options.processing?.(this.machine) ?? null;
    const queues = new PortQueues(this.timeline, options.priorityQueues);
    this.queues = options.queues ? null : queues;
    this.manager = options.queues ?? queues;
    const { machine, fate } = this;
    const { blocks, headers, metadata, standard, named } = compileBlocks(checked, machine, fate);
    if (options.fields && machine.trace) machine.trace.look = watchFields(named);
    this.blocks = blocks;
    this.standard = new StandardMetadata(standard);
    this.atHand = new AtHand(machine, fate, headers, metadata, this.standard);
    this.clones = new Clones(machine, this.atHand, this.replication, (bytes) => this.parse(bytes));
  }

  receive(port: number, bytes: Uint8Array): Sent[] {
    const { timeline, machine } = this;
    timeline.nowUs = machine.nowUs - this.clockOffsetUs;
    this.sent = [];
    this.take(port, bytes, machine.trace?.recording ?? null, 0);
    timeline.advance(Number.POSITIVE_INFINITY);
    return this.sent;
  }

  offer(port: number, bytes: Uint8Array, tag = 0): Recording | null {
    const recording = this.machine.trace?.begin() ?? null;
    this.take(port, bytes, recording, tag);
    return recording;
  }

  headerShapes(): NamedShape[] {
    return namedHeaders(this.atHand.headers.shape);
  }

  takeTrace(): Recording {
    return this.machine.trace?.take() ?? NOTHING;
  }

  private take(port: number, bytes: Uint8Array, recording: Recording | null, tag: number): void {
    const flight = { port, rounds: 0, recording, tag };
    this.guarded(() => this.ingress({ bytes, type: INSTANCE.normal, kept: [], branch: 0, flight }));
  }

  /** What no machine defines ends the run of this packet. */
  private guarded(run: () => void): void {
    this.machine.nowUs = Math.floor(this.timeline.nowUs + this.clockOffsetUs);
    try {
      run();
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      this.notes.note(
        "dropped",
        error.message,
        this.machine.trace?.last(({ at }) => at !== null)?.at ?? null,
      );
    }
  }

  /** What the program sees of a time. */
  private clock(us: number): number {
    return Math.floor((us + this.clockOffsetUs) * this.clockTicksPerUs);
  }

  /** Now when it takes no time, else when that has passed. */
  private after(us: number, run: () => void): void {
    if (us <= 0) run();
    else this.timeline.plan(this.timeline.nowUs + us, () => this.guarded(run));
  }

  /** A further round, behind what is under way at this time. */
  private again(us: number, arrival: Arrival): void {
    this.timeline.plan(this.timeline.nowUs + us, () => this.guarded(() => this.ingress(arrival)));
  }

  private ingress(arrival: Arrival): void {
    const { bytes, type, kept, flight } = arrival;
    const { machine, standard, fate, atHand } = this;
    atHand.turnTo(flight);
    machine.trace?.beginPass(true, arrival.branch);
    if (++flight.rounds > MAX_ROUNDS) {
      this.notes.note("dropped", `the packet goes round more than ${MAX_ROUNDS} times`, null);
      return;
    }
    atHand.clearMetadata();
    machine.receivedBytes = bytes.length;
    machine.addedBits = 0;
    standard.at.ingress_port.set(type === INSTANCE.normal ? flight.port : 0);
    standard.at.packet_length.set(bytes.length);
    standard.at.instance_type.set(type);
    if (type === INSTANCE.normal) standard.at.ingress_global_timestamp.set(this.clock(this.timeline.nowUs));
    for (const { put } of kept) put();
    fate.clear();
    this.parse(bytes);
    this.notes.uncounted(this.blocks.verifyChecksum);
    standard.at.checksum_error.set(fate.checksumError ? 1 : 0);
    runBlock(this.blocks.ingress);
    this.route(arrival);
  }

  private parse(bytes: Uint8Array): void {
    this.machine.receive(bytes);
    this.atHand.clearHeaders();
    try {
      this.blocks.parser();
    } catch (error) {
      if (!(error instanceof ParserError)) throw error;
      this.standard.setParserError(error.error);
      this.machine.trace?.add(parserErrorEvent(error.error));
    }
  }

  /** Between ingress and egress, in the order of BMv2 (`simple_switch.cpp`, ingress_thread). */
  private route(arrival: Arrival): void {
    const { fate, standard, atHand } = this;
    const blocksUs = this.processing?.ingressUs() ?? 0;
    const departures: Departure[] = [];
    if (fate.cloneToEgress) departures.push(...this.clones.ofArrival(arrival, fate.cloneToEgress));
    if (fate.digest) this.digests.push(fate.digest);
    const group = standard.at.mcast_grp.get();
    const spec = standard.at.egress_spec.get();
    const rid = standard.at.egress_rid.get();
    if (fate.resubmit) {
      this.notes.note("resubmit", "the packet as it came goes through ingress again", null);
      this.notes.end("recirculate");
      const branch = this.notes.fork("resubmitted", true);
      const kept = atHand.keep(fate.resubmit);
      this.again(blocksUs, { ...arrival, branch, type: INSTANCE.resubmitted, kept });
    } else if (group !== 0) {
      for (const to of this.replication.copies(group))
        departures.push({
          ...atHand.setAside({ ...to, type: INSTANCE.replicated }),
          branch: this.notes.fork(`copy of group ${group} for ${copyPlace(to)}`, false),
        });
      if (departures.length === 0)
        this.notes.drop(`multicast group ${group} has no ports`, fate.cloneToEgress !== null, group);
    } else if (spec === DROP_PORT) {
      this.notes.drop("egress_spec is the drop port at the end of ingress", fate.cloneToEgress !== null);
    } else if (departures.length > 0 || blocksUs > 0) {
      departures.push({ ...atHand.setAside({ port: spec, rid, type: INSTANCE.normal }), ...this.wishes() });
    } else {
      this.enqueue(
        {
          port: spec,
          rid,
          type: INSTANCE.normal,
          ...this.wishes(),
          isCloned: fate.cloneToEgress !== null,
          blocksUs,
        },
        null,
      );
    }
    for (const departure of departures) {
      departure.blocksUs = blocksUs;
      this.after(blocksUs, () => this.enqueue(departure, departure));
    }
  }

  /** What ingress asked for and holds until this packet leaves. */
  private wishes(): Pick<Leaving, "truncateTo" | "recirculate"> {
    return { truncateTo: this.fate.truncateTo, recirculate: this.fate.recirculate };
  }

  /** The packet goes into its queue; `aside` is null where it is the one at hand. */
  private enqueue(leaving: Leaving, aside: Departure | null): void {
    const { manager, atHand } = this;
    const { nowUs } = this.timeline;
    const { port, isCloned } = leaving;
    const priority = aside ? aside.priority : this.standard.at.priority.get();
    if (priority >= manager.priorities) {
      if (aside) atHand.turnTraceTo(aside);
      this.notes.lose(`port ${port} has no queue for priority ${priority}`, isCloned);
      return;
    }
    if (manager.isOpen(port)) {
      if (aside) atHand.putBack(aside);
      this.egress(leaving, { enqueuedUs: nowUs, dequeuedUs: nowUs, before: 0, behind: 0 });
      return;
    }
    const departure = aside ?? { ...atHand.setAside(leaving), ...leaving };
    const out = (crossed: Crossed): void =>
      this.guarded(() => {
        atHand.putBack(departure);
        const waitUs = Math.round(crossed.dequeuedUs - crossed.enqueuedUs);
        if (waitUs > 0)
          this.notes.note(
            "queued",
            `port ${port}, priority ${priority}: ${waitUs} us, ${crossed.before} before it`,
            null,
          );
        this.egress(departure, crossed);
      });
    if (manager.offer(port, priority, out)) return;
    atHand.turnTraceTo(departure);
    this.notes.lose(`the queue of port ${port}, priority ${priority} is full`, isCloned);
  }

  /** Egress of the packet at hand. */
  private egress(departure: Leaving, { enqueuedUs, dequeuedUs, before, behind }: Crossed): void {
    const { standard, fate, machine } = this;
    fate.clear();
    fate.truncateTo = departure.truncateTo;
    fate.recirculate = departure.recirculate;
    standard.at.egress_port.set(departure.port);
    standard.at.egress_rid.set(departure.rid);
    standard.at.egress_spec.set(0);
    standard.at.instance_type.set(departure.type);
    standard.crossed(this.clock(enqueuedUs), this.clock(dequeuedUs), before, behind);
    standard.at.packet_length.set(machine.receivedBytes + (machine.addedBits >> 3));
    runBlock(this.blocks.egress);
    const blocksUs = this.processing?.egressUs(departure.blocksUs) ?? 0;
    const clones = fate.cloneAtEgress ? this.clones.atEgress(fate.cloneAtEgress) : [];
    if (standard.at.egress_spec.get() === DROP_PORT) {
      this.notes.drop(
        "egress_spec is the drop port at the end of egress",
        departure.isCloned || clones.length > 0,
      );
    } else {
      this.leave(departure.port, departure.isCloned || fate.cloneAtEgress !== null, blocksUs);
    }
    for (const clone of clones) this.after(blocksUs, () => this.enqueue(clone, clone));
  }

  /** Checksums, deparser, and then the wire or round again, `blocksUs` from now. */
  private leave(port: number, isCloned: boolean, blocksUs: number): void {
    const { machine, fate, atHand } = this;
    this.notes.uncounted(this.blocks.computeChecksum);
    this.notes.uncounted(this.blocks.deparser);
    machine.output.writeBytes(machine.packet, machine.at >> 3);
    const whole = machine.output.take();
    if (fate.recirculate) {
      this.notes.note("recirculate", "the packet as it left goes to the parser again", null);
      this.notes.end("recirculate");
      const branch = this.notes.fork("recirculated", true);
      const kept = atHand.keep(fate.recirculate);
      const { flight } = atHand;
      this.again(blocksUs, { bytes: whole, type: INSTANCE.recirculated, kept, branch, flight });
      return;
    }
    this.notes.note("sent", `port ${port}`, null);
    this.notes.end(isCloned ? "clone" : "forward");
    const bytes = fate.truncateTo === null ? whole : whole.subarray(0, fate.truncateTo);
    const sent = { port, bytes, atUs: this.timeline.nowUs + blocksUs, tag: atHand.flight.tag };
    if (this.onSent) this.onSent(sent);
    else this.sent.push(sent);
  }
}
