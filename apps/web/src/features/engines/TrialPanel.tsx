"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { libraryNames } from "@p4twin/models/library/names";
import { Alert, Button, EmptyState, Field, Panel, Progress, SegmentedControl, Select } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useTRPC } from "@/lib/trpc.ts";
import { useEngineUrl } from "./engineUrl.ts";
import { FailureView, PrintedText } from "./FailureView.tsx";
import { TRIAL_LIMIT_S } from "./runPython.ts";
import { EstimateTable, PlacementTables } from "./TrialTables.tsx";
import type { TrialOutcome, TrialQuestion } from "./trial.ts";
import type { TrialState } from "./useTrial.ts";

const problems = [".yaml", ".json"].flatMap((extension) =>
  libraryNames("problems", extension).map((name) => `${name}${extension}`),
);
const programs = libraryNames("programs", ".p4");

export type TrialPanelProps = {
  profiles: readonly DeviceProfile[];
  state: TrialState;
  /** what the engine is tried on when nothing was chosen */
  defaultCall: "estimate" | "place";
  /** where it runs: "in this browser" */
  where: string;
  onRun: (question: TrialQuestion) => void;
  onStop: () => void;
  onReveal?: ((line: number) => void) | undefined;
};

/** Tries an engine on a program and a device, or on a problem, and shows its answer beside the built-in ones. */
export function TrialPanel(props: TrialPanelProps) {
  const { profiles, state, defaultCall, where, onRun, onStop, onReveal } = props;
  const trpc = useTRPC();
  const [url, setUrl] = useEngineUrl();
  const own = useQuery(trpc.programs.list.queryOptions());
  const call = url.call ?? defaultCall;
  const { program, device, problem } = url;
  const busy = ["loading", "starting", "running"].includes(state.phase);
  return (
    <Panel
      title="Try it"
      subtitle={`runs ${where}, ${TRIAL_LIMIT_S} s at most`}
      bodyClassName="flex flex-col gap-3"
      actions={
        <Button
          size="sm"
          variant="primary"
          disabled={busy}
          icon={<Play aria-hidden />}
          onClick={() => onRun({ call, program, device, problem })}
        >
          Run
        </Button>
      }
    >
      <div className="flex flex-wrap items-end gap-3">
        <SegmentedControl
          aria-label="What to try"
          value={call}
          options={[
            { value: "estimate", label: "estimate" },
            { value: "place", label: "place" },
          ]}
          onValueChange={(next) => void setUrl({ call: next })}
        />
        {call === "estimate" ? (
          <>
            <Field label="Program" className="min-w-40 grow">
              {(field) => (
                <Select
                  {...field}
                  value={program}
                  options={[
                    ...programs.map((name) => ({ value: `lib:${name}`, label: name, hint: "library" })),
                    ...(own.data ?? []).map(({ name, latest }) => ({ value: latest.id, label: name })),
                  ]}
                  onValueChange={(next) => void setUrl({ program: next })}
                />
              )}
            </Field>
            <Field label="Device" className="min-w-40 grow">
              {(field) => (
                <Select
                  {...field}
                  value={device}
                  options={profiles.map(({ id, title }) => ({ value: id, label: id, hint: title }))}
                  onValueChange={(next) => void setUrl({ device: next })}
                />
              )}
            </Field>
          </>
        ) : (
          <Field label="Problem" className="min-w-40 grow">
            {(field) => (
              <Select
                {...field}
                value={problem}
                options={problems.map((name) => ({ value: name, label: name }))}
                onValueChange={(next) => void setUrl({ problem: next })}
              />
            )}
          </Field>
        )}
      </div>
      <TrialView state={state} where={where} onStop={onStop} onReveal={onReveal} />
    </Panel>
  );
}

type TrialViewProps = Pick<TrialPanelProps, "state" | "where" | "onStop" | "onReveal">;

function TrialView({ state, where, onStop, onReveal }: TrialViewProps) {
  if (state.phase === "idle")
    return (
      <EmptyState title="Not run yet">
        Run it to compare its answer with those of the built-in engines.
      </EmptyState>
    );
  if (state.phase === "loading")
    return (
      <Progress
        label={state.fraction === null ? "Asking the built-in engines" : "Loading Python (once, some 12 MB)"}
        fraction={state.fraction}
        onCancel={onStop}
      />
    );
  if (state.phase === "starting")
    return <Progress label="Starting Python" fraction={null} onCancel={onStop} />;
  if (state.phase === "running")
    return <Progress label={`Running ${where}`} fraction={null} onCancel={onStop} />;
  if (state.phase === "failed")
    return (
      <Alert tone="bad" title="The engine could not be tried">
        {state.message}
      </Alert>
    );
  return <OutcomeView outcome={state.outcome} onReveal={onReveal} />;
}

function OutcomeView({ outcome, onReveal }: { outcome: TrialOutcome } & Pick<TrialPanelProps, "onReveal">) {
  if (outcome.kind === "failed")
    return <FailureView failure={outcome.failure} printed={outcome.printed} onReveal={onReveal} />;
  return (
    <div className="flex flex-col gap-3">
      <p role="status" className="text-sm text-ink-2">
        {outcome.kind === "estimate"
          ? `Answered ${outcome.report.estimates.length} paths in ${outcome.tookMs.toFixed(0)} ms.`
          : `Placed ${outcome.placement.embedded} chains in ${outcome.tookMs.toFixed(0)} ms; every constraint was checked.`}
      </p>
      <div className="overflow-x-auto">
        {outcome.kind === "estimate" ? (
          <EstimateTable report={outcome.report} references={outcome.references} />
        ) : (
          <PlacementTables placement={outcome.placement} references={outcome.references} />
        )}
      </div>
      {outcome.kind === "estimate"
        ? outcome.report.notes.map((note) => (
            <p key={note} className="text-xs text-ink-3">
              {note}
            </p>
          ))
        : null}
      <PrintedText printed={outcome.printed} />
    </div>
  );
}
