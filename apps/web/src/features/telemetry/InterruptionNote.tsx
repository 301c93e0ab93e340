import { Alert } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { countOf } from "@/lib/countOf.ts";
import type { TelemetryState } from "./useTelemetry.ts";

/** Says what a process that was killed has cost, until the server is started again. */
export function InterruptionNote({ interruption }: Pick<TelemetryState["writer"], "interruption">) {
  if (!interruption) return null;
  const { lastSignMs, rows } = interruption;
  return (
    <Alert
      tone="warn"
      title={`The server was ended without being asked to, after ${formatDateTime(lastSignMs)}`}
    >
      {rows > 0
        ? `${countOf(rows, "closed window")} that it had left on disk ${rows === 1 ? "was" : "were"} stored. `
        : ""}
      The second that was in progress is lost, and what switches sent until it ran again.
    </Alert>
  );
}
