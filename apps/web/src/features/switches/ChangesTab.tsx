"use client";
import { Badge, Button, type Column, EmptyState, Panel, ScrollArea, Select, Table } from "@p4twin/ui";
import { formatCountExact, formatDateTime } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { parseAsString, useQueryStates } from "nuqs";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { EffectsPanel } from "./EffectsPanel.tsx";
import { SurroundingsTable } from "./SurroundingsTable.tsx";
import type { AttachedSwitch } from "./switchWords.ts";

type Snapshot = RouterOutputs["switches"]["snapshots"][number];
type Occurrence = RouterOutputs["switches"]["occurrences"][number];
type Change = RouterOutputs["switches"]["compare"]["changes"][number];

type Twin = RouterOutputs["switches"]["twins"][number];

/** What the twin shows of a moment: so many seconds before it (our choice). */
const BEFORE_S = 600;

/** The ten minutes before a moment, with the predictions and thresholds that stood then. */
const twinAt = ({ deploymentId }: Twin, at: string): string => {
  const to = Math.ceil(Date.parse(at) / 1_000);
  return `/twin/${deploymentId}?from=${to - BEFORE_S}&to=${to}`;
};

const occurrenceColumns = (twins: readonly Twin[]): Column<Occurrence>[] => [
  { id: "at", header: "When", cell: ({ at }) => formatDateTime(Date.parse(at)) },
  { id: "kind", header: "What", cell: ({ kind }) => <Badge>{kind}</Badge> },
  { id: "text", header: "Details", className: "whitespace-normal", cell: ({ text }) => text },
  {
    id: "twin",
    header: "As it was",
    className: "whitespace-normal",
    cell: ({ at }) =>
      twins.map((twin) => (
        <AppLink key={twin.deploymentId} href={twinAt(twin, at)} className="mr-3 underline">
          {twin.name}
        </AppLink>
      )),
  },
];

const TONES = { added: "ok", removed: "bad", changed: "warn" } as const;
const mono = (text: string | null) => <span className="font-mono text-xs break-words">{text ?? "–"}</span>;
const changeColumns: Column<Change>[] = [
  { id: "change", header: "Change", cell: ({ change }) => <Badge tone={TONES[change]}>{change}</Badge> },
  { id: "key", header: "Entry", className: "whitespace-normal", cell: ({ key }) => mono(key) },
  { id: "before", header: "Before", className: "whitespace-normal", cell: ({ before }) => mono(before) },
  { id: "after", header: "After", className: "whitespace-normal", cell: ({ after }) => mono(after) },
];

/** Snapshots on a timeline, any two compared, and what was noticed. */
export function ChangesTab({ attached: { id } }: { attached: AttachedSwitch }) {
  const trpc = useTRPC();
  const snapshots = useQuery(trpc.switches.snapshots.queryOptions({ id }, { refetchInterval: 10_000 }));
  const twins = useQuery(trpc.switches.twins.queryOptions({ id }));
  const identity = useQuery(trpc.switches.identity.get.queryOptions({ id }));
  const occurrences = useQuery(trpc.switches.occurrences.queryOptions({ id }, { refetchInterval: 10_000 }));
  const cache = useQueryClient();
  const mayChange = useMayChange();
  const noteStart = useMutation(
    trpc.switches.noteStart.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.switches.occurrences.queryKey({ id }) }),
    }),
  );
  return (
    <div className="flex flex-col gap-3">
      <QueryView query={snapshots} what="The snapshots">
        {(all) => <Compared snapshots={all} />}
      </QueryView>
      <QueryView query={occurrences} what="The timeline">
        {(all) => (
          <Panel
            title="Timeline"
            bodyClassName="p-0 overflow-x-auto"
            actions={
              mayChange ? (
                <Button
                  size="sm"
                  title="Starts of a switch differ: latencies since then are judged as a run of their own"
                  disabled={noteStart.isPending}
                  onClick={() => noteStart.mutate({ id })}
                >
                  Note a start just now
                </Button>
              ) : null
            }
          >
            <Table
              caption="Timeline"
              columns={occurrenceColumns(twins.data ?? [])}
              rows={all}
              rowKey={(each) => each.id}
            />
            {twins.data?.length === 0 && identity.data ? (
              <p className="p-3 text-ink-2">
                No deployment passes this switch, so no moment opens as a twin. In deployments it is{" "}
                {identity.data.knownAs}.
              </p>
            ) : null}
          </Panel>
        )}
      </QueryView>
    </div>
  );
}

const DAY_MS = 86_400_000;

/** The snapshot that stood a day ago; the oldest one where none is as old. Newest come first. */
const yesterdayOf = (snapshots: readonly Snapshot[]): string | null =>
  (snapshots.find(({ takenAt }) => Date.parse(takenAt) <= Date.now() - DAY_MS) ?? snapshots.at(-1))?.id ??
  null;

const titleOf = ({ takenAt, cause, summary }: Snapshot): string =>
  `${formatDateTime(Date.parse(takenAt))}: ${cause}, ${formatCountExact(summary.entities)} entries`;

function Compared({ snapshots }: { snapshots: readonly Snapshot[] }) {
  const trpc = useTRPC();
  const [url, setUrl] = useQueryStates({ before: parseAsString, after: parseAsString });
  const [newest, previous] = snapshots;
  const after = url.after ?? newest?.id ?? "";
  const before = url.before ?? previous?.id ?? newest?.id ?? "";
  const compared = useQuery(
    trpc.switches.compare.queryOptions({ before, after }, { enabled: snapshots.length > 1 }),
  );
  if (snapshots.length < 2)
    return (
      <Panel title="Snapshots">
        <EmptyState title={snapshots.length === 0 ? "No snapshots yet" : "One snapshot so far"}>
          Each change of pipeline or entries makes one. Two of them can be compared here.
        </EmptyState>
      </Panel>
    );
  const options = snapshots.map((each) => ({ value: each.id, label: titleOf(each) }));
  return (
    <Panel
      title={`${snapshots.length} snapshots`}
      bodyClassName="flex flex-col gap-3"
      actions={
        <>
          <Button size="sm" onClick={() => void setUrl({ before: yesterdayOf(snapshots), after: null })}>
            Since yesterday
          </Button>
          <Select
            aria-label="Before"
            value={before}
            onValueChange={(value) => void setUrl({ before: value })}
            options={options}
          />
          <Select
            aria-label="After"
            value={after}
            onValueChange={(value) => void setUrl({ after: value })}
            options={options}
          />
        </>
      }
    >
      <QueryView query={compared} what="The comparison">
        {({ added, removed, changed, pipelineChanged, changes, shown, ...around }) => (
          <>
            <p>
              {pipelineChanged ? "Another pipeline. " : ""}
              {added} added, {removed} removed, {changed} changed
              {shown < added + removed + changed ? `; the first ${shown} are listed` : ""}.
            </p>
            {/* what changed around the switch stands below, and hundreds of entries must not hide it */}
            <ScrollArea label="Changes between two snapshots" className="max-h-96">
              <Table
                caption="Changes between two snapshots"
                columns={changeColumns}
                rows={changes}
                rowKey={({ change, key }) => `${change} ${key}`}
                empty={<EmptyState title="No differences">Both hold the same entries.</EmptyState>}
              />
            </ScrollArea>
            <SurroundingsTable {...around} />
            <EffectsPanel before={before} after={after} />
          </>
        )}
      </QueryView>
    </Panel>
  );
}
