"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import type { Change, Problem } from "@p4twin/models/placement";
import { Button } from "@p4twin/ui";
import { formatSignificant, formatWords } from "@p4twin/ui/format";
import { Wand } from "lucide-react";
import { useEffect } from "react";
import { studyEngine } from "../browserRuns.ts";
import { StudyStatus } from "./StudyStatus.tsx";
import { useStudy } from "./useStudy.ts";

// seconds for all kinds (our choice); what was not looked at is told
const LIMIT_S = 30;

const UNITS = { us: "µs", Gbps: "Gbps", USD: "$", chains: "" } as const;

export type RelaxationListProps = {
  problem: Problem;
  profiles: readonly DeviceProfile[];
  /** tries a relaxation: its changes are set and the chains placed anew */
  onTry: (changes: readonly Change[]) => void;
  busy: boolean;
};

/** What would make an infeasible problem feasible, the least of each kind, as buttons. */
export function RelaxationList({ problem, profiles, onTry, busy }: RelaxationListProps) {
  const study = useStudy((answer) => (answer.kind === "relax" ? answer.relaxations : null));
  const { ask } = study;
  const engine = studyEngine(problem);
  useEffect(() => {
    ask({ problem, profiles, engine, timeLimitS: LIMIT_S, study: { kind: "relax" } });
  }, [ask, problem, profiles, engine]);
  const retry = (): void => ask({ problem, profiles, engine, timeLimitS: LIMIT_S, study: { kind: "relax" } });
  const found = study.result?.relaxations ?? [];
  return (
    <div className="mt-2 flex flex-col gap-2">
      <StudyStatus
        {...study}
        label="Looking for what would make it fit"
        unit="placements solved"
        onStop={study.stop}
        onRetry={retry}
      />
      {found.length > 0 ? (
        <ul aria-label="What would make it fit" className="flex flex-col gap-1.5">
          {found.map((relaxation) => (
            <li key={relaxation.message} className="flex flex-wrap items-baseline gap-2">
              <Button
                size="sm"
                icon={<Wand aria-hidden />}
                busy={busy}
                onClick={() => onTry(relaxation.changes)}
              >
                Try
              </Button>
              <span className="min-w-0 grow basis-64">
                {formatWords(relaxation.message)}{" "}
                <span className="text-xs text-ink-3">
                  ({formatSignificant(relaxation.amount)} {UNITS[relaxation.unit]}
                  {relaxation.proven ? ", the least of its kind" : ", less may do"})
                </span>
              </span>
            </li>
          ))}
        </ul>
      ) : null}
      {study.result && found.length === 0 ? (
        <p>Nothing that was tried makes it fit. {formatWords(study.result.notes.join("; "))}</p>
      ) : null}
    </div>
  );
}
