import { clearing } from "../code/clearing.ts";
import { generatedAfter } from "../code/generated.ts";
import type { Machine } from "../machine.ts";
import { held, type Node, type Value } from "../values/node.ts";
import { Contents } from "./contents.ts";
import type { Fate, Kept } from "./fate.ts";
import type { Departure, Flight, Keeping } from "./journey.ts";
import type { StandardMetadata } from "./standardMetadata.ts";

/** The packet that the blocks work on: set aside while others are worked on, put back when it is its turn. */
export class AtHand {
  flight: Flight = { port: 0, rounds: 0, recording: null, tag: 0 };
  readonly headers: Node;
  readonly metadata: Node;
  readonly standard: StandardMetadata;
  readonly clearMetadata: () => void;
  readonly clearHeaders: () => void;
  private readonly machine: Machine;
  private readonly fate: Fate;
  private readonly contents: Contents;
  /** lists of packets that were put back, for those that are set aside next */
  private readonly spare: Value[][] = [];

  constructor(machine: Machine, fate: Fate, headers: Node, metadata: Node, standard: StandardMetadata) {
    this.machine = machine;
    this.fate = fate;
    this.headers = headers;
    this.metadata = metadata;
    this.standard = standard;
    this.clearMetadata = generatedAfter(machine.generateAfter, clearing([metadata, standard.node]));
    this.clearHeaders = generatedAfter(machine.generateAfter, clearing([headers]));
    this.contents = new Contents([headers, metadata, standard.node]);
  }

  /** The packet as it is now, on its way to a port. */
  setAside(to: { port: number; rid: number; type: number }): Departure {
    const { machine, fate } = this;
    return {
      ...to,
      contents: this.contents.copy(this.spare.pop() ?? []),
      priority: this.standard.at.priority.get(),
      packet: machine.packet,
      at: machine.at,
      receivedBytes: machine.receivedBytes,
      truncateTo: null,
      recirculate: null,
      addedBits: machine.addedBits,
      pass: machine.trace?.pass.copy() ?? null,
      branch: machine.trace?.branch ?? 0,
      isCloned: fate.cloneToEgress !== null,
      flight: this.flight,
      blocksUs: 0,
    };
  }

  /** Once for each departure: what it held is free then. */
  putBack(departure: Departure): void {
    const { machine } = this;
    this.contents.restore(departure.contents);
    this.spare.push(departure.contents);
    machine.receive(departure.packet);
    machine.at = departure.at;
    machine.receivedBytes = departure.receivedBytes;
    machine.addedBits = departure.addedBits;
    this.turnTraceTo(departure);
  }

  /** What is noted from now on is noted of a packet that stays aside. */
  turnTraceTo(departure: Departure): void {
    this.turnTo(departure.flight);
    const { trace } = this.machine;
    if (!trace || !departure.pass) return;
    trace.pass = departure.pass;
    trace.branch = departure.branch;
  }

  /** What happens from now on happens to this packet. */
  turnTo(flight: Flight): void {
    this.flight = flight;
    const { trace } = this.machine;
    if (trace && flight.recording) trace.recording = flight.recording;
  }

  /** The values that a packet keeps when it goes round or is copied, as they are now. */
  keep(kept: Kept): Keeping[] {
    return kept.map(({ read, find }) => {
      const value = held(read());
      const set = find();
      return { put: () => set(value) };
    });
  }
}
