import { createRandom, type Random } from "../core/index.ts";
import type { ExternInstance } from "./compile/scope.ts";
import type { Coverage } from "./coverage.ts";
import type { CustomCrc } from "./externs/crc.ts";
import type { TableAction, TableState } from "./tables/tableState.ts";
import type { ValueSetState } from "./tables/valueSet.ts";
import type { RunOptions } from "./target.ts";
import { Trace } from "./trace.ts";
import { BitWriter } from "./values/bits.ts";
import type { Value } from "./values/node.ts";

/** Ends the parser with an error of P4; `error` is its name. */
export class ParserError extends Error {
  override name = "ParserError";
  readonly error: string;

  constructor(error: string) {
    super(error);
    this.error = error;
  }
}

/** Thrown by `exit`: the block ends, what it wrote stays. */
export const EXIT = Symbol("exit");

/** Our choice: making JavaScript of a program takes about as long as so many packets take without it. */
const GENERATE_AFTER = 200;

/** What the code of one program shares: the packet, and everything that stays between packets. */
export class Machine {
  /** the packet as the parser reads it, and the bits that it took */
  packet: Uint8Array = new Uint8Array();
  at = 0;
  /** bits that the machine put before the packet, for the parser to read */
  frontBits = 0;
  /** whether the parser came to `reject` */
  isRejected = false;
  readonly output = new BitWriter();
  /** the switch's clock in us, integral: virtual time since its start */
  nowUs = 0;
  /** bytes of the packet as it was received: what counters and meters count */
  receivedBytes = 0;
  /** bits of headers that were made valid, less those made invalid, since the packet was received */
  addedBits = 0;
  readonly tables: TableState[] = [];
  /** the table with `add_on_miss` that the packet missed last, and its key there (PNA) */
  missed: { table: TableState; keys: readonly Value[] } | null = null;
  /** what tables or statements run, by full control-plane name */
  readonly actions = new Map<string, TableAction>();
  readonly valueSets: ValueSetState[] = [];
  readonly externs: ExternInstance[] = [];
  /** checks that the control plane can change, in the order of the program */
  readonly customCrcs: CustomCrc[] = [];
  readonly random: Random;
  readonly trace: Trace | null;
  readonly coverage: Coverage | null;
  /** see `RunOptions` */
  readonly generateAfter: number;

  constructor({ seed = 1, trace = false, coverage, generateAfter = GENERATE_AFTER }: RunOptions) {
    // with a trace or coverage the closures run: they tell what they do
    this.generateAfter = trace || coverage ? Number.POSITIVE_INFINITY : generateAfter;
    this.random = createRandom(seed);
    this.trace = trace ? new Trace() : null;
    this.coverage = coverage ?? null;
  }

  receive(packet: Uint8Array, frontBits = 0): void {
    this.packet = packet;
    this.at = 0;
    this.frontBits = frontBits;
    this.isRejected = false;
  }
}
