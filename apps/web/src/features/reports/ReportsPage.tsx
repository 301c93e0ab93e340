"use client";
import { Badge } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { FileText, Snowflake } from "lucide-react";
import { ButtonLink } from "@/lib/ButtonLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import { timeColumn } from "@/lib/ObjectList.tsx";
import { type RouterOutputs, useTRPC, useTRPCClient } from "@/lib/trpc.ts";
import { ObjectsPage } from "@/shell/ObjectsPage.tsx";

type Report = RouterOutputs["reports"]["list"][number];

/** Lists call it a name. */
const named = (reports: Report[]) => reports.map((report) => ({ ...report, name: report.title }));

/** Reports of the workspace: frozen answers, shared by link. */
export function ReportsPage() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return (
    <ObjectsPage
      title="Reports"
      summary="Frozen answers that carry their own data; each can be shared by a link that expires."
      plural="reports"
      singular="report"
      objects={useQuery(trpc.reports.list.queryOptions(undefined, { select: named }))}
      removal={{
        remove: (id) => client.reports.remove.mutate({ id }),
        restore: (id) => client.reports.restore.mutate({ id }),
        listKey: trpc.reports.list.queryKey(),
      }}
      create={
        <ButtonLink variant="primary" href="/reports/new">
          <Snowflake aria-hidden /> Freeze a report
        </ButtonLink>
      }
      href={({ id }) => `/reports/${id}`}
      columns={[
        { id: "kind", header: "Of", cell: ({ kind }) => kind },
        {
          id: "links",
          header: "Shared",
          cell: ({ links }) => {
            const valid = links.filter(({ state }) => state === "valid").length;
            return valid > 0 ? (
              <Badge tone="ok">{countOf(valid, "valid link")}</Badge>
            ) : (
              <span className="text-ink-3">{links.length > 0 ? "no valid link" : "no"}</span>
            );
          },
        },
        timeColumn<Report>("frozen", "Frozen", ({ createdAt }) => createdAt),
        { id: "by", header: "By", cell: ({ createdBy }) => createdBy ?? "–" },
      ]}
      empty={{
        icon: <FileText aria-hidden />,
        text: "Freeze what a twin or a placement shows now. The report keeps its numbers when the network, the models or this product change.",
      }}
    />
  );
}
