import type { Construct, Features, Span } from "../core/index.ts";
import { counted, Pass } from "./pass.ts";
import type { FieldValue } from "./snapshot.ts";

/** One thing that happened to a packet; values are as text, numbers in hexadecimal. */
export type TraceEvent = {
  at: Span | null;
  /** what the latency model counts of it; the last of several */
  construct?: Construct;
  /** how many of each construct */
  counts?: Partial<Features>;
  /** bytes of headers that it adds and removes; null for one that has no fixed length */
  addedBytes?: (number | null)[];
  removedBytes?: (number | null)[];
  /** the extern that it counts as */
  extern?: string;
  /** which copy of the packet it is about; left out: the packet as it came */
  branch?: number;
  /** headers and metadata after it, when they are asked for; the same list as before when nothing changed */
  fields?: readonly FieldValue[];
} & (
  | { kind: "enter"; block: string }
  /** `select`: what its transition went by */
  | { kind: "state"; name: string; select?: Readonly<Record<string, string>> }
  | { kind: "emit"; header: string }
  /** `from`, `to`: bits of the packet that it took; negative in what the machine put before it */
  | { kind: "extract"; header: string; from: number; to: number }
  | { kind: "validity"; header: string; valid: boolean }
  /** `note`: where a real switch does otherwise */
  | { kind: "parserError"; error: string; note?: string }
  | { kind: "condition"; text: string; holds: boolean }
  | {
      kind: "table";
      name: string;
      keys: Readonly<Record<string, string>>;
      hit: boolean;
      /** handle of the entry; null on a miss */
      entry: number | null;
      action: string;
      parameters: Readonly<Record<string, string>>;
      /** of a selector: what its group could run, and the place in it of what the hash chose */
      members?: { all: readonly string[]; chosen: number };
    }
  | { kind: "assign"; target: string; before: string; after: string }
  | { kind: "extern"; name: string }
  | { kind: "message"; text: string }
  | { kind: "fate"; fate: string; text: string; lacking?: Lacking }
);

/**
 * The error of a parser on a switch of the BMv2 family, whose compiler leaves out what P4 asks for where no case of a
 * `select` matches.
 */
export const parserErrorEvent = (error: string): TraceEvent => ({
  ...{ kind: "parserError", at: null, error },
  ...(error === "NoMatch" && { note: "BMv2 runs what p4c makes of this without the error" }),
});

/** What the control plane has not set up and a packet asked for. */
export type Lacking = { session: number } | { group: number };

/** A copy of a packet, or its next round: what it comes from and why. */
export type TraceBranch = {
  parent: number | null;
  cause: string;
  /** whether what it costs is counted anew: clones and further rounds; else it goes on counting for its parent */
  isNewPass: boolean;
  /** events of the parent that it has in common with it: those before this one */
  from: number;
};

const WHOLE: TraceBranch = { parent: null, cause: "the packet as it came", isNewPass: true, from: 0 };

/** What happened to one packet that came in, its copies and rounds among it. */
export type Recording = {
  events: TraceEvent[];
  passes: Pass[];
  branches: TraceBranch[];
};

const newRecording = (): Recording => ({ events: [], passes: [], branches: [WHOLE] });

/** Events in the order of time, and the passes that they belong to, of the packet that is being processed. */
export class Trace {
  recording = newRecording();
  pass = new Pass(true);
  branch = 0;
  /** gives the fields as they are now; null: nobody asked for them */
  look: (() => readonly FieldValue[]) | null = null;

  add<T extends TraceEvent>(event: T): T {
    if (this.branch > 0) event.branch = this.branch;
    if (this.look) event.fields = this.look();
    this.recording.events.push(event);
    return event;
  }

  /** A new copy of the packet that is being processed. */
  fork(cause: string, isNewPass: boolean): number {
    const { branches, events } = this.recording;
    return branches.push({ parent: this.branch, cause, isNewPass, from: events.length }) - 1;
  }

  /** A pass begins, of a copy of the packet or of the packet itself. */
  beginPass(isWhole: boolean, branch: number): void {
    this.pass = new Pass(isWhole);
    this.branch = branch;
  }

  /** A pass is over: what it modified is known. */
  end(outcome: Pass["outcome"]): void {
    this.pass.outcome = outcome;
    this.pass.branch = this.branch;
    for (const event of this.pass.modifications()) counted(event, "modify");
    this.recording.passes.push(this.pass);
  }

  /** The newest event of this copy and of what it comes from for which `isWanted` holds. */
  last(isWanted: (event: TraceEvent) => boolean): TraceEvent | null {
    const { branches, events } = this.recording;
    let end = events.length;
    for (let at: number | null = this.branch; at !== null; at = branches[at]!.parent) {
      for (let i = end - 1; i >= 0; i--) {
        const event = events[i]!;
        if ((event.branch ?? 0) === at && isWanted(event)) return event;
      }
      end = branches[at]!.from;
    }
    return null;
  }

  /** Another packet comes in: what happens from now on is recorded apart. */
  begin(): Recording {
    this.recording = newRecording();
    this.branch = 0;
    return this.recording;
  }

  take(): Recording {
    const { recording } = this;
    this.begin();
    return recording;
  }
}
