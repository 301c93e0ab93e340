import type { CheckedProgram } from "../../p4/index.ts";
import { runBlock } from "../compile/blocks.ts";
import { type Exec, UnsupportedError } from "../compile/scope.ts";
import { Machine, ParserError } from "../machine.ts";
import { type NamedShape, namedHeaders } from "../packets/headerShapes.ts";
import type { PassOutcome } from "../pass.ts";
import { compilePortable, type PortableProgram } from "../portable/blocks.ts";
import { setFields } from "../portable/metadata.ts";
import { watchFields } from "../snapshot.ts";
import type { Processing, RunOptions, Sent, Target } from "../target.ts";
import type { Recording } from "../trace.ts";
import { Replication } from "../v1model/replication.ts";
import { RunError } from "../values/operators.ts";
import { PnaWish, pnaExterns } from "./externs.ts";

/** What each block gets behind the packet, in order: equal names are one node. */
const PARAMETERS = {
  main_parser: ["headers", "metadata", "parserInput"],
  pre_control: ["headers", "metadata", "preInput", "preOutput"],
  main_control: ["headers", "metadata", "input", "output"],
  main_deparser: ["headers", "metadata", "output"],
} as const;
type Block = keyof typeof PARAMETERS;
type Name = (typeof PARAMETERS)[Block][number];

/** Our choice: a packet goes round at most so often. */
const MAX_ROUNDS = 1000;

/** A packet on its way to the parser; `branch`: its place in the trace. */
type Arrival = { bytes: Uint8Array; port: number; round: number; branch: number };

/**
 * A NIC of the Portable NIC Architecture 0.7. What that leaves open is our choice: every port is one of the network,
 * the control before the main control runs behind the parser (as in DPDK), mirrored packets leave as the deparser
 * wrote them, and a packet that nothing sends is dropped.
 */
export class PnaSwitch implements Target {
  readonly machine: Machine;
  readonly replication = new Replication();
  readonly queues = null;
  private readonly wish = new PnaWish();
  private readonly program: PortableProgram<Block, Name>;
  private readonly processing: Processing | null;
  private sent: Sent[] = [];
  private arrivals: Arrival[] = [];

  constructor(checked: CheckedProgram, options: RunOptions = {}) {
    this.machine = new Machine(options);
    this.processing = options.processing?.(this.machine) ?? null;
    this.program = compilePortable<Block, Name>(checked, this.machine, pnaExterns(this.wish), PARAMETERS);
    for (const name of ["main_parser", "main_control", "main_deparser"] as const) this.block(name);
    const named = [...this.program.nodes].map(([name, node]) => ({ name, node }));
    if (options.fields && this.machine.trace) this.machine.trace.look = watchFields(named);
  }

  receive(port: number, bytes: Uint8Array): Sent[] {
    this.sent = [];
    this.arrivals = [{ bytes, port, round: 0, branch: 0 }];
    for (let arrival = this.arrivals.shift(); arrival; arrival = this.arrivals.shift()) this.pass(arrival);
    return this.sent;
  }

  headerShapes(): NamedShape[] {
    return [...this.program.nodes.values()].flatMap(({ shape }) => namedHeaders(shape));
  }

  takeTrace(): Recording {
    return this.machine.trace?.take() ?? { events: [], passes: [], branches: [] };
  }

  private block(name: Block): Exec {
    const block = this.program.blocks[name];
    if (!block) throw new UnsupportedError(`main has no block ${name}`, null);
    return block;
  }

  private note(fate: string, text: string): void {
    this.machine.trace?.add({ kind: "fate", at: null, fate, text });
  }

  private end(outcome: PassOutcome): void {
    this.machine.trace?.end(outcome);
  }

  private pass(arrival: Arrival): void {
    this.machine.trace?.beginPass(true, arrival.branch);
    try {
      if (arrival.round > MAX_ROUNDS)
        throw new RunError(`the packet goes round more than ${MAX_ROUNDS} times`);
      this.run(arrival);
    } catch (error) {
      if (!(error instanceof RunError)) throw error;
      this.note("dropped", error.message);
    }
  }

  /** Parser, controls, deparser, and what becomes of the packet. */
  private run({ bytes, port, round, branch }: Arrival): void {
    const { machine, wish } = this;
    const { nodes } = this.program;
    for (const node of nodes.values()) node.clear();
    wish.clear();
    machine.missed = null;
    machine.receivedBytes = bytes.length;
    machine.addedBits = 0;
    const told = {
      input_port: port,
      direction: "NET_TO_HOST",
      pass: round % 8,
      loopedback: false,
      recirculated: round > 0,
    };
    setFields(nodes.get("parserInput"), told);
    const parser_error = this.parse(bytes);
    const timestamp = machine.nowUs;
    setFields(nodes.get("preInput"), { ...told, parser_error });
    if (this.program.blocks.pre_control) runBlock(this.program.blocks.pre_control);
    setFields(nodes.get("input"), { ...told, parser_error, timestamp });
    runBlock(this.block("main_control"));
    this.leave({ bytes, port, round, branch });
  }

  /** The parser's error; the packet goes on all the same. */
  private parse(bytes: Uint8Array): string {
    this.machine.receive(bytes);
    try {
      this.block("main_parser")();
    } catch (error) {
      if (!(error instanceof ParserError)) throw error;
      this.machine.trace?.add({ kind: "parserError", at: null, error: error.error });
      return error.error;
    }
    return "NoError";
  }

  private leave({ port, round }: Arrival): void {
    const { machine, wish } = this;
    const bytes = this.deparse();
    const atUs = machine.nowUs + (this.processing?.ingressUs() ?? 0);
    const copies = [...wish.mirrors].flatMap(([slot, session]) => this.copies(slot, session));
    if (wish.recirculates) {
      this.note("recirculate", "the packet as it left goes to the parser again");
      this.end("recirculate");
      const branch = machine.trace?.fork("recirculated", true) ?? 0;
      this.arrivals.push({ bytes, port, round: round + 1, branch });
    } else if (wish.port === null) {
      this.note("dropped", "nothing sends the packet at the end of the main control");
      this.end(wish.mirrors.size > 0 ? "clone" : "drop");
    } else {
      this.note("sent", `port ${wish.port}`);
      this.end(wish.mirrors.size > 0 ? "clone" : "forward");
      this.sent.push({ port: wish.port, bytes, atUs, tag: 0 });
    }
    for (const to of copies) this.sent.push({ port: to, bytes, atUs, tag: 0 });
  }

  /** Ports that a mirror session copies the packet to. */
  private copies(slot: number, session: number): number[] {
    const found = this.replication.session(session);
    const group = found?.group == null ? [] : this.replication.copies(found.group).map(({ port }) => port);
    const ports = [...group, ...(found?.port == null ? [] : [found.port])];
    const { trace } = this.machine;
    const where = ports.length > 0 ? `port ${ports.join(", ")}` : "no port: the session is not set up";
    trace?.add({
      ...{ kind: "fate", at: null, fate: "mirrored", text: `slot ${slot}, session ${session}: ${where}` },
      ...(found ? {} : { lacking: { session } }),
    });
    return ports;
  }

  private deparse(): Uint8Array {
    const { machine } = this;
    const pass = machine.trace?.pass;
    if (pass) pass.isCounting = false;
    runBlock(this.block("main_deparser"));
    if (pass) pass.isCounting = true;
    machine.output.writeBytes(machine.packet.subarray(machine.at >> 3));
    return machine.output.take();
  }
}
