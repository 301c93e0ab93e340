"use client";
import { Alert, Button, ErrorState, SkeletonRows } from "@p4twin/ui";
import { formatClock } from "@p4twin/ui/format";
import type { ReactNode } from "react";
import { describeError } from "./describeError.ts";

/** The part of a query result that a view needs. */
export type ViewedQuery<T> = {
  data: T | undefined;
  error: unknown;
  dataUpdatedAt: number;
  refetch: () => unknown;
};

export type QueryViewProps<T> = {
  query: ViewedQuery<T>;
  /** names the data in messages: "The programs" */
  what: string;
  skeleton?: ReactNode;
  children: (data: T) => ReactNode;
};

/** What the server found wrong, at most. */
const SHOWN = 20;

/** Loading, failed, stale and ready states of server data; the empty state belongs to `children`. */
export function QueryView<T>({ query, what, skeleton, children }: QueryViewProps<T>) {
  const retry = () => void query.refetch();
  if (query.data !== undefined) {
    return (
      <>
        {query.error ? (
          <Alert
            tone="warn"
            title={`${what}: as of ${formatClock(query.dataUpdatedAt)}`}
            action={
              <Button size="sm" onClick={retry}>
                Refresh
              </Button>
            }
            className="mb-3"
          >
            {describeError(query.error).what}
          </Alert>
        ) : null}
        {children(query.data)}
      </>
    );
  }
  if (query.error) {
    const { what: happened, where, remedy, diagnostics } = describeError(query.error);
    return (
      <ErrorState
        title={`${what} could not be loaded`}
        details={diagnostics.slice(0, SHOWN).join("\n") || (where ?? undefined)}
        detailsOpen={diagnostics.length > 0}
        onRetry={retry}
      >
        {happened} {remedy}
      </ErrorState>
    );
  }
  return skeleton ?? <SkeletonRows rows={6} label={`Loading ${what.toLowerCase()}`} />;
}
