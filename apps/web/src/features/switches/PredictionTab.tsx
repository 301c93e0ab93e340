"use client";
import { Button, type Column, EmptyState, Field, Panel, PredictedTile, StatTile, Table } from "@p4twin/ui";
import { formatDateTime, formatSignificant } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { DeviceProfileSelect, RunningProgramSelect } from "@/lib/OptionalSelect.tsx";
import { givenIntervals, predictedOf } from "@/lib/predictedOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import type { AttachedSwitch } from "./switchWords.ts";

type Prediction = Extract<RouterOutputs["switches"]["prediction"], { ok: true }>;
type Way = Prediction["places"][number]["ways"][number] & { table: string };

const columns: Column<Way>[] = [
  { id: "table", header: "Table", cell: ({ table }) => table },
  { id: "way", header: "Action", cell: ({ way }) => way },
  { id: "packets", header: "Packets", numeric: true, cell: ({ packets }) => packets.toLocaleString("en") },
  {
    id: "share",
    header: "Share",
    numeric: true,
    hint: "With its 95 % interval",
    cell: ({ probability, low, high }) =>
      `${formatSignificant(100 * probability)} % (${formatSignificant(100 * low)} to ${formatSignificant(100 * high)})`,
  },
];

/** The latency of the pipeline as it is now: installed actions only, weighed by counters. */
export function PredictionTab({ attached }: { attached: AttachedSwitch }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const mayChange = useMayChange();
  const prediction = useQuery(trpc.switches.prediction.queryOptions({ id: attached.id }));
  const update = useMutation(
    trpc.switches.update.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.switches.pathKey() }),
    }),
  );
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap gap-3">
        <Field label="Device profile">
          {(control) => (
            <DeviceProfileSelect
              {...control}
              disabled={!mayChange}
              value={attached.device}
              onValueChange={(device) => update.mutate({ id: attached.id, device })}
            />
          )}
        </Field>
        {attached.device === null && attached.reading?.config === "bmv2" && mayChange ? (
          <Button
            className="self-end"
            onClick={() => update.mutate({ id: attached.id, device: "bmv2" })}
            disabled={update.isPending}
          >
            Use the measured BMv2
          </Button>
        ) : null}
        <Field label="Program">
          {(control) => (
            <RunningProgramSelect
              {...control}
              disabled={!mayChange}
              value={attached.programVersionId}
              onValueChange={(programVersionId) => update.mutate({ id: attached.id, programVersionId })}
            />
          )}
        </Field>
      </div>
      <QueryView query={prediction} what="The prediction">
        {(answer) =>
          answer.ok ? (
            <Predicted answer={answer} />
          ) : (
            <EmptyState title="No prediction">{answer.why}</EmptyState>
          )
        }
      </QueryView>
    </div>
  );
}

function Predicted({ answer }: { answer: Prediction }) {
  const { paths, pathsOfProgram, minUs, maxUs, fastest, slowest, places, uncounted, from, to, notes } =
    answer;
  const ways = places.flatMap(({ name, ways: all }) => all.map((way) => ({ ...way, table: name })));
  return (
    <>
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <StatTile label="Paths that can run" value={paths} context={`of ${pathsOfProgram} of the program`} />
        <PredictedTile label="Fastest path" us={minUs} {...givenIntervals(fastest)} unit="us" />
        <PredictedTile label="Slowest path" us={maxUs} {...givenIntervals(slowest)} unit="us" />
        <PredictedTile
          label="Mean over packets"
          {...predictedOf(answer)}
          unit="us"
          context={answer.meanUs === null ? "no counts yet" : "by counters"}
        />
      </div>
      <p className="text-ink-3 text-xs">
        ± and from–to in brackets: the mean, one standard deviation by fit and run. Packet: one standard
        deviation of single packets.
      </p>
      {ways.length > 0 ? (
        <Panel
          title={
            from && to
              ? `Shares counted from ${formatDateTime(Date.parse(from))} to ${formatDateTime(Date.parse(to))}`
              : "Shares"
          }
          bodyClassName="p-0 overflow-x-auto"
        >
          <Table
            caption="Shares of actions"
            columns={columns}
            rows={ways}
            rowKey={({ table, way }) => `${table} ${way}`}
          />
        </Panel>
      ) : null}
      {uncounted.length > 0 ? <p className="text-ink-2">Not counted: {uncounted.join(", ")}</p> : null}
      {notes.map((note) => (
        <p key={note} className="text-ink-2">
          {note}
        </p>
      ))}
    </>
  );
}
