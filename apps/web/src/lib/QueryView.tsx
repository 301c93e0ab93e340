"use client";
import { Alert, Button, ErrorState, SkeletonRows } from "@p4twin/ui";
import { formatClock } from "@p4twin/ui/format";
import type { ReactNode } from "react";
import { ButtonLink } from "./ButtonLink.tsx";
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
  /** where the list of such things is: the data are all of the page, so what fails is its heading */
  list?: string;
  children: (data: T) => ReactNode;
};

/** What the server found wrong, at most. */
const SHOWN = 20;

/** Loading, failed, stale and ready states of server data; the empty state belongs to `children`. */
export function QueryView<T>({ query, what, skeleton, list, children }: QueryViewProps<T>) {
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
    const { what: happened, where, remedy, diagnostics, missing } = describeError(query.error);
    const toList = list ? <ButtonLink href={list}>Show the list</ButtonLink> : null;
    if (list && missing)
      return (
        <ErrorState title="Nothing is at this address" titleAs="h1" action={toList}>
          {what} was removed, or the address is incomplete or belongs to another workspace.
        </ErrorState>
      );
    return (
      <ErrorState
        title={`${what} could not be loaded`}
        titleAs={list ? "h1" : "p"}
        action={toList}
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
