import type { TraceEvent } from "@p4twin/models/run";

/** What a kind of step is called. */
export const KIND_WORDS: Readonly<Record<TraceEvent["kind"], string>> = {
  enter: "block",
  state: "state",
  extract: "extract",
  emit: "emit",
  validity: "header",
  parserError: "error",
  condition: "if",
  table: "table",
  assign: "assign",
  extern: "extern",
  message: "log",
  fate: "packet",
};

const FATES: Readonly<Record<string, string>> = {
  sent: "leaves on",
  dropped: "is dropped:",
  resubmit: "is resubmitted:",
  recirculate: "is recirculated:",
};

/** A step in one line. */
export function stepTitle(event: TraceEvent): string {
  switch (event.kind) {
    case "enter":
      return event.block;
    case "state":
      return event.name;
    case "extract":
    case "emit":
      return event.header;
    case "validity":
      return `${event.header} is ${event.valid ? "added" : "removed"}`;
    case "parserError":
      return event.note ? `${event.error} (${event.note})` : event.error;
    case "condition":
      return `${event.text} is ${event.holds}`;
    case "table":
      return `${event.name}: ${event.hit ? "hit" : "miss"}, ${event.action}`;
    case "assign":
      return `${event.target} = ${event.after}`;
    case "extern":
      return event.name;
    case "message":
      return event.text;
    case "fate":
      return `${FATES[event.fate] ?? event.fate} ${event.text}`.trim();
  }
}
