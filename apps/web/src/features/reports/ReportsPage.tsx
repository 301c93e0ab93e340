"use client";
import { Badge, Button, EmptyState, IconButton, nameLink, PageHeader, Panel, Table } from "@p4twin/ui";
import { formatDateTime, formatRelativeTime } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { FileText, Snowflake, Trash2 } from "lucide-react";
import { useRouter } from "next/navigation";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { useRemoval } from "@/lib/useRemoval.ts";
import { useMayChange } from "@/shell/useMayChange.ts";

/** Reports of the workspace: frozen answers, shared by link. */
export function ReportsPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const reports = useQuery(trpc.reports.list.queryOptions());
  const remove = useRemoval({
    remove: (id) => client.reports.remove.mutate({ id }),
    restore: (id) => client.reports.restore.mutate({ id }),
    listKey: trpc.reports.list.queryKey(),
  });
  const freezeButton = mayChange ? (
    <Button asChild variant="primary">
      <AppLink href="/reports/new">
        <Snowflake aria-hidden /> Freeze a report
      </AppLink>
    </Button>
  ) : null;
  return (
    <>
      <PageHeader
        title="Reports"
        summary="Frozen answers that carry their own data; each can be shared by a link that expires."
        actions={reports.data?.length === 0 ? null : freezeButton}
      />
      <div className="px-4 pb-6 md:px-6">
        <QueryView query={reports} what="The reports">
          {(list) => (
            <Panel title={countOf(list.length, "report")} bodyClassName="p-0 overflow-x-auto">
              <Table
                caption="Reports"
                rows={list}
                rowKey={(r) => r.id}
                onSelect={(r) => router.push(`/reports/${r.id}`)}
                empty={
                  <EmptyState icon={<FileText aria-hidden />} title="No report yet" action={freezeButton}>
                    Freeze what a twin or a placement shows now. The report keeps its numbers when the
                    network, the models or this product change.
                  </EmptyState>
                }
                columns={[
                  {
                    id: "title",
                    header: "Title",
                    cell: (r) => (
                      <AppLink href={`/reports/${r.id}`} className={nameLink}>
                        {r.title}
                      </AppLink>
                    ),
                  },
                  { id: "kind", header: "Of", cell: (r) => r.kind },
                  {
                    id: "links",
                    header: "Shared",
                    cell: (r) => {
                      const valid = r.links.filter((l) => l.state === "valid").length;
                      return valid > 0 ? (
                        <Badge tone="ok">{countOf(valid, "valid link")}</Badge>
                      ) : (
                        <span className="text-ink-3">{r.links.length > 0 ? "no valid link" : "no"}</span>
                      );
                    },
                  },
                  {
                    id: "frozen",
                    header: "Frozen",
                    cell: (r) => {
                      const at = Date.parse(r.createdAt);
                      return <span title={formatDateTime(at)}>{formatRelativeTime(at, Date.now())}</span>;
                    },
                  },
                  { id: "by", header: "By", cell: (r) => r.createdBy ?? "–" },
                  ...(mayChange
                    ? [
                        {
                          id: "remove",
                          header: <span className="sr-only">Remove</span>,
                          className: "w-10",
                          cell: (r: (typeof list)[number]) => (
                            <IconButton
                              size="sm"
                              label={`Remove ${r.title}`}
                              icon={<Trash2 aria-hidden />}
                              onClick={() => void remove(r.id, r.title)}
                            />
                          ),
                        },
                      ]
                    : []),
                ]}
              />
            </Panel>
          )}
        </QueryView>
      </div>
    </>
  );
}
