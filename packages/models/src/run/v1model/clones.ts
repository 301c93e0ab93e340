import type { Machine } from "../machine.ts";
import type { AtHand } from "./atHand.ts";
import type { Kept } from "./fate.ts";
import { type Arrival, type Departure, INSTANCE } from "./journey.ts";
import { type Copy, copyPlace, type Replication } from "./replication.ts";

type Wish = { session: number; kept: Kept };

/** Makes the clones of the packet at hand, which stays as it is. */
export class Clones {
  private readonly machine: Machine;
  private readonly atHand: AtHand;
  private readonly replication: Replication;
  private readonly parse: (bytes: Uint8Array) => void;

  constructor(
    machine: Machine,
    atHand: AtHand,
    replication: Replication,
    parse: (bytes: Uint8Array) => void,
  ) {
    this.machine = machine;
    this.atHand = atHand;
    this.replication = replication;
    this.parse = parse;
  }

  /** The packet as it came, parsed again; its metadata is zero but for what is kept. */
  ofArrival(arrival: Arrival, wish: Wish): Departure[] {
    const { atHand } = this;
    const targets = this.targets(wish.session);
    if (targets.length === 0) return [];
    const now = atHand.setAside({ port: 0, rid: 0, type: INSTANCE.ingressClone });
    const kept = atHand.keep(wish.kept);
    atHand.clearMetadata();
    atHand.standard.at.ingress_port.set(arrival.flight.port);
    this.machine.addedBits = 0;
    this.begin(`clone of session ${wish.session}, the packet as it came`);
    const pass = this.machine.trace?.pass;
    if (pass) pass.isCounting = false;
    this.parse(arrival.bytes);
    pass?.beginAt(atHand.headers);
    atHand.clearMetadata();
    for (const { put } of kept) put();
    const clones = this.forEach(targets, INSTANCE.ingressClone, wish.session);
    atHand.putBack(now);
    return clones;
  }

  /** The headers as egress leaves them; its metadata is zero but for what is kept. */
  atEgress(wish: Wish): Departure[] {
    const { atHand } = this;
    const targets = this.targets(wish.session);
    if (targets.length === 0) return [];
    const now = atHand.setAside({ port: 0, rid: 0, type: INSTANCE.egressClone });
    const kept = atHand.keep(wish.kept);
    atHand.clearMetadata();
    for (const { put } of kept) put();
    this.begin(`clone of session ${wish.session}, the packet as it leaves`);
    this.machine.trace?.pass.beginAt(atHand.headers);
    const clones = this.forEach(targets, INSTANCE.egressClone, wish.session);
    atHand.putBack(now);
    return clones;
  }

  private begin(cause: string): void {
    const { trace } = this.machine;
    trace?.beginPass(false, trace.fork(cause, true));
  }

  /** Several clones are branches of their own. */
  private forEach(targets: readonly Copy[], type: number, session: number): Departure[] {
    const truncateTo = this.replication.session(session)?.cutTo ?? null;
    return targets.map((to) => {
      const departure = { ...this.atHand.setAside({ ...to, type }), isCloned: false, truncateTo };
      const { trace } = this.machine;
      if (targets.length > 1 && trace) departure.branch = trace.fork(`for ${copyPlace(to)}`, false);
      return departure;
    });
  }

  /** No clone: said where it was asked for. */
  private noteLacking(session: number): void {
    const { trace } = this.machine;
    const call = trace?.last((event) => event.kind === "extern" && event.name.startsWith("clone"));
    const text = `clone session ${session} has no port`;
    trace?.add({ kind: "fate", at: call?.at ?? null, fate: "not cloned", text, lacking: { session } });
  }

  private targets(session: number): Copy[] {
    const found = this.replication.session(session);
    if (!found) {
      this.noteLacking(session);
      return [];
    }
    const copies = found.group === null ? [] : this.replication.copies(found.group);
    return found.port === null ? copies : [...copies, { port: found.port, rid: 0 }];
  }
}
