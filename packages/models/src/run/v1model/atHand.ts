import { locate, placeEval } from "../compile/places.ts";
import type { Machine } from "../machine.ts";
import { held, type Node } from "../values/node.ts";
import type { Fate, Kept } from "./fate.ts";
import type { Departure, Flight, Keeping } from "./journey.ts";
import type { StandardMetadata } from "./standardMetadata.ts";

/** The packet that the blocks work on: set aside while others are worked on, put back when it is its turn. */
export class AtHand {
  flight: Flight = { port: 0, rounds: 0, recording: null, tag: 0 };
  readonly headers: Node;
  readonly metadata: Node;
  readonly standard: StandardMetadata;
  private readonly machine: Machine;
  private readonly fate: Fate;

  constructor(machine: Machine, fate: Fate, headers: Node, metadata: Node, standard: StandardMetadata) {
    this.machine = machine;
    this.fate = fate;
    this.headers = headers;
    this.metadata = metadata;
    this.standard = standard;
  }

  /** The packet as it is now, on its way to a port. */
  setAside(to: { port: number; rid: number; type: number }): Departure {
    const { machine, fate } = this;
    return {
      ...to,
      headers: this.headers.clone(),
      metadata: this.metadata.clone(),
      standard: this.standard.node.clone(),
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

  putBack(departure: Departure): void {
    const { machine } = this;
    this.headers.restore(departure.headers);
    this.metadata.restore(departure.metadata);
    this.standard.node.restore(departure.standard);
    machine.receive(departure.packet);
    machine.at = departure.at;
    machine.receivedBytes = departure.receivedBytes;
    machine.addedBits = departure.addedBits;
    this.turnTo(departure.flight);
    const { trace } = machine;
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

  clearMetadata(): void {
    this.metadata.clear();
    this.standard.node.clear();
  }

  /** The values that a packet keeps when it goes round or is copied, as they are now. */
  keep(kept: Kept): Keeping[] {
    return kept.map((place) => {
      const value = held(placeEval(place)());
      const set = locate(place)();
      return { put: () => set(value) };
    });
  }
}
