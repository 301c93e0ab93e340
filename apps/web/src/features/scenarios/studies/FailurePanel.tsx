"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { type Change, encodeChanges, type SweepCase } from "@p4twin/models/placement";
import { Badge, Button, type Column, EmptyState, Panel, Table } from "@p4twin/ui";
import { formatWords } from "@p4twin/ui/format";
import { ShieldAlert } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/lib/countOf.ts";
import { QUICK_ENGINE } from "../browserRuns.ts";
import type { ShownAnswer } from "../useShownAnswer.ts";
import { ChainEffects } from "../whatIf/ChainEffects.tsx";
import { DeltaText } from "../whatIf/DeltaText.tsx";
import type { WhatIfControls } from "../whatIf/useWhatIf.ts";
import { StudyStatus } from "./StudyStatus.tsx";
import { sweepOutcome } from "./sweepOutcome.ts";
import { useStudy } from "./useStudy.ts";

// seconds for all failures; what is left then is counted (our choice)
const LIMIT_S = 60;

export type FailurePanelProps = {
  shown: ShownAnswer;
  profiles: readonly DeviceProfile[];
  whatIf: WhatIfControls;
  chain: string | null;
  onSelectChain: (chain: string) => void;
};

/** Every single failure of a device, switch or link in use, worst first; a click makes one happen in the what-if. */
export function FailurePanel({ shown, profiles, whatIf, chain, onSelectChain }: FailurePanelProps) {
  const { changes, prediction, set } = whatIf;
  const study = useStudy((answer) => (answer.kind === "sweep" ? answer.sweep : null));
  const [under, setUnder] = useState<readonly Change[]>([]);
  const run = (): void => {
    setUnder(changes);
    study.ask({
      problem: shown.problem,
      profiles,
      engine: QUICK_ENGINE,
      timeLimitS: LIMIT_S,
      study: { kind: "sweep", placement: shown.placement, changes },
    });
  };
  const { result } = study;
  const applied = encodeChanges(changes);
  const withCase = (found: SweepCase): Change[] => [...under, ...found.changes];
  const selected = result?.cases.find((found) => encodeChanges(withCase(found)) === applied);
  const keyOf = ({ kind, ids }: SweepCase): string => `${kind} ${ids.join(" – ")}`;
  const columns: Column<SweepCase>[] = [
    {
      id: "what",
      header: "When this fails",
      cell: ({ kind, ids }) => (
        <span>
          <span className="font-medium">{ids.join(" – ")}</span>{" "}
          <span className="text-xs text-ink-3">{kind}</span>
        </span>
      ),
    },
    {
      id: "outcome",
      header: "Outcome",
      cell: (found) => {
        const { tone, badge, words } = sweepOutcome(found);
        return (
          <span className="flex flex-wrap items-center gap-1.5">
            <Badge tone={tone}>{badge}</Badge>
            <span className="text-xs text-ink-2">{formatWords(words)}</span>
          </span>
        );
      },
    },
    { id: "hit", header: "Hit", unit: "chains", numeric: true, cell: ({ chains }) => chains.length },
    {
      id: "added",
      header: "Added",
      unit: "µs",
      numeric: true,
      hint: "longest delay that a detour or a new place adds to one chain",
      cell: ({ addedUs }) => <DeltaText delta={addedUs} />,
    },
  ];
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <Panel
        title="Failures"
        subtitle={
          result
            ? `${countOf(result.cases.length, "failure")} looked at${result.left > 0 ? `, ${result.left} left when time ran out` : ""}`
            : "one device, switch or link at a time"
        }
        actions={
          study.running ? null : (
            <Button size="sm" icon={<ShieldAlert aria-hidden />} onClick={run}>
              {result ? "Look again" : "Look at every failure"}
            </Button>
          )
        }
        bodyClassName={result ? "p-0 overflow-x-auto" : undefined}
        footer={
          result
            ? `Nothing happens when one of the others fails: ${countOf(result.unused.devices, "device")}, ${countOf(result.unused.switches, "switch", "switches")}, ${countOf(result.unused.links, "link")} carry no chain.`
            : undefined
        }
      >
        {result ? (
          <Table
            caption="Failures, worst first"
            columns={columns}
            rows={result.cases}
            rowKey={keyOf}
            selectedKey={selected ? keyOf(selected) : null}
            onSelect={(found) => set(withCase(found))}
            empty="No chain has a place, so no failure can hit one."
          />
        ) : study.running || study.failure ? (
          <StudyStatus
            {...study}
            label="Looking at every failure"
            unit="failures"
            onStop={study.stop}
            onRetry={run}
          />
        ) : (
          <EmptyState icon={<ShieldAlert aria-hidden />} title="What would one failure do?">
            Every device, switch and link in use fails once: which chains are hit, what their detours take,
            and where lost ones could run again.
          </EmptyState>
        )}
      </Panel>
      {selected && prediction ? (
        <Panel title={`After ${selected.ids.join(" – ")} has failed`} bodyClassName="p-0 overflow-x-auto">
          <ChainEffects prediction={prediction} selected={chain} onSelect={onSelectChain} />
        </Panel>
      ) : null}
    </div>
  );
}
