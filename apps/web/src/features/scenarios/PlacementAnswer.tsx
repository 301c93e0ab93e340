"use client";
import { Alert, Button, ErrorState } from "@p4twin/ui";
import { formatDuration } from "@p4twin/ui/format";
import { Radio } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { FreezePlacement } from "./FreezePlacement.tsx";
import { answerOf } from "./placementWords.ts";
import type { PlacementRecord } from "./usePlacementRun.ts";

export type PlacementAnswerProps = { record: PlacementRecord; name: string; mayChange: boolean };

/** The answer of an engine in words: status, gap, conflicts, and the next step. */
export function PlacementAnswer({ record, name, mayChange }: PlacementAnswerProps) {
  if (record.status === "cancelled")
    return <Alert title="This run was cancelled">Place the chains again when you like.</Alert>;
  if (record.status === "failed") {
    return (
      <ErrorState title={`The engine ${record.engine} failed`} details={record.failure ?? undefined}>
        Nothing was changed. Try another engine or a longer time limit.
      </ErrorState>
    );
  }
  const { result } = record;
  if (!result) return null;
  const answer = answerOf(result);
  return (
    <Alert tone={answer.tone} title={answer.title}>
      <p>
        Found by {result.engine} in {formatDuration(result.timeMs)}. {answer.detail}
      </p>
      {result.conflicts.length > 0 ? (
        <ul aria-label="Conflicting constraints" className="mt-1 list-disc pl-5">
          {result.conflicts.map((conflict) => (
            <li key={conflict.message}>
              {conflict.message}
              {conflict.constraint ? (
                <span className="ml-1 text-xs text-ink-3">({conflict.constraint})</span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {mayChange ? (
        <div className="mt-2 flex flex-wrap gap-2">
          {result.embedded > 0 ? (
            <Button asChild variant="primary">
              <AppLink href={`/deployments/new?placement=${record.id}`}>
                <Radio aria-hidden /> Go live
              </AppLink>
            </Button>
          ) : null}
          <FreezePlacement placementId={record.id} name={name} />
        </div>
      ) : null}
    </Alert>
  );
}
