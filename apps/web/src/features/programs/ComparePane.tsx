"use client";
import {
  Alert,
  Badge,
  Button,
  type Column,
  Panel,
  PredictedLatency,
  SegmentedControl,
  SkeletonRows,
  Table,
} from "@p4twin/ui";
import { formatLatency, formatLatencyDelta } from "@p4twin/ui/format";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import type { ComparedPath, PageComparison } from "@/workers/program/pageQuestions.ts";
import { comparedRows, deltaWords } from "./model/comparedRows.ts";
import { fileNameOf } from "./model/fileNameOf.ts";
import { COMPARED, type ProgramUrl, type SetProgramUrl, STEP } from "./model/urlState.ts";
import type { ProgramSession } from "./model/useProgramSession.ts";
import { SourceDiff } from "./SourceDiff.tsx";

export type ComparePaneProps = {
  /** the version to compare with, what is shown being "now" */
  versionId: string;
  defines: Readonly<Record<string, string>>;
  devices: readonly string[];
  /** changes whenever there is something new to compare */
  revision: number;
  asking: ProgramSession["asking"];
  which: ProgramUrl["compared"];
  setUrl: SetProgramUrl;
  onSelect: (pathId: string) => void;
};

const TONES = { same: "neutral", changed: "warn", added: "ok", removed: "bad" } as const;

/** Another version or program beside this one: path by path, with vector, latency and lines that differ. */
export function ComparePane(props: ComparePaneProps) {
  const { versionId, setUrl } = props;
  const trpc = useTRPC();
  const other = useQuery(trpc.programs.get.queryOptions({ versionId }));
  const name = other.data ? `${other.data.name}, version ${other.data.number}` : "…";
  return (
    <Panel
      title="Compared"
      subtitle={`${name} before, this program now`}
      actions={
        <Button
          size="sm"
          variant="ghost"
          icon={<X aria-hidden />}
          onClick={() => void setUrl({ with: null }, STEP)}
        >
          Close comparison
        </Button>
      }
    >
      <QueryView query={other} what="The version to compare with" skeleton={<SkeletonRows rows={4} />}>
        {(version) => <Compared {...props} version={version} />}
      </QueryView>
    </Panel>
  );
}

type ComparedProps = ComparePaneProps & { version: RouterOutputs["programs"]["get"] };

function Compared({ version, defines, revision, asking, ...shown }: ComparedProps) {
  const compared = useQuery({
    queryKey: ["compared", version.id, revision],
    queryFn: () =>
      asking.compare({
        fileName: fileNameOf(version.name),
        source: version.source,
        includes: version.includes,
        defines,
      }),
    enabled: revision > 0,
    placeholderData: keepPreviousData,
  });
  if (compared.error) {
    return (
      <Alert tone="bad" title="The comparison stopped">
        {compared.error.message}
      </Alert>
    );
  }
  if (!compared.data) return <SkeletonRows rows={4} label="Comparing" />;
  const { comparison, files, errors } = compared.data;
  return (
    <div className="flex flex-col gap-3">
      {comparison ? (
        <ComparedPaths comparison={comparison} {...shown} />
      ) : (
        <Alert tone="warn" title="Only the lines can be compared">
          {errors.before > 0 ? `The other one has ${countOf(errors.before, "error")}. ` : ""}
          {errors.after > 0 ? `This program has ${countOf(errors.after, "error")}.` : ""}
        </Alert>
      )}
      {files.map((entry) => (
        <SourceDiff key={entry.file} {...entry} />
      ))}
    </div>
  );
}

type ComparedPathsProps = Pick<ComparePaneProps, "devices" | "which" | "setUrl" | "onSelect"> & {
  comparison: NonNullable<PageComparison["comparison"]>;
};

function ComparedPaths({ comparison, devices, which, setUrl, onSelect }: ComparedPathsProps) {
  const { counts, complete, paths } = comparison;
  const rows = comparedRows(paths, which);
  const columns: Column<ComparedPath>[] = [
    {
      id: "change",
      header: "Change",
      cell: ({ change }) => <Badge tone={TONES[change]}>{change}</Badge>,
    },
    { id: "before", header: "Before", cell: ({ before }) => before ?? "–" },
    { id: "after", header: "Now", cell: ({ after }) => <span className="font-medium">{after ?? "–"}</span> },
    {
      id: "what",
      header: "Path",
      className: "max-w-72 truncate",
      cell: ({ outcome, tables }) =>
        [outcome, ...tables.map(({ name, action }) => `${name}: ${action}`)].join(", "),
    },
    {
      id: "vector",
      header: "Vector",
      cell: ({ change, delta, differs }) =>
        deltaWords(delta) || (
          <span className="text-ink-3">{differs.join(", ") || (delta ? change : "–")}</span>
        ),
    },
    ...devices.map(
      (id): Column<ComparedPath> => ({
        id,
        header: id,
        unit: "µs",
        numeric: true,
        cell: ({ latency }) => {
          const { before = null, after = null } = latency[id] ?? {};
          const [beforeUs, afterUs] = [before?.meanUs ?? null, after?.meanUs ?? null];
          const delta = beforeUs === null || afterUs === null ? null : afterUs - beforeUs;
          return (
            <span className="inline-flex items-baseline gap-1">
              <span className="text-ink-3" title={`${beforeUs ?? "no path or estimate"} before`}>
                {formatLatency(beforeUs, "us")} →
              </span>
              <PredictedLatency us={afterUs} {...after} unit="us" />
              <span className="ml-1 inline-block w-14 font-medium">{formatLatencyDelta(delta, "us")}</span>
            </span>
          );
        },
      }),
    ),
  ];
  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        <p role="status" className="text-sm">
          {countOf(counts.changed, "path")} changed, {counts.added} added, {counts.removed} removed,{" "}
          {counts.same} the same
          {complete ? "" : "; paths that are not listed are not compared"}
        </p>
        <SegmentedControl
          aria-label="Compared paths"
          size="sm"
          className="ml-auto"
          value={which}
          options={COMPARED.map((value) => ({ value, label: value }))}
          onValueChange={(compared) => void setUrl({ compared }, STEP)}
        />
      </div>
      <div className="max-h-72 overflow-auto rounded-md border">
        <Table
          caption="Compared paths"
          windowed
          columns={columns}
          rows={rows}
          rowKey={({ before, after }) => `${before} ${after}`}
          onSelect={({ after }) => (after === null ? undefined : onSelect(after))}
          empty="Every path is the same, with the same latency on the chosen devices."
        />
      </div>
    </>
  );
}
