"use client";
import { Alert, Button, type Column, EmptyState, Input, Panel, Table } from "@p4twin/ui";
import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import type { AttachedSwitch } from "../switchWords.ts";
import { ConfirmDialog } from "./ConfirmDialog.tsx";
import { type Settable, type SettingRow, settingRows, valueProblem } from "./settingRows.ts";
import { WritesPanel } from "./WritesPanel.tsx";
import { WritingPanel } from "./WritingPanel.tsx";

/** Registers and parameters of entries: what they are, what they become, and what was written. */
export function SettingsTab({ attached }: { attached: AttachedSwitch }) {
  const trpc = useTRPC();
  const settable = useQuery(trpc.switches.settings.list.queryOptions({ id: attached.id }));
  return (
    <QueryView query={settable} what="The settings">
      {(data) => (
        <div className="flex flex-col gap-3">
          <WritingPanel id={attached.id} writing={data.writing} />
          <Settings attached={attached} settable={data} />
          <WritesPanel attached={attached} allowed={data.writing !== null} />
        </div>
      )}
    </QueryView>
  );
}

function Settings({ attached: { id, name }, settable }: { attached: AttachedSwitch; settable: Settable }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const mayChange = useMayChange();
  const [text, setText] = useState("");
  const [drafts, setDrafts] = useState<ReadonlyMap<string, string>>(new Map());
  const [isReviewed, setReviewed] = useState(false);
  const { rows, more, large } = settingRows(settable, text);
  const values = useQuery(
    trpc.switches.settings.read.queryOptions(
      { id, settings: rows.map(({ setting }) => setting) },
      { enabled: mayChange && rows.length > 0, placeholderData: keepPreviousData },
    ),
  );
  const write = useMutation(
    trpc.switches.settings.write.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async () => {
        setReviewed(false);
        setDrafts(new Map());
        await cache.invalidateQueries({ queryKey: trpc.switches.pathKey() });
      },
    }),
  );
  const nowOf = (row: SettingRow): string | null =>
    values.isPlaceholderData ? null : (values.data?.[rows.indexOf(row)] ?? null);
  const changes = rows.flatMap((row) => {
    const value = drafts.get(row.id)?.trim() ?? "";
    const before = nowOf(row);
    return value === "" || before === null || value === before || valueProblem(value, row.bits)
      ? []
      : [{ text: row.id, setting: row.setting, before, value }];
  });
  const columns: Column<SettingRow>[] = [
    {
      id: "name",
      header: "Setting",
      className: "whitespace-normal",
      cell: ({ where, name: setting }) => (
        <span className="font-mono text-xs [overflow-wrap:anywhere]">
          {where === "Register" ? setting : `${where} ${setting}`}
        </span>
      ),
    },
    { id: "bits", header: "Bits", numeric: true, cell: ({ bits }) => bits },
    { id: "now", header: "Now", numeric: true, cell: (row) => nowOf(row) ?? "–" },
    ...(mayChange && settable.writing
      ? [
          {
            id: "then",
            header: "Then",
            cell: (row: SettingRow) => {
              const draft = drafts.get(row.id) ?? "";
              const problem = draft.trim() === "" ? null : valueProblem(draft.trim(), row.bits);
              return (
                <>
                  <Input
                    aria-label={`New value of ${row.id}`}
                    aria-invalid={problem !== null || undefined}
                    className="w-32"
                    inputMode="numeric"
                    value={draft}
                    onChange={(e) => setDrafts(new Map(drafts).set(row.id, e.target.value))}
                  />
                  {problem ? <p className="text-xs text-bad">{problem}</p> : null}
                </>
              );
            },
          },
        ]
      : []),
  ];
  return (
    <Panel
      title="Settings"
      bodyClassName="p-0 overflow-x-auto"
      actions={
        <>
          <Input
            type="search"
            aria-label="Filter settings"
            placeholder="Filter"
            value={text}
            onChange={(e) => setText(e.target.value)}
          />
          {mayChange && settable.writing ? (
            <Button
              size="sm"
              variant="primary"
              disabled={changes.length === 0}
              onClick={() => setReviewed(true)}
            >
              Review change
            </Button>
          ) : null}
        </>
      }
    >
      {values.error ? (
        <Alert tone="warn" title="The settings could not be read">
          {describeError(values.error).what}
        </Alert>
      ) : null}
      <Table
        caption="Settings"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        empty={
          <EmptyState title="Nothing to set">
            No register or parameter of an entry fits; entries are those of the last look.
          </EmptyState>
        }
      />
      {more > 0 || large.length > 0 ? (
        <p className="p-3 text-ink-2">
          {more > 0 ? `${more} more are not listed; filter them. ` : ""}
          {large.length > 0 ? `Set by REST only: ${large.join(", ")}.` : ""}
        </p>
      ) : null}
      {isReviewed ? (
        <ConfirmDialog
          title="Write settings"
          name={name}
          planned={changes}
          busy={write.isPending}
          error={write.error}
          onConfirm={() =>
            write.mutate({
              ...{ id, confirm: name },
              changes: changes.map(({ setting, before, value }) => ({ setting, before, value })),
            })
          }
          onClose={() => setReviewed(false)}
        />
      ) : null}
    </Panel>
  );
}
