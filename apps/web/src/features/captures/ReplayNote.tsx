"use client";
import { Alert, textLink } from "@p4twin/ui";
import { formatPercent } from "@p4twin/ui/format";
import { AppLink } from "@/lib/AppLink.tsx";
import { runWords } from "./captureWords.ts";
import { useRuns } from "./useRuns.ts";

/** Says on a deployment's twin that what it shows now comes from a capture, and not only from switches. */
export function ReplayNote({ deploymentId }: { deploymentId: string }) {
  const runs = useRuns({ deploymentId });
  const running = (runs.data ?? []).filter((r) => r.state === "running" && r.mode !== "analyse");
  return running.map((run) => (
    <Alert key={run.id} tone="info" title={`A capture is replayed into this twin: ${run.captureName}`}>
      {runWords(run)}, {formatPercent(run.progress.fraction)} done. Its measurements appear together with
      those of the switches.{" "}
      <AppLink href={`/telemetry/captures/${run.captureId}`} className={textLink}>
        Open the capture
      </AppLink>
    </Alert>
  ));
}
