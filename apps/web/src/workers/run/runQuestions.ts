import type { Span } from "@p4twin/models/core";
import type { DeviceProfile } from "@p4twin/models/device";
import type { ProgramText } from "@p4twin/models/program";
import type {
  CountedPaths,
  Covered,
  FieldValue,
  StepTime,
  TraceBranch,
  TraceEvent,
} from "@p4twin/models/run";
import type { PageGraph } from "../program/pageQuestions.ts";

/** What the page *Run* asks its worker. */
export type RunQuestion =
  | {
      kind: "run";
      program: ProgramText;
      /** packet text: headers by name, or hexadecimal */
      packet: string;
      port: number;
      /** null: no times are asked for */
      device: DeviceProfile | null;
    }
  | { kind: "capture"; bytes: Uint8Array }
  /** a compiled program as P4 source */
  | { kind: "source"; fileName: string; source: string }
  /** the drawing of the program */
  | { kind: "graph"; program: ProgramText }
  | ({ kind: "coverage"; program: ProgramText } & TestSet)
  /** which paths the packets of a capture take, with their time on the device */
  | { kind: "paths"; program: ProgramText; bytes: Uint8Array; port: number; device: DeviceProfile | null };

/** What is run to see which parts of a program it passes. */
export type TestSet = {
  /** packet tests (STF): each runs on a new switch, with its own entries */
  tests: readonly { name: string; text: string }[];
  /** packets in hexadecimal: all on one switch, with the entries of the program */
  packets: readonly string[];
  port: number;
  /** whether a packet is sought for each listed path, and run with the entries that it needs */
  everyPath: boolean;
};

export type RunAnswer = RunReply | CaptureReply | SourceReply | GraphReply | CoverageReply | PathsReply;

/** Null: the problem says why. `isCut`: the capture holds more packets than were run. */
export type PathsReply = {
  kind: "paths";
  problem: string | null;
  counted: CountedPaths | null;
  isCut: boolean;
};

/** Null: it has no words in P4. */
type SourceReply = { kind: "source"; source: string | null };

/** Null: the program has errors. */
type GraphReply = { kind: "graph"; graph: PageGraph | null };

export type CoverageReply = {
  kind: "coverage";
  statements: Covered[];
  /** actions of tables, by `table: action` */
  actions: Covered[];
  states: Covered[];
  /** tests that failed, and why; paths that no packet was found for */
  problems: { name: string; message: string }[];
  /** packets that ran */
  packets: number;
};

/** What keeps a packet from being run. */
export type RunProblem = {
  about: "program" | "packet" | "port" | "entries";
  message: string;
  span: Span | null;
};

export type RunReply = { kind: "run"; problems: RunProblem[]; run: PacketRun | null };

/** The first packets of a capture, in hexadecimal. */
export type CaptureReply = { kind: "capture"; packets: string[]; problem: string | null };

/** One step of the trace, in the order of its branches. */
export type RunStep = {
  branch: number;
  event: TraceEvent;
  /** the entry that decided, in words; null: no table, a miss, or a table without keys */
  entry: string | null;
  /** fields after the step; headers that are not valid are left out. Shared by steps that change none. */
  fields: readonly FieldValue[];
  /** predicted time on the device; null: unknown or none */
  time: StepTime | null;
  /** of a drop: the step whose statement caused it; null: unknown */
  cause: number | null;
};

type SentPacket = {
  branch: number;
  /** the step at which it left; null: it is not listed */
  step: number | null;
  port: number;
  hex: string;
  fields: readonly FieldValue[];
};

/**
 * What a copy of the packet takes on the device from its parser on (us), with the interval of the mean and that of a
 * packet; null: unknown, `notes` say why.
 */
export type BranchTime = {
  branch: number;
  us: number | null;
  meanLowUs: number | null;
  meanHighUs: number | null;
  lowUs: number | null;
  highUs: number | null;
  notes: string[];
};

export type PacketRun = {
  hex: string;
  branches: TraceBranch[];
  steps: RunStep[];
  /** steps that are not listed */
  leftOut: number;
  sent: SentPacket[];
  /** empty when no device was given */
  times: BranchTime[];
};
