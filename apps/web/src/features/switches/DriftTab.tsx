"use client";
import { Badge, Button, type Column, EmptyState, Panel, Select, Table } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import type { AttachedSwitch } from "./switchWords.ts";

type Item = RouterOutputs["switches"]["drift"]["items"][number];

const columns: Column<Item>[] = [
  {
    id: "severity",
    header: "Severity",
    cell: ({ severity }) => <Badge tone={severity === "critical" ? "bad" : "warn"}>{severity}</Badge>,
  },
  { id: "what", header: "What", cell: ({ what }) => what },
  {
    id: "text",
    header: "Details",
    className: "whitespace-normal",
    cell: ({ text }) => <span className="font-mono text-xs break-words">{text}</span>,
  },
];

const RULES = [
  { value: "warning" as const, label: "Notify of any drift" },
  { value: "critical" as const, label: "Notify of critical drift only" },
  { value: "off" as const, label: "Notify nobody" },
];

/** What runs against what should. */
export function DriftTab({ attached: { id, intent, snapshotId } }: { attached: AttachedSwitch }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const mayChange = useMayChange();
  const drift = useQuery(trpc.switches.drift.queryOptions({ id }, { refetchInterval: 10_000 }));
  const setIntent = useMutation(
    trpc.switches.setIntent.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.switches.pathKey() }),
    }),
  );
  return (
    <Panel
      title={intent ? `Intent set ${formatDateTime(Date.parse(intent.setAt))}` : "No intent yet"}
      bodyClassName="p-0 overflow-x-auto"
      actions={
        mayChange ? (
          <>
            {intent ? (
              <Select
                aria-label="Notifications of drift"
                value={intent.rule}
                options={RULES}
                onValueChange={(rule) => setIntent.mutate({ id, snapshotId: intent.snapshotId, rule })}
              />
            ) : null}
            {intent ? (
              <Button size="sm" onClick={() => setIntent.mutate({ id, snapshotId: null })}>
                Clear intent
              </Button>
            ) : null}
            <Button
              size="sm"
              variant="primary"
              disabled={snapshotId === null}
              busy={setIntent.isPending}
              onClick={() => setIntent.mutate({ id, snapshotId })}
            >
              Use what runs as intent
            </Button>
          </>
        ) : null
      }
    >
      <QueryView query={drift} what="The drift">
        {({ items, total }) => (
          <>
            {intent?.drift ? (
              <p className="flex flex-wrap items-center gap-2 p-3">
                <Badge tone={intent.drift.severity === "critical" ? "bad" : "warn"}>
                  {intent.drift.severity}
                </Badge>
                {intent.drift.text} Since {formatDateTime(Date.parse(intent.drift.openedAt))}.
              </p>
            ) : null}
            <Table
              caption="Drift from intent"
              columns={columns}
              rows={items}
              rowKey={({ text }) => text}
              empty={
                <EmptyState title={intent ? "No drift" : "Nothing to compare with"}>
                  {intent
                    ? "The switch runs as intended."
                    : "Set what runs now as the intent; later changes are listed here."}
                </EmptyState>
              }
            />
            {total > items.length ? (
              <p className="p-3 text-ink-2">{total - items.length} more are not listed.</p>
            ) : null}
          </>
        )}
      </QueryView>
    </Panel>
  );
}
