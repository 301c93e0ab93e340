"use client";
import { Badge, Button, buttonVariants, EmptyState, Panel, textLink } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Download, History } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { AuditDetail } from "./AuditDetail.tsx";
import { AuditFilters } from "./AuditFilters.tsx";
import { AuditKeeping } from "./AuditKeeping.tsx";
import { exportHref, filterOf, useAuditUrl } from "./auditUrl.ts";
import { type AuditEntry, objectOf, outcomeWords, personOf } from "./auditWords.ts";

/** Who changed what, and who signed in: found, compared, carried away, proved. */
export function AuditTab({ installationOwner }: { installationOwner: boolean }) {
  const trpc = useTRPC();
  const [url, setUrl] = useAuditUrl();
  const filter = filterOf(url, Date.now());
  const page = useQuery(
    trpc.audit.list.queryOptions(
      { ...filter, ...(url.before !== null && { before: url.before }) },
      { placeholderData: keepPreviousData },
    ),
  );
  return (
    <div className="flex flex-col gap-3">
      <AuditFilters url={[url, setUrl]} />
      <QueryView query={page} what="The audit log">
        {({ entries, next }) => (
          <Panel
            title="Audit log"
            subtitle={
              <>
                newest first; alerts have{" "}
                <AppLink href="/events?view=audit" className={textLink}>
                  an audit of their own
                </AppLink>
              </>
            }
            bodyClassName="p-0"
            actions={(["csv", "jsonl"] as const).map((format) => (
              <a
                key={format}
                href={exportHref(format, filter)}
                download
                className={buttonVariants({ size: "sm" })}
              >
                <Download aria-hidden className="size-3.5" />
                {format === "csv" ? "CSV" : "JSON lines"}
              </a>
            ))}
          >
            {entries.length === 0 ? (
              <EmptyState icon={<History aria-hidden />} title="No entries here">
                Every change and every sign-in has an entry. Choose a longer time range, or clear the filters.
              </EmptyState>
            ) : (
              <ol aria-label="Audit log" className="divide-y divide-line">
                {entries.map((entry) => (
                  <EntryRow
                    key={entry.seq}
                    entry={entry}
                    expanded={url.entry === entry.seq}
                    onToggle={(on) => void setUrl({ entry: on ? entry.seq : null }, { history: "replace" })}
                  />
                ))}
              </ol>
            )}
            {next !== null || url.before !== null ? (
              <nav aria-label="Pages" className="flex justify-between border-t border-line p-2">
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={url.before === null}
                  onClick={() => void setUrl({ before: null, entry: null })}
                >
                  Newest
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={next === null}
                  onClick={() => void setUrl({ before: next, entry: null })}
                >
                  Older
                </Button>
              </nav>
            ) : null}
          </Panel>
        )}
      </QueryView>
      {installationOwner ? <AuditKeeping /> : null}
    </div>
  );
}

type RowProps = { entry: AuditEntry; expanded: boolean; onToggle: (on: boolean) => void };

function EntryRow({ entry, expanded, onToggle }: RowProps) {
  const object = objectOf(entry);
  const done = entry.outcome === "done";
  return (
    <li className="px-3 py-2">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <time dateTime={entry.at} className="w-36 shrink-0 text-xs text-ink-3">
          {formatDateTime(Date.parse(entry.at))}
        </time>
        <p className="min-w-56 grow basis-0">
          <span className="font-medium">{personOf(entry)}</span>{" "}
          <code className="text-xs text-ink-2">{entry.action}</code>
          {entry.times > 1 ? <span className="text-ink-2"> {entry.times} times</span> : null}
          {object ? <span className="break-words text-ink-2"> {object}</span> : null}
        </p>
        {done ? null : (
          <Badge tone={entry.outcome === "failed" ? "bad" : "warn"}>{outcomeWords(entry.outcome)}</Badge>
        )}
        <span className="text-xs text-ink-3">{entry.address}</span>
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={expanded}
          aria-label={`${expanded ? "Hide" : "Show"} entry ${entry.seq}`}
          onClick={() => onToggle(!expanded)}
        >
          {expanded ? "Hide" : "Show"}
        </Button>
      </div>
      {expanded ? (
        <div className="mt-2 rounded-md border border-line p-3">
          <AuditDetail entry={entry} />
        </div>
      ) : null}
    </li>
  );
}
