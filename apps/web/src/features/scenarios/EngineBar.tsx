"use client";
import { Button, Panel, Progress, type SelectOption } from "@p4twin/ui";
import { formatSignificant } from "@p4twin/ui/format";
import { Play } from "lucide-react";
import { EngineFields } from "@/lib/EngineFields.tsx";
import { otherEngineHint } from "./scenarioWords.ts";
import { isRunning, type PlacementRecord } from "./usePlacementRun.ts";

export type EngineBarProps = {
  engines: readonly SelectOption<string>[];
  engine: string;
  /** engine of the answer that is shown; null while none is */
  shownEngine: string | null;
  onEngineChange: (engine: string) => void;
  timeLimitS: number;
  onTimeLimitChange: (seconds: number) => void;
  record: PlacementRecord | null;
  onRun: (() => void) | null;
  onCancel: () => void;
  starting: boolean;
};

/** Which engine looks, for how long, and how far it is. */
export function EngineBar(props: EngineBarProps) {
  const { engines, engine, shownEngine, timeLimitS, record, onRun, starting } = props;
  const hint = otherEngineHint(engine, shownEngine);
  const running = record !== null && isRunning(record);
  return (
    <Panel>
      <div className="flex flex-wrap items-end gap-3">
        <EngineFields
          engines={engines}
          engine={engine}
          onEngineChange={props.onEngineChange}
          timeLimitS={timeLimitS}
          onTimeLimitChange={(value) => props.onTimeLimitChange(value ?? 30)}
        />
        {onRun ? (
          <Button
            variant="primary"
            icon={<Play aria-hidden />}
            busy={starting}
            disabled={running}
            onClick={onRun}
          >
            Place chains
          </Button>
        ) : null}
        {running ? (
          <Progress
            className="min-w-64 grow"
            label={record.status === "queued" ? "Waiting for a worker" : `${record.engine} is searching`}
            fraction={record.progress?.fraction ?? null}
            detail={
              <>
                incumbent {formatSignificant(record.progress?.incumbent ?? null)}, bound{" "}
                {formatSignificant(record.progress?.bound ?? null)}
              </>
            }
            onCancel={props.onCancel}
          />
        ) : null}
      </div>
      {hint ? <p className="mt-1.5 text-xs text-ink-3">{hint}</p> : null}
    </Panel>
  );
}
