import type { CheckedProgram } from "../../p4/index.ts";
import { runBlock } from "../compile/blocks.ts";
import { type Exec, UnsupportedError } from "../compile/scope.ts";
import { Machine, ParserError } from "../machine.ts";
import { type NamedShape, namedHeaders } from "../packets/headerShapes.ts";
import { fieldOf, setFields } from "../portable/metadata.ts";
import { watchFields } from "../snapshot.ts";
import type { RunOptions, Sent, Target } from "../target.ts";
import { parserErrorEvent, type Recording } from "../trace.ts";
import { Replication } from "../v1model/replication.ts";
import type { Node, Value } from "../values/node.ts";
import { RunError } from "../values/operators.ts";
import { compilePsa, type PsaBlock, type PsaNode, type PsaProgram } from "./blocks.ts";
import { RECIRCULATE_PORT } from "./externs.ts";

/** Our choice: a packet goes round at most so often. */
const MAX_ROUNDS = 1000;

/** A packet on its way to ingress or egress, with what the deparser before gave it. */
type Arrival = {
  bytes: Uint8Array;
  port: number;
  path: string;
  carried: readonly (readonly [PsaNode, Node])[];
};
type Departure = Arrival & { instance: number; service: Value };

/** A PSA switch with a program, as BMv2's psa_switch behaves (`psa_switch.cpp`). */
export class PsaSwitch implements Target {
  readonly machine: Machine;
  readonly replication = new Replication();
  readonly queues = null;
  private readonly program: PsaProgram;
  private sent: Sent[] = [];
  private arrivals: Arrival[] = [];
  private departures: Departure[] = [];

  constructor(checked: CheckedProgram, options: RunOptions = {}) {
    this.machine = new Machine(options);
    this.program = compilePsa(checked, this.machine);
    const named = [...this.program.nodes].map(([name, node]) => ({ name, node }));
    if (options.fields && this.machine.trace) this.machine.trace.look = watchFields(named);
  }

  receive(port: number, bytes: Uint8Array): Sent[] {
    this.sent = [];
    this.arrivals = [{ bytes, port, path: "NORMAL", carried: [] }];
    this.departures = [];
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const departure = this.departures.shift();
      const arrival = departure ? undefined : this.arrivals.shift();
      if (departure) this.guarded(() => this.egress(departure));
      else if (arrival) this.guarded(() => this.ingress(arrival));
      else return this.sent;
    }
    this.drop(`the packet goes round more than ${MAX_ROUNDS} times`);
    return this.sent;
  }

  headerShapes(): NamedShape[] {
    return [...this.program.nodes.values()].flatMap(({ shape }) => namedHeaders(shape));
  }

  takeTrace(): Recording {
    return this.machine.trace?.take() ?? { events: [], passes: [], branches: [] };
  }

  private guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      this.drop(error.message);
    }
  }

  private drop(text: string): void {
    this.machine.trace?.add({ kind: "fate", at: null, fate: "dropped", text });
  }

  private set(name: PsaNode, fields: Readonly<Record<string, Value | number>>): void {
    setFields(this.program.nodes.get(name), fields);
  }

  private block(name: PsaBlock): Exec {
    const block = this.program.blocks[name];
    if (!block) throw new UnsupportedError(`main has no block ${name}`, null);
    return block;
  }

  private clear(...names: PsaNode[]): void {
    for (const name of names) this.program.nodes.get(name)?.clear();
  }

  private copyOf(name: PsaNode): (readonly [PsaNode, Node])[] {
    const node = this.program.nodes.get(name);
    return node ? [[name, node.clone()]] : [];
  }

  private get(name: PsaNode, field: string): Value {
    const node = this.program.nodes.get(name);
    return node ? fieldOf(node, field) : false;
  }

  /** The parser's error; the packet goes on all the same. */
  private parse(block: PsaBlock, bytes: Uint8Array): string {
    this.machine.receive(bytes);
    try {
      this.block(block)();
    } catch (error) {
      if (!(error instanceof ParserError)) throw error;
      this.machine.trace?.add(parserErrorEvent(error.error));
      return error.error;
    }
    return "NoError";
  }

  /** What the deparser makes of the packet, with all that was not parsed behind it. */
  private deparse(block: PsaBlock): Uint8Array {
    const { machine } = this;
    runBlock(this.block(block));
    machine.output.writeBytes(machine.packet.subarray(machine.at >> 3));
    return machine.output.take();
  }

  private ingress({ bytes, port, path, carried }: Arrival): void {
    const { machine } = this;
    machine.receivedBytes = bytes.length;
    machine.trace?.beginPass(false, 0);
    this.clear("headers", "metadata", "resubmit", "recirculate");
    for (const [name, node] of carried) this.program.nodes.get(name)?.restore(node);
    this.set("parserInput", { ingress_port: port, packet_path: path });
    const parser_error = this.parse("ingress.ip", bytes);
    const ingress_timestamp = machine.nowUs;
    this.set("input", { ingress_port: port, packet_path: path, ingress_timestamp, parser_error });
    this.set("output", { drop: true });
    runBlock(this.block("ingress.ig"));
    this.clear("cloneIngress", "resubmit", "normal");
    const left = this.deparse("ingress.id");
    this.route({ bytes, port, path, carried }, left);
  }

  /** In the order of psa_switch: clone, drop, resubmit, multicast, unicast. */
  private route(arrival: Arrival, left: Uint8Array): void {
    const service = this.get("output", "class_of_service");
    if (this.get("output", "clone") === true) {
      const carried = this.copyOf("cloneIngress");
      this.clones(Number(this.get("output", "clone_session_id")), {
        bytes: arrival.bytes,
        path: "CLONE_I2E",
        carried,
        service,
      });
    }
    if (this.get("output", "drop") === true) {
      this.drop("drop is set at the end of ingress");
      return;
    }
    if (this.get("output", "resubmit") === true) {
      this.arrivals.push({ ...arrival, path: "RESUBMIT", carried: this.copyOf("resubmit") });
      return;
    }
    const carried = this.copyOf("normal");
    const group = Number(this.get("output", "multicast_group"));
    if (group === 0) {
      const port = Number(this.get("output", "egress_port"));
      this.departures.push({ bytes: left, port, path: "NORMAL_UNICAST", carried, instance: 0, service });
      return;
    }
    for (const { port, rid } of this.replication.copies(group))
      this.departures.push({ bytes: left, port, path: "NORMAL_MULTICAST", carried, instance: rid, service });
  }

  private clones(session: number, copy: Omit<Departure, "port" | "instance">): void {
    const found = this.replication.session(session);
    const copies = found?.group == null ? [] : this.replication.copies(found.group);
    for (const { port, rid } of copies) this.departures.push({ ...copy, port, instance: rid });
    if (found?.port != null) this.departures.push({ ...copy, port: found.port, instance: 0 });
  }

  private egress({ bytes, port, path, carried, instance, service }: Departure): void {
    this.clear("outHeaders", "outMetadata", "normal", "cloneIngress", "cloneEgress");
    for (const [name, node] of carried) this.program.nodes.get(name)?.restore(node);
    this.set("outParserInput", { egress_port: port, packet_path: path });
    const parser_error = this.parse("egress.ep", bytes);
    const egress_timestamp = this.machine.nowUs;
    this.set("outInput", {
      class_of_service: service,
      egress_port: port,
      packet_path: path,
      instance,
      egress_timestamp,
      parser_error,
    });
    this.set("outOutput", {});
    runBlock(this.block("egress.eg"));
    this.set("deparserInput", { egress_port: port });
    this.clear("cloneEgress", "recirculate");
    const left = this.deparse("egress.ed");
    if (this.get("outOutput", "clone") === true) {
      const session = Number(this.get("outOutput", "clone_session_id"));
      this.clones(session, { bytes: left, path: "CLONE_E2E", carried: this.copyOf("cloneEgress"), service });
    }
    if (this.get("outOutput", "drop") === true) this.drop("drop is set at the end of egress");
    else if (port === RECIRCULATE_PORT)
      this.arrivals.push({ bytes: left, port, path: "RECIRCULATE", carried: this.copyOf("recirculate") });
    else {
      this.machine.trace?.add({ kind: "fate", at: null, fate: "sent", text: `port ${port}` });
      this.sent.push({ port, bytes: left, atUs: this.machine.nowUs, tag: 0 });
    }
  }
}
