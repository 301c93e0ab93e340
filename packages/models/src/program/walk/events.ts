import type { Construct, Span } from "../../core/index.ts";

/** `bytes` of an addition or removal: the header's length, null when it is not known. */
export type CountEvent = {
  kind: "count";
  construct: Exclude<Construct, "modify">;
  span: Span;
  header?: string;
  table?: string;
  bytes?: number | null;
};

/**
 * What happens to the counts along a path. `count` adds one at once. Field writes only count if the header is
 * still there at the end, so they are kept as marks on header cells: `write` sets the mark, `clear` takes it
 * away with the header, `move` carries it when a stack shifts.
 */
export type WalkEvent =
  | CountEvent
  | { kind: "write"; cell: string; span: Span }
  | { kind: "clear"; cell: string }
  | { kind: "move"; from: string; to: string }
  | { kind: "extern"; name: string };

/** A text that is the same for the same events. */
export const eventKey = (event: WalkEvent): string => {
  switch (event.kind) {
    case "count":
      return `${event.construct}:${event.header ?? event.table ?? ""}`;
    case "write":
    case "clear":
      return `${event.kind}:${event.cell}`;
    case "move":
      return `move:${event.from}>${event.to}`;
    case "extern":
      return `extern:${event.name}`;
  }
};
