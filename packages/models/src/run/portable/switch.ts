import type { CheckedProgram } from "../../p4/index.ts";
import { runBlock } from "../compile/blocks.ts";
import { type Exec, UnsupportedError } from "../compile/scope.ts";
import { Machine, ParserError } from "../machine.ts";
import { type NamedShape, namedHeaders } from "../packets/headerShapes.ts";
import type { Pass, PassOutcome } from "../pass.ts";
import { watchFields } from "../snapshot.ts";
import type { Processing, RunOptions, Sent, Target } from "../target.ts";
import { type Lacking, parserErrorEvent, type Recording } from "../trace.ts";
import { type Copy, copyPlace, Replication } from "../v1model/replication.ts";
import type { Node, Value } from "../values/node.ts";
import { RunError } from "../values/operators.ts";
import type { PortableProgram } from "./blocks.ts";
import { fieldOf, setFields } from "./metadata.ts";

/** Our choice: a packet that comes in gives rise to at most so many rounds, and copies. */
const MOST = { rounds: 1000, copies: 10_000 };

/** A packet that waits for its next block, and what was counted of it. */
type Waiting = { pass: Pass | null; branch: number; receivedBytes: number; blocksUs: number };

/**
 * What switches without queues of their own do alike: packets run one after another, copies before further rounds, and
 * each pass is counted as the analysis counts it. What lies between the blocks is their own.
 */
export abstract class PortableSwitch<Block extends string, Name extends string> implements Target {
  readonly machine: Machine;
  readonly replication = new Replication();
  readonly queues = null;
  protected readonly program: PortableProgram<Block, Name>;
  private readonly processing: Processing | null;
  /** what the blocks before the present one took, in us */
  private blocksUs = 0;
  private sent: Sent[] = [];
  private copies: (() => void)[] = [];
  private rounds: (() => void)[] = [];

  constructor(
    checked: CheckedProgram,
    options: RunOptions,
    compile: (checked: CheckedProgram, machine: Machine) => PortableProgram<Block, Name>,
  ) {
    this.machine = new Machine(options);
    this.processing = options.processing?.(this.machine) ?? null;
    this.program = compile(checked, this.machine);
    const named = [...this.program.nodes].map(([name, node]) => ({ name, node }));
    if (options.fields && this.machine.trace) this.machine.trace.look = watchFields(named);
  }

  /** Brings a packet that came in to the first block. */
  protected abstract enter(port: number, bytes: Uint8Array): void;

  receive(port: number, bytes: Uint8Array): Sent[] {
    this.sent = [];
    this.copies = [];
    this.rounds = [];
    this.round(0, () => this.enter(port, bytes));
    for (let rounds = 0, copies = 0; rounds <= MOST.rounds && copies <= MOST.copies; ) {
      const copy = this.copies.shift();
      const next = copy ?? this.rounds.shift();
      if (!next) return this.sent;
      if (copy) copies++;
      else rounds++;
      this.guarded(next);
    }
    const most = `goes round more than ${MOST.rounds} times or is copied more than ${MOST.copies} times`;
    this.note("dropped", `the packet ${most}`);
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
      this.note("dropped", error.message);
    }
  }

  protected block(name: Block): Exec {
    const block = this.program.blocks[name];
    if (!block) throw new UnsupportedError(`main has no block ${name}`, null);
    return block;
  }

  protected has(name: Block): boolean {
    return this.program.blocks[name] !== undefined;
  }

  protected set(name: Name, fields: Readonly<Record<string, Value | number>>): void {
    setFields(this.program.nodes.get(name), fields);
  }

  protected get(name: Name, field: string): Value {
    const node = this.program.nodes.get(name);
    return node ? fieldOf(node, field) : false;
  }

  protected clear(...names: Name[]): void {
    for (const name of names) this.program.nodes.get(name)?.clear();
  }

  protected copyOf(name: Name): (readonly [Name, Node])[] {
    const node = this.program.nodes.get(name);
    return node ? [[name, node.clone()]] : [];
  }

  protected restore(carried: readonly (readonly [Name, Node])[]): void {
    for (const [name, node] of carried) this.program.nodes.get(name)?.restore(node);
  }

  protected note(fate: string, text: string, lacking?: Lacking): void {
    this.machine.trace?.add({ kind: "fate", at: null, fate, text, ...(lacking ? { lacking } : {}) });
  }

  protected end(outcome: PassOutcome): void {
    this.machine.trace?.end(outcome);
  }

  protected drop(text: string, isCloned: boolean, lacking?: Lacking): void {
    this.note("dropped", text, lacking);
    this.end(isCloned ? "clone" : "drop");
  }

  /** The parser's error, "NoError" without one. `frontBits`: what the machine put before the packet. */
  protected parse(block: Block, bytes: Uint8Array, frontBits = 0): string {
    this.machine.receive(bytes, frontBits);
    try {
      this.block(block)();
    } catch (error) {
      if (!(error instanceof ParserError)) throw error;
      this.machine.trace?.add(parserErrorEvent(error.error));
      return error.error;
    }
    return "NoError";
  }

  protected run(block: Block): void {
    runBlock(this.block(block));
  }

  /** What the deparser makes of the packet, with all that was not parsed behind it. */
  protected deparse(block: Block): Uint8Array {
    const { machine } = this;
    const pass = machine.trace?.pass;
    if (pass) pass.isCounting = false;
    this.run(block);
    if (pass) pass.isCounting = true;
    machine.output.writeBytes(machine.packet.subarray(machine.at >> 3));
    return machine.output.take();
  }

  /** The packet at hand leaves, or a copy of it; its pass is over with `end`. */
  protected send(port: number, bytes: Uint8Array): void {
    this.sent.push({ port, bytes, atUs: this.machine.nowUs + this.soFarUs(), tag: 0 });
  }

  private soFarUs(): number {
    return this.blocksUs + (this.processing?.egressUs(this.blocksUs) ?? 0);
  }

  private round(branch: number, run: () => void): void {
    this.rounds.push(() => {
      this.blocksUs = 0;
      this.machine.trace?.beginPass(true, branch);
      run();
    });
  }

  /** A further round of the packet at hand, behind what is under way. */
  protected again(cause: string, run: () => void): void {
    this.round(this.machine.trace?.fork(cause, true) ?? 0, run);
  }

  /** The packet at hand goes on behind the traffic manager; `cause` where it is one of several copies of it. */
  protected goOn(cause: string | null, run: () => void): void {
    const { trace, receivedBytes } = this.machine;
    const waiting: Waiting = {
      pass: trace === null ? null : cause === null ? trace.pass : trace.pass.copy(),
      branch: trace === null ? 0 : cause === null ? trace.branch : trace.fork(cause, false),
      receivedBytes,
      blocksUs: this.processing?.ingressUs() ?? 0,
    };
    this.copies.push(() => {
      this.putBack(waiting);
      run();
    });
  }

  private putBack({ pass, branch, receivedBytes, blocksUs }: Waiting): void {
    const { machine } = this;
    machine.receivedBytes = receivedBytes;
    this.blocksUs = blocksUs;
    if (!machine.trace || !pass) return;
    machine.trace.pass = pass;
    machine.trace.branch = branch;
  }

  /** A clone of the packet at hand begins a pass of its own for each copy that its session asks for. */
  protected clone(session: number, run: (to: Copy) => void): void {
    const { trace, receivedBytes } = this.machine;
    const blocksUs = this.soFarUs();
    for (const to of this.sessionCopies(session)) {
      const branch = trace?.fork(`clone of session ${session} for ${copyPlace(to)}`, true) ?? 0;
      this.copies.push(() => {
        trace?.beginPass(false, branch);
        this.machine.receivedBytes = receivedBytes;
        this.blocksUs = blocksUs;
        run(to);
      });
    }
  }

  /** What a clone or mirror session copies to; one that is not set up is noted. */
  protected sessionCopies(session: number): Copy[] {
    const found = this.replication.session(session);
    if (!found) {
      this.note("not cloned", `session ${session} has no port`, { session });
      return [];
    }
    const copies = found.group === null ? [] : this.replication.copies(found.group);
    return found.port === null ? copies : [...copies, { port: found.port, rid: 0 }];
  }
}
