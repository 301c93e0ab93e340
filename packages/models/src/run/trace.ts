import type { Construct, Span } from "../core/index.ts";
import { Pass } from "./pass.ts";

/** One thing that happened to a packet; values are as text, numbers in hexadecimal. */
export type TraceEvent = {
  at: Span | null;
  /** what the latency model counts of it */
  construct?: Construct;
} & (
  | { kind: "enter"; block: string }
  | { kind: "state"; name: string }
  | { kind: "extract" | "emit"; header: string }
  | { kind: "validity"; header: string; valid: boolean }
  | { kind: "parserError"; error: string }
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
    }
  | { kind: "assign"; target: string; before: string; after: string }
  | { kind: "extern"; name: string }
  | { kind: "message"; text: string }
  | { kind: "fate"; fate: string; text: string }
);

/** Events in the order of time, and the passes that they belong to. */
export class Trace {
  events: TraceEvent[] = [];
  pass = new Pass(true);
  passes: Pass[] = [];

  add<T extends TraceEvent>(event: T): T {
    this.events.push(event);
    return event;
  }

  /** A pass is over: what it modified is known. */
  end(outcome: Pass["outcome"]): void {
    this.pass.outcome = outcome;
    for (const event of this.pass.modifications()) event.construct = "modify";
    this.passes.push(this.pass);
  }

  take(): { events: TraceEvent[]; passes: Pass[] } {
    const { events, passes } = this;
    this.events = [];
    this.passes = [];
    return { events, passes };
  }
}
