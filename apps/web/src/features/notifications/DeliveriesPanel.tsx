"use client";
import {
  Badge,
  type BadgeTone,
  Button,
  type Column,
  EmptyState,
  nameLink,
  Panel,
  Select,
  Table,
} from "@p4twin/ui";
import { formatDateTime, formatRelativeTime } from "@p4twin/ui/format";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Inbox, RotateCw } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

type Delivery = RouterOutputs["notifications"]["deliveries"]["list"][number];

const POLL_MS = 5_000;
const LIMIT = 100;
const STATES = ["waiting", "delivered", "failed", "cancelled"] as const;
const ALL = "all";
const TONES: Record<Delivery["state"], BadgeTone> = {
  waiting: "warn",
  delivered: "ok",
  failed: "bad",
  cancelled: "neutral",
};

/** What was and is to be sent: state, tries, the last answer, and once more by hand. */
export function DeliveriesPanel() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [state, setState] = useQueryState("deliveries", parseAsStringLiteral(STATES));
  const deliveries = useQuery(
    trpc.notifications.deliveries.list.queryOptions(
      { limit: LIMIT, ...(state && { state }) },
      { refetchInterval: POLL_MS, placeholderData: keepPreviousData },
    ),
  );
  const again = useMutation(
    trpc.notifications.deliveries.sendAgain.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.notifications.deliveries.pathKey() }),
    }),
  );
  const columns: Column<Delivery>[] = [
    {
      id: "when",
      header: "When",
      cell: (d) => <span className="whitespace-nowrap">{formatDateTime(Date.parse(d.createdAt))}</span>,
    },
    { id: "channel", header: "Channel", cell: (d) => d.channelName },
    {
      id: "what",
      header: "What",
      cell: (d) => (
        <span className="block min-w-48">
          {d.eventId || d.incidentId ? (
            <AppLink
              href={d.eventId ? `/events/${d.eventId}` : `/system?incident=${d.incidentId}`}
              className={nameLink}
            >
              {d.subject}
            </AppLink>
          ) : (
            d.subject
          )}
        </span>
      ),
    },
    {
      id: "state",
      header: "State",
      cell: (d) => (
        <span className="flex flex-col items-start gap-0.5">
          <Badge tone={TONES[d.state]}>{d.state}</Badge>
          {d.state === "waiting" && d.attempts > 0 ? (
            <span className="text-xs whitespace-nowrap text-ink-3">
              next try {formatRelativeTime(Date.parse(d.dueAt), Date.now())}
            </span>
          ) : null}
        </span>
      ),
    },
    { id: "tries", header: "Tries", numeric: true, cell: (d) => d.attempts },
    {
      id: "answer",
      header: "Last answer",
      cell: (d) => <span className="block max-w-72 min-w-40 text-xs break-words">{d.answer ?? "–"}</span>,
    },
    {
      id: "again",
      header: <span className="sr-only">Send again</span>,
      cell: (d) =>
        d.state === "waiting" ? null : (
          <Button
            size="sm"
            icon={<RotateCw aria-hidden />}
            aria-label={`Send “${d.subject}” to ${d.channelName} again`}
            busy={again.isPending && again.variables?.id === d.id}
            onClick={() => again.mutate({ id: d.id })}
          >
            Send again
          </Button>
        ),
    },
  ];
  return (
    <QueryView query={deliveries} what="The deliveries">
      {(list) => (
        <Panel
          title="Deliveries"
          subtitle={list.length === LIMIT ? `the newest ${LIMIT}` : undefined}
          bodyClassName="p-0 overflow-x-auto"
          actions={
            <Select
              aria-label="State of deliveries"
              className="w-36"
              value={state ?? ALL}
              onValueChange={(next) => void setState(STATES.find((s) => s === next) ?? null)}
              options={[{ value: ALL, label: "all" }, ...STATES.map((value) => ({ value, label: value }))]}
            />
          }
        >
          <Table
            caption="Deliveries"
            columns={columns}
            rows={list}
            rowKey={(d) => d.id}
            empty={
              <EmptyState icon={<Inbox aria-hidden />} title="Nothing was sent">
                Messages to channels are listed here with what the receiver answered. A test message is one,
                too.
              </EmptyState>
            }
          />
        </Panel>
      )}
    </QueryView>
  );
}
