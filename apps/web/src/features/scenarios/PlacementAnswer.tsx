"use client";
import type { Placement } from "@p4twin/models/placement";
import { Alert, ErrorState } from "@p4twin/ui";
import { formatDuration, formatWords } from "@p4twin/ui/format";
import { FileText, Radio } from "lucide-react";
import type { ReactNode } from "react";
import { newPlacementReport } from "@/features/reports/index.ts";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { answerOf } from "./placementWords.ts";
import type { PlacementRecord } from "./usePlacementRun.ts";
import type { ShownAnswer } from "./useShownAnswer.ts";

export type StoredAnswerProps = {
  record: PlacementRecord;
  mayChange: boolean;
  /** what would make an infeasible answer fit */
  relaxations: ReactNode;
};

/** How a stored run ended when it has no answer: cancelled or failed. */
export function RunEnd({ record }: { record: PlacementRecord }) {
  if (record.status === "cancelled")
    return <Alert title="This run was cancelled">Place the chains again when you like.</Alert>;
  if (record.status !== "failed") return null;
  return (
    <ErrorState title={`The engine ${record.engine} failed`} details={record.failure ?? undefined}>
      Nothing was changed. Try another engine or a longer time limit.
    </ErrorState>
  );
}

/** The answer of a stored run, and the next steps: go live, freeze. */
export function StoredAnswer({ record, mayChange, relaxations }: StoredAnswerProps) {
  if (!record.result) return <RunEnd record={record} />;
  return (
    <AnswerAlert placement={record.result}>
      {relaxations}
      {mayChange ? (
        <div className="mt-2 flex flex-wrap gap-2">
          {record.result.embedded > 0 ? (
            <ButtonLink variant="primary" href={`/deployments/new?placement=${record.id}`}>
              <Radio aria-hidden /> Go live
            </ButtonLink>
          ) : null}
          <ButtonLink href={newPlacementReport(record.id)}>
            <FileText aria-hidden /> Freeze report
          </ButtonLink>
        </div>
      ) : null}
    </AnswerAlert>
  );
}

/** An answer that the browser found by itself: not stored, so it cannot go live yet. */
export function BrowserAnswer({
  placement,
  violations,
  relaxations,
}: ShownAnswer & { relaxations: ReactNode }) {
  const broken = violations ?? [];
  if (broken.length > 0) {
    return (
      <Alert tone="bad" title={`The answer of ${placement.engine} breaks ${broken.length} constraints`}>
        <ul className="list-disc pl-5">
          {broken.slice(0, 5).map((violation) => (
            <li key={violation.message}>{formatWords(violation.message)}</li>
          ))}
        </ul>
      </Alert>
    );
  }
  return (
    <AnswerAlert placement={placement}>
      <p>
        Worked out and checked in this browser, not stored. Place the chains to keep it, go live or share it.
      </p>
      {relaxations}
    </AnswerAlert>
  );
}

/** Status, gap and conflicts of an answer in words. */
function AnswerAlert({ placement, children }: { placement: Placement; children: ReactNode }) {
  const answer = answerOf(placement);
  return (
    <Alert tone={answer.tone} title={answer.title}>
      <p>
        Found by {placement.engine} in {formatDuration(placement.timeMs)}. {answer.detail}
      </p>
      {placement.conflicts.length > 0 ? (
        <ul aria-label="Conflicting constraints" className="mt-1 list-disc pl-5">
          {placement.conflicts.map((conflict) => (
            <li key={conflict.message}>
              {formatWords(conflict.message)}
              {conflict.constraint ? (
                <span className="ml-1 text-xs text-ink-3">({conflict.constraint})</span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {children}
    </Alert>
  );
}
