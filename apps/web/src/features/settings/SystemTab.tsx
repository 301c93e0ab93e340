"use client";
import { Badge, Panel } from "@p4twin/ui";
import { formatBytes, formatDateTime, formatDuration, formatSignificant } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";

const POLL_MS = 5_000;

/** Version, uptime, database, queue. */
export function SystemTab() {
  const trpc = useTRPC();
  const status = useQuery(trpc.system.status.queryOptions(undefined, { refetchInterval: POLL_MS }));
  return (
    <QueryView query={status} what="The state of the system">
      {({ version, node, startedAt, uptimeS, database, queuedJobs }) => {
        const facts = [
          ["P4Twin", version],
          ["Node", node],
          ["Running since", `${formatDateTime(Date.parse(startedAt))} (${formatDuration(uptimeS * 1000)})`],
          [
            "Database",
            `PostgreSQL ${database.version ?? "of unknown version"}, ${database.kind === "embedded" ? "started by P4Twin" : "external"}`,
          ],
          ["Stored", formatBytes(database.sizeBytes)],
          ["Answer time", database.latencyMs === null ? "–" : `${formatSignificant(database.latencyMs)} ms`],
          ["Jobs waiting", queuedJobs ?? "–"],
        ] as const;
        return (
          <Panel
            title="System"
            actions={
              <Badge tone={database.ok ? "ok" : "bad"}>{database.ok ? "healthy" : "database lost"}</Badge>
            }
          >
            <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
              {facts.map(([term, value]) => (
                <div key={term} className="contents">
                  <dt className="text-ink-3">{term}</dt>
                  <dd>{value}</dd>
                </div>
              ))}
            </dl>
          </Panel>
        );
      }}
    </QueryView>
  );
}
