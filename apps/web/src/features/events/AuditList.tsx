"use client";
import { EmptyState, nameLink, SkeletonRows } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { History } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterInputs, useTRPC } from "@/lib/trpc.ts";
import { auditWords } from "./auditWords.ts";
import { POLL_MS } from "./useEvents.ts";

/** Who did what when, newest first: of one event, or of what passes a filter (then each entry names its segment). */
export function AuditList({ filter }: { filter: RouterInputs["events"]["audit"] }) {
  const trpc = useTRPC();
  const audit = useQuery(
    trpc.events.audit.queryOptions(filter, { refetchInterval: POLL_MS, placeholderData: keepPreviousData }),
  );
  return (
    <QueryView query={audit} what="The audit" skeleton={<SkeletonRows rows={4} label="Loading the audit" />}>
      {(list) =>
        list.length === 0 ? (
          <EmptyState icon={<History aria-hidden />} title="Nothing has happened yet">
            Events, mutes, changed thresholds and deliveries are listed here with who, when, before and after.
          </EmptyState>
        ) : (
          <ol aria-label="Audit" className="flex flex-col">
            {list.map((entry) => {
              const { title, detail } = auditWords(entry);
              return (
                <li
                  key={entry.id}
                  className="grid grid-cols-[9.5rem_1fr] gap-x-3 border-l-2 border-line px-3 py-1.5 max-sm:grid-cols-1"
                >
                  <time dateTime={entry.at} className="text-xs text-ink-3">
                    {formatDateTime(Date.parse(entry.at))}
                  </time>
                  <div className="min-w-0">
                    <p>
                      <span className="font-medium">{title}</span>{" "}
                      <span className="text-ink-3">by {entry.by ?? "P4Twin"}</span>
                      {filter.eventId ? null : (
                        <span className="text-ink-2">
                          {", "}
                          {entry.eventId ? (
                            <AppLink href={`/events/${entry.eventId}`} className={nameLink}>
                              {entry.switchName ?? entry.segmentName}
                            </AppLink>
                          ) : (
                            (entry.switchName ?? entry.segmentName ?? "all segments")
                          )}
                          {entry.switchName === null ? ` of ${entry.deploymentName}` : null}
                        </span>
                      )}
                    </p>
                    {detail ? <p className="text-xs break-words text-ink-2">{detail}</p> : null}
                  </div>
                </li>
              );
            })}
          </ol>
        )
      }
    </QueryView>
  );
}
