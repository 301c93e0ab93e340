"use client";
import { Alert, Button, Field, NumberInput, Panel, SegmentedControl, Select, textLink } from "@p4twin/ui";
import { formatDuration } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { describeError } from "@/lib/describeError.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { type CaptureSummary, spanMs } from "./captureWords.ts";

const MODES = [
  { value: "analyse", label: "Analyse only" },
  { value: "replay", label: "Replay" },
  { value: "fill", label: "All at once" },
] as const;
type Mode = (typeof MODES)[number]["value"];

const MODE_HINTS: Record<Mode, string> = {
  analyse: "Says what belongs to which segment, with p50, p95 and p99. Nothing is stored.",
  replay: "Replays at the original pace, as if sent now: the twin shows them live, alarms rise.",
  fill: "As fast as it goes. The windows keep the capture's own spacing and end now: the twin shows them as the time before.",
};

/** Takes the capture through the pipeline of a deployment. */
export function RunPanel({ captureId, summary }: { captureId: string; summary: CaptureSummary }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const deployments = useQuery(trpc.deployments.list.queryOptions());
  // in the URL: whoever comes back from the twin finds what was chosen
  const [{ mode, deployment: chosen }, setUrl] = useQueryStates({
    mode: parseAsStringLiteral(MODES.map((m) => m.value)).withDefault("analyse"),
    deployment: parseAsString,
  });
  const [speed, setSpeed] = useState<number | null>(1);
  const start = useMutation(
    trpc.captures.runs.start.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.captures.runs.pathKey() }),
    }),
  );
  const span = spanMs(summary);
  const takesMs = mode === "replay" && span !== null && speed !== null ? span / speed : null;
  return (
    <Panel title="Test against a deployment">
      <QueryView query={deployments} what="The deployments">
        {(list) => {
          const deployment = list.find((d) => d.id === chosen) ?? list[0];
          if (!deployment)
            return (
              <Alert tone="info" title="No segment is bound yet">
                <AppLink href="/deployments/new" className={textLink}>
                  Bind segments
                </AppLink>{" "}
                to switches first; the flows and node ids below say which.
              </Alert>
            );
          const speedFits = mode !== "replay" || (speed !== null && speed >= 0.1 && speed <= 100);
          return (
            <div className="flex flex-col gap-3">
              <SegmentedControl
                aria-label="What to do"
                value={mode}
                onValueChange={(next) => void setUrl({ mode: next })}
                options={MODES}
              />
              <p className="max-w-prose text-ink-2">{MODE_HINTS[mode]}</p>
              <div className="flex flex-wrap items-start gap-3">
                <Field label="Deployment" className="min-w-56 grow">
                  {(control) => (
                    <Select
                      {...control}
                      value={deployment.id}
                      onValueChange={(id) => void setUrl({ deployment: id })}
                      options={list.map((d) => ({ value: d.id, label: d.name }))}
                    />
                  )}
                </Field>
                {mode === "replay" ? (
                  <Field
                    label="Speed"
                    hint={takesMs === null ? "0.1 to 100" : `takes ${formatDuration(takesMs)}`}
                    className="w-40"
                  >
                    {(control) => (
                      <NumberInput
                        {...control}
                        value={speed}
                        onValueChange={setSpeed}
                        unit="times"
                        min={0.1}
                        max={100}
                        step={1}
                      />
                    )}
                  </Field>
                ) : null}
              </div>
              <Button
                variant="primary"
                className="self-start"
                icon={<Play aria-hidden />}
                busy={start.isPending}
                disabled={!speedFits}
                onClick={() =>
                  start.mutate({
                    captureId,
                    deploymentId: deployment.id,
                    mode,
                    speed: mode === "replay" ? speed : null,
                  })
                }
              >
                {mode === "analyse" ? "Analyse capture" : "Replay capture"}
              </Button>
              {start.error ? <Alert tone="bad" title={describeError(start.error).what} /> : null}
            </div>
          );
        }}
      </QueryView>
    </Panel>
  );
}
