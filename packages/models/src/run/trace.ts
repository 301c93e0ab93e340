import type { Span } from "../core/index.ts";

/** One thing that happened to a packet; values are as text, numbers in hexadecimal. */
export type TraceEvent = { at: Span | null } & (
  | { kind: "enter"; block: string }
  | { kind: "state"; name: string }
  | { kind: "extract"; header: string }
  | { kind: "parserError"; error: string }
  | { kind: "condition"; text: string; holds: boolean }
  | {
      kind: "table";
      name: string;
      keys: Readonly<Record<string, string>>;
      hit: boolean;
      entry: string;
      action: string;
    }
  | { kind: "action"; name: string; parameters: Readonly<Record<string, string>> }
  | { kind: "assign"; target: string; before: string; after: string }
  | { kind: "extern"; name: string; text: string }
  | { kind: "message"; text: string }
  | { kind: "fate"; fate: string; text: string }
  | { kind: "emit"; header: string }
);

/** Events in the order of time. */
export class Trace {
  events: TraceEvent[] = [];

  add(event: TraceEvent): void {
    this.events.push(event);
  }

  take(): TraceEvent[] {
    const { events } = this;
    this.events = [];
    return events;
  }
}
