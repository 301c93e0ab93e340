import type { Span } from "@p4twin/models/core";
import type { DeviceProfile } from "@p4twin/models/device";
import type { ProgramText } from "@p4twin/models/program";
import type { FieldValue, TraceBranch, TraceEvent } from "@p4twin/models/run";

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
  | { kind: "capture"; bytes: Uint8Array };

export type RunAnswer = RunReply | CaptureReply;

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
  /** predicted time on the device, us; null: unknown or none */
  us: number | null;
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

/** What a copy of the packet takes on the device from its parser on (us); null: unknown, `notes` say why. */
export type BranchTime = {
  branch: number;
  us: number | null;
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
