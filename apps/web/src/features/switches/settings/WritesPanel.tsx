"use client";
import { Badge, Button, type Column, EmptyState, Panel, Table } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { QueryView } from "@/lib/QueryView.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import type { AttachedSwitch } from "../switchWords.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import type { SwitchWrite } from "./settingRows.ts";

const STATES = {
  writing: { label: "not ended", tone: "warn" },
  written: { label: "written", tone: "ok" },
  partly: { label: "not as wanted", tone: "bad" },
  refused: { label: "nothing written", tone: "warn" },
} as const;

const itemText = ({ text, before, after, why }: SwitchWrite["items"][number]): string =>
  `${text} ${before} to ${after ?? "unknown"}${why ? ` (${why})` : ""}`;

const columns: Column<SwitchWrite>[] = [
  { id: "at", header: "When", cell: ({ at }) => formatDateTime(Date.parse(at)) },
  {
    id: "state",
    header: "State",
    cell: ({ state }) => <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>,
  },
  {
    id: "items",
    header: "What",
    className: "whitespace-normal",
    cell: ({ items, message, undoOf }) => (
      <span className="text-xs">
        {undoOf ? "Undo: " : ""}
        <span className="font-mono">{items.map(itemText).join("; ")}</span>
        {message ? ` ${message}` : ""}
      </span>
    ),
  },
];

/** What was written to a switch, and the way back. */
export function WritesPanel({ attached, allowed }: { attached: AttachedSwitch; allowed: boolean }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const mayChange = useMayChange();
  const { id, name } = attached;
  const [undone, setUndone] = useState<SwitchWrite | null>(null);
  const writes = useQuery(trpc.switches.settings.writes.queryOptions({ id }, { refetchInterval: 10_000 }));
  const undo = useMutation(
    trpc.switches.settings.undo.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async () => {
        setUndone(null);
        await cache.invalidateQueries({ queryKey: trpc.switches.pathKey() });
      },
    }),
  );
  const wayBack: Column<SwitchWrite> = {
    id: "undo",
    header: "",
    cell: (write) =>
      write.state === "written" || write.state === "partly" ? (
        <Button size="sm" onClick={() => setUndone(write)}>
          Undo
        </Button>
      ) : null,
  };
  return (
    <QueryView query={writes} what="What was written">
      {(all) => (
        <Panel title="Written to this switch" bodyClassName="p-0 overflow-x-auto">
          <Table
            caption="Writes"
            columns={mayChange && allowed ? [...columns, wayBack] : columns}
            rows={all}
            rowKey={(each) => each.id}
            empty={
              <EmptyState title="Nothing written yet">
                Settings that operators write are listed here.
              </EmptyState>
            }
          />
          {undone ? (
            <ConfirmDialog
              title="Undo this write"
              name={name}
              planned={undone.items.flatMap(({ text, before, after }) =>
                after === null || after === before ? [] : [{ text, before: after, value: before }],
              )}
              busy={undo.isPending}
              error={undo.error}
              onConfirm={() => undo.mutate({ id, writeId: undone.id, confirm: name })}
              onClose={() => setUndone(null)}
            />
          ) : null}
        </Panel>
      )}
    </QueryView>
  );
}
