"use client";
import { ErrorState, Progress } from "@p4twin/ui";
import type { StudyState } from "./useStudy.ts";

export type StudyStatusProps = StudyState & {
  /** "Looking at every failure" */
  label: string;
  /** what is counted: "failures" */
  unit: string;
  onStop: () => void;
  onRetry: () => void;
};

/** A study under way, or why it ended without a result. */
export function StudyStatus({ running, progress, failure, label, unit, onStop, onRetry }: StudyStatusProps) {
  if (failure !== null) {
    return (
      <ErrorState title={`${label} failed`} details={failure} onRetry={onRetry}>
        Nothing was changed.
      </ErrorState>
    );
  }
  if (!running) return null;
  const { done, total } = progress ?? { done: 0, total: null };
  return (
    <Progress
      label={label}
      fraction={total === null || total === 0 ? null : done / total}
      detail={total === null ? `${done} ${unit}` : `${done} of ${total} ${unit}`}
      onCancel={onStop}
    />
  );
}
