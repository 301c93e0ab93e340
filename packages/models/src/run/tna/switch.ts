import type { CheckedProgram } from "../../p4/index.ts";
import { UnsupportedError } from "../compile/scope.ts";
import { compilePortable } from "../portable/blocks.ts";
import { PortableSwitch } from "../portable/switch.ts";
import type { RunOptions } from "../target.ts";
import { copyPlace } from "../v1model/replication.ts";
import { BitWriter } from "../values/bits.ts";
import { Node, type Value } from "../values/node.ts";
import { type NodeShape, type Shape, shapeOf, widthOf } from "../values/shape.ts";
import { writeValue } from "../values/write.ts";
import {
  parsersOf,
  STRUCTS,
  TNA_PARAMETERS,
  type TnaBlock,
  type TnaMetadata,
  type TnaNode,
} from "./blocks.ts";
import { tnaExterns } from "./externs.ts";
import { forget, isSet } from "./notSet.ts";
import { TnaWish } from "./wish.ts";

const OWN_READING = "Tofino as we read its public declarations and tests: no open switch confirms it";

/** Our choice: where copies to the CPU leave, as in the studio's model of Tofino. */
const CPU_PORT = 64;
/** Counters and meters count the check at the end of a frame. */
const FCS_BYTES = 4;
/** Ports of each pipe that lead back to its ingress, by their lower seven bits (Tofino 1). */
const RECIRCULATION = { first: 68, last: 71 };

/** Bits of `drop_ctl`: the packet with its copies and its resubmission; the copy to the CPU. */
const DROPS = { packet: 1, copyToCpu: 2 };

/** A packet on its way to ingress; `resubmitted`: what stands in place of what is known of the port. */
type Arrival = { bytes: Uint8Array; port: number; resubmitted: Uint8Array | null };
/** `isCloned`: ingress asked for a mirror of it. */
type Departure = { bytes: Uint8Array; port: number; rid: number; isCloned: boolean };

/**
 * One pipe of a Tofino with a program, as we read its public declarations and tests: there is no open switch to hold it
 * against. Exclusions of multicast copies, deflection and the ghost thread are left out.
 */
export class TnaSwitch extends PortableSwitch<TnaBlock, TnaNode> {
  readonly digests: { name: string; value: Value; shape: Shape }[] = [];
  private readonly wish: TnaWish;
  private readonly parsers: readonly [TnaBlock, TnaBlock];
  private readonly fronts: Readonly<Record<"intrinsic" | "outIntrinsic", Node>>;
  private readonly portBits: number;
  private readonly recirculates: boolean;
  /** the compiler takes the machine's header before egress away where no parser extracts it */
  private readonly skipsFront: boolean;

  constructor(checked: CheckedProgram, options: RunOptions = {}) {
    const wish = new TnaWish();
    super(checked, options, (_, machine) =>
      compilePortable(checked, machine, tnaExterns(wish), TNA_PARAMETERS),
    );
    this.wish = wish;
    this.parsers = parsersOf(checked);
    const isFirst = checked.architecture?.definition.id === "tna";
    this.portBits = isFirst ? 64 : 192;
    this.recirculates = isFirst;
    this.skipsFront = !extracts(checked, STRUCTS.outIntrinsic);
    this.fronts = {
      intrinsic: new Node(structOf(checked, STRUCTS.intrinsic)),
      outIntrinsic: new Node(structOf(checked, STRUCTS.outIntrinsic)),
    };
    const rest = [
      "pipe0.ingress",
      "pipe0.ingress_deparser",
      "pipe0.egress",
      "pipe0.egress_deparser",
    ] as const;
    for (const name of [...this.parsers, ...rest])
      if (!this.has(name)) throw new UnsupportedError(`main has no block ${name}`, null);
  }

  protected enter(port: number, bytes: Uint8Array): void {
    this.machine.trace?.add({ kind: "message", at: null, text: OWN_READING });
    this.ingress({ bytes, port, resubmitted: null });
  }

  /** What the machine puts before a packet, as bytes. */
  private front(
    name: "intrinsic" | "outIntrinsic",
    fields: Readonly<Record<string, number>> | null,
  ): BitWriter {
    if (fields === null) return new BitWriter();
    const node = this.fronts[name];
    node.setValid();
    node.shape.fields.forEach((field, index) => {
      const value = fields[field.name] ?? 0;
      const width = widthOf(field.shape);
      node.f[index] = width > 32 ? BigInt.asUintN(width, BigInt(value)) : value % 2 ** width;
    });
    const writer = new BitWriter();
    writeValue(writer, node, node.shape);
    return writer;
  }

  private get nowNs(): number {
    return this.machine.nowUs * 1000;
  }

  private ingress(arrival: Arrival): void {
    const { bytes, port, resubmitted } = arrival;
    const { machine, wish } = this;
    machine.receivedBytes = bytes.length + FCS_BYTES;
    this.clear(...this.program.nodes.keys());
    for (const name of ["forTm", "forDeparser", "outForDeparser"] as const)
      forget(this.program.nodes.get(name));
    const front = this.front("intrinsic", {
      resubmit_flag: resubmitted ? 1 : 0,
      ingress_port: port,
      ingress_mac_tstamp: this.nowNs,
    });
    const ofPort = new Uint8Array(this.portBits / 8);
    ofPort.set((resubmitted ?? ofPort).subarray(0, ofPort.length));
    front.writeBytes(ofPort);
    if (!this.parsed(this.parsers[0], front, bytes)) {
      this.drop("the parser rejects the packet", false);
      return;
    }
    this.told("fromParser", { global_tstamp: this.nowNs });
    this.run("pipe0.ingress");
    wish.clear();
    wish.isAskedFor = (field, value) => this.get("forDeparser", field) === value;
    const left = this.deparse("pipe0.ingress_deparser");
    this.digests.push(...wish.digests);
    this.route(arrival, left);
  }

  /** Whether the parser accepts what follows `front`. */
  private parsed(parser: TnaBlock, front: BitWriter, bytes: Uint8Array): boolean {
    const { wish, machine } = this;
    wish.clear();
    for (const each of wish.ofParsers) each.clear();
    const frontBits = front.bits;
    front.writeBytes(bytes);
    if (this.parse(parser, front.take(), frontBits) !== "NoError" || machine.isRejected) return false;
    for (const run of wish.behindParser) run();
    return true;
  }

  private told(name: TnaMetadata, fields: Readonly<Record<string, number>>): void {
    this.set(name, fields);
  }

  private number(name: TnaMetadata, field: string): number {
    return Number(this.get(name, field));
  }

  /** Between ingress and egress. */
  private route({ bytes, port }: Arrival, left: Uint8Array): void {
    const { mirror, resubmits } = this.wish;
    const dropCtl = this.number("forDeparser", "drop_ctl");
    const isDropped = (dropCtl & DROPS.packet) !== 0;
    if (mirror) this.mirror(mirror, bytes);
    if (resubmits && !isDropped) {
      this.note("resubmit", "the packet as it came goes through ingress again");
      this.end("recirculate");
      this.again("resubmitted", () => this.ingress({ bytes, port, resubmitted: resubmits }));
      return;
    }
    const departures = isDropped ? [] : this.copiesOf();
    const wantsCpu = this.number("forTm", "copy_to_cpu") === 1 && (dropCtl & DROPS.copyToCpu) === 0;
    if (wantsCpu) departures.push({ port: CPU_PORT, rid: 0, cause: "copy to the CPU" });
    if (departures.length === 0) {
      const why = isDropped ? "drop_ctl drops it" : "no port and no multicast group with ports is set";
      this.drop(`${why} at the end of ingress`, mirror !== null, isDropped ? undefined : this.lackingGroup());
      return;
    }
    const bypasses = this.number("forTm", "bypass_egress") === 1;
    const isSeveral = departures.length > 1;
    for (const { port: to, rid, cause } of departures) {
      const departure = { bytes: left, port: to, rid, isCloned: mirror !== null };
      this.goOn(isSeveral ? cause : null, () =>
        bypasses ? this.leave(departure, left, mirror !== null) : this.egress(departure),
      );
    }
  }

  private groups(): number[] {
    return (["mcast_grp_a", "mcast_grp_b"] as const)
      .map((field) => this.number("forTm", field))
      .filter((group) => group !== 0);
  }

  private lackingGroup(): { group: number } | undefined {
    const [group] = this.groups();
    return group === undefined ? undefined : { group };
  }

  /** The packet itself where it has a port, and copies of its groups. */
  private copiesOf(): { port: number; rid: number; cause: string }[] {
    const port = this.get("forTm", "ucast_egress_port");
    const own =
      port !== false && isSet(port, PORT_SHAPE) ? [{ port: Number(port), rid: 0, cause: "the packet" }] : [];
    const copies = this.groups().flatMap((group) =>
      this.replication
        .copies(group)
        .map((to) => ({ ...to, cause: `copy of group ${group} for ${copyPlace(to)}` })),
    );
    return [...own, ...copies];
  }

  private mirror({ session, front }: { session: number; front: Uint8Array }, bytes: Uint8Array): void {
    const whole = new Uint8Array(front.length + bytes.length);
    whole.set(front);
    whole.set(bytes, front.length);
    this.clone(session, ({ port, rid }) => this.egress({ bytes: whole, port, rid, isCloned: false }));
  }

  private egress(departure: Departure): void {
    const { bytes, port, rid, isCloned } = departure;
    const { wish } = this;
    this.clear(
      ...([
        "outHeaders",
        "outMetadata",
        "outIntrinsic",
        "outFromParser",
        "outForDeparser",
        "outForPort",
      ] as const),
    );
    forget(this.program.nodes.get("outForDeparser"));
    const front = this.front(
      "outIntrinsic",
      this.skipsFront
        ? null
        : {
            egress_port: port,
            egress_rid: rid,
            egress_rid_first: rid > 0 ? 1 : 0,
            enq_tstamp: this.nowNs,
            egress_qid: this.number("forTm", "qid"),
            egress_cos: this.number("forTm", "ingress_cos"),
            pkt_length: bytes.length,
          },
    );
    if (!this.parsed(this.parsers[1], front, bytes)) {
      this.drop("the egress parser rejects the packet", isCloned);
      return;
    }
    this.told("outFromParser", { global_tstamp: this.nowNs });
    this.run("pipe0.egress");
    wish.clear();
    wish.isAskedFor = (field, value) => this.get("outForDeparser", field) === value;
    const left = this.deparse("pipe0.egress_deparser");
    const { mirror } = wish;
    if (mirror) this.mirror(mirror, left);
    if ((this.number("outForDeparser", "drop_ctl") & DROPS.packet) !== 0)
      this.drop("drop_ctl drops it at the end of egress", isCloned || mirror !== null);
    else this.leave(departure, left, isCloned || mirror !== null);
  }

  private leave({ port }: Departure, bytes: Uint8Array, isCloned: boolean): void {
    const local = port & 0x7f;
    if (this.recirculates && local >= RECIRCULATION.first && local <= RECIRCULATION.last) {
      this.note("recirculate", `port ${port} leads back to ingress`);
      this.end(isCloned ? "clone" : "forward");
      this.again("recirculated", () => this.ingress({ bytes, port, resubmitted: null }));
      return;
    }
    this.note("sent", `port ${port}`);
    this.end(isCloned ? "clone" : "forward");
    this.send(port, bytes);
  }
}

const PORT_SHAPE: Shape = { kind: "bits", width: 9, isSigned: false };

/** The run-time form of a struct of the architecture. */
function structOf({ program, declarationTypes }: CheckedProgram, name: string): NodeShape {
  const declaration = program.declarations.find((each) => each.kind === "struct" && each.name.text === name);
  const type = declaration?.kind === "struct" ? declarationTypes.get(declaration) : undefined;
  const shape = type?.kind === "typeName" ? shapeOf(type.type) : null;
  if (shape?.kind === "node") return shape;
  throw new UnsupportedError(`the architecture has no ${name}`, null);
}

/** Whether any parser of the program extracts such a header. */
const extracts = ({ calls, types }: CheckedProgram, name: string): boolean =>
  [...calls].some(([expression, call]) => {
    const header = expression.arguments[0]?.value;
    const type = header && types.get(header);
    return (
      call.kind === "externMethod" &&
      call.method.name.text === "extract" &&
      type?.kind === "struct" &&
      type.name === name
    );
  });
