"use client";
import { planEngines } from "@p4twin/models/placement";
import { Button, Panel, Progress } from "@p4twin/ui";
import { Play, Server } from "lucide-react";
import { EngineFields } from "@/lib/EngineFields.tsx";
import type { RouterOutputs } from "@/lib/trpc.ts";

const ABOUT: Readonly<Record<string, string>> = {
  exact: "over kinds of devices and functions",
  ilp: "the program of the thesis, device by device: small problems",
};

export type PlanControlsProps = {
  engine: string;
  onEngineChange: (engine: string) => void;
  seconds: number;
  onSecondsChange: (seconds: number) => void;
  running: boolean;
  stored: RouterOutputs["plans"]["get"] | null;
  onPlan: () => void;
  /** null: not allowed */
  onPlanOnServer: (() => void) | null;
  onStop: () => void;
};

/** Engine, limit, and where it runs: in this browser, or as a job that outlives the page. */
export function PlanControls(props: PlanControlsProps) {
  const { engine, seconds, running, stored, onPlan, onPlanOnServer, onStop } = props;
  const waiting = stored !== null && (stored.status === "queued" || stored.status === "running");
  return (
    <Panel>
      <div className="flex flex-wrap items-end gap-3">
        <EngineFields
          engines={Object.keys(planEngines).map((id) => ({ value: id, label: id, hint: ABOUT[id] }))}
          engine={engine}
          onEngineChange={props.onEngineChange}
          timeLimitS={seconds}
          onTimeLimitChange={(value) =>
            value !== null && props.onSecondsChange(Math.max(1, Math.round(value)))
          }
        />
        <Button variant="primary" icon={<Play aria-hidden />} disabled={running || waiting} onClick={onPlan}>
          Plan devices
        </Button>
        {onPlanOnServer ? (
          <Button icon={<Server aria-hidden />} disabled={running || waiting} onClick={onPlanOnServer}>
            Plan on the server
          </Button>
        ) : null}
        {running || waiting ? (
          <Progress
            className="min-w-64 grow"
            label={waiting && stored.status === "queued" ? "Waiting for a worker" : `${engine} is planning`}
            fraction={null}
            onCancel={onStop}
          />
        ) : null}
      </div>
    </Panel>
  );
}
