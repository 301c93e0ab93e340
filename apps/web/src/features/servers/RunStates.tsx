"use client";
import { Alert, Progress } from "@p4twin/ui";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import type { ServersState } from "./useServers.ts";

const STAGES = { traverse: "filters found", compress: "filters left while they are compressed" } as const;

export type RunStatesProps = Omit<ServersState<unknown>, "answer"> & {
  /** "Synthesising the chain" */
  label: string;
  /** what went wrong with a bad input: "The chain cannot be read" */
  refused: string;
  onStop: () => void;
};

/** Work under way with its progress and a way to end it, what is wrong with the input, or what failed. */
export function RunStates({ running, progress, problems, failure, label, refused, onStop }: RunStatesProps) {
  return (
    <>
      {running ? (
        <Progress
          label={label}
          fraction={null}
          detail={progress ? `${progress.filters.toLocaleString("en")} ${STAGES[progress.stage]}` : null}
          onCancel={onStop}
        />
      ) : null}
      {failure ? (
        <Alert tone="bad" title="The computation failed">
          {failure}
        </Alert>
      ) : null}
      {problems.length > 0 ? (
        <Alert tone="bad" title={refused}>
          <DiagnosticList diagnostics={problems} />
        </Alert>
      ) : null}
    </>
  );
}
