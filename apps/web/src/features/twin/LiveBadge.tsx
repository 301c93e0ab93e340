import { Badge } from "@p4twin/ui";
import { formatClock } from "@p4twin/ui/format";
import type { LiveStatus } from "./useLiveTwin.ts";

const since = (ms: number | null): string => (ms === null ? "" : ` since ${formatClock(ms)}`);

/** Whether the page follows the network, and since when it does not. */
export function LiveBadge({ status }: { status: LiveStatus }) {
  const { state, sinceMs } = status;
  const looks = {
    live: { tone: "ok", text: "live" },
    paused: { tone: "neutral", text: "stored range" },
    connecting: {
      tone: "neutral",
      text: sinceMs === null ? "waiting for telemetry" : `reconnecting${since(sinceMs)}`,
    },
    stale: { tone: "warn", text: `nothing arrives${since(sinceMs)}` },
    failed: { tone: "bad", text: `stream failed${since(sinceMs)}` },
  } as const;
  const { tone, text } = looks[state];
  return (
    <span role="status">
      <Badge tone={tone}>{text}</Badge>
    </span>
  );
}
