"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { latencyForms } from "@p4twin/models/latency";
import { Alert, cn, Field, NumberInput, Panel, SegmentedControl, SkeletonRows } from "@p4twin/ui";
import { useEffect, useMemo, useState } from "react";
import { useSortUrl } from "@/lib/sortUrl.ts";
import type { RouterOutputs } from "@/lib/trpc.ts";
import { DeviceChips } from "./DeviceChips.tsx";
import { GraphPane } from "./GraphPane.tsx";
import { LatencyPane } from "./LatencyPane.tsx";
import { pathRows } from "./model/pathRows.ts";
import { linesOfPath, pathAtLine, pathThroughNode } from "./model/sourceMarks.ts";
import { analysisSummary, constructCosts } from "./model/summary.ts";
import { type Pane, useProgramUrl } from "./model/urlState.ts";
import { useAnalysis } from "./model/useAnalysis.ts";
import { PaneToggles } from "./PaneToggles.tsx";
import { PathsPane } from "./PathsPane.tsx";
import { ProgramHeader } from "./ProgramHeader.tsx";
import { SourcePane } from "./SourcePane.tsx";

export type ProgramWorkbenchProps = {
  version: RouterOutputs["programs"]["get"];
  profiles: readonly DeviceProfile[];
};

/** Source, graph and paths of a program: three panes that move together. */
export function ProgramWorkbench({ version, profiles }: ProgramWorkbenchProps) {
  const [url, setUrl] = useProgramUrl();
  const [sort, setSort] = useSortUrl();
  const [source, setSource] = useState(version.source);
  const [revealLine, setRevealLine] = useState<number | null>(null);
  const fileName = version.name.endsWith(".p4") ? version.name : `${version.name}.p4`;
  useLeaveWarning(source !== version.source);

  const question = useMemo(
    () => ({
      fileName,
      source,
      includes: version.includes,
      devices: profiles,
      engine: url.engine,
      packetBytes: Math.max(1, url.packet),
    }),
    [fileName, source, version.includes, profiles, url.engine, url.packet],
  );
  const { answer, pending, error } = useAnalysis(question);
  const report = answer?.report ?? null;
  const answers = answer?.devices ?? {};
  const rows = useMemo(() => (answer ? pathRows(answer.report, answer.devices) : []), [answer]);
  const shownRow =
    rows.find((row) => row.path.id === url.path) ??
    rows.find((row) => row.path.outcome === "forward") ??
    rows[0];
  const path = shownRow?.path ?? null;
  const pinned = rows.some((row) => row.path.id === url.pin) && url.pin !== path?.id ? url.pin : null;
  const chosen = url.devices.filter((id) => profiles.some((profile) => profile.id === id));
  const blocked = Object.fromEntries(
    Object.entries(answers).flatMap(([id, { reasons }]) => {
      const limit = reasons.find((reason) => reason.kind === "limit");
      return limit ? [[id, limit.message]] : [];
    }),
  );
  const heatDevice = profiles.find((profile) => profile.id === chosen[0]);
  const costUs = useMemo(() => constructCosts(heatDevice), [heatDevice]);
  const errors = report?.diagnostics.filter((diagnostic) => diagnostic.severity === "error").length ?? 0;

  const shows = (pane: Pane): boolean => url.panes.includes(pane);
  const showPath = (pathId: string): void => void setUrl({ path: pathId, node: null });
  const onSelectPath = (pathId: string): void => {
    const row = rows.find((candidate) => candidate.path.id === pathId);
    setRevealLine(row ? (linesOfPath(row.path)[0] ?? null) : null);
    showPath(pathId);
  };
  const onCursorLine = (line: number): void => {
    const found = report ? pathAtLine(report.paths, line, path?.id ?? null) : null;
    if (found !== null && found !== path?.id) showPath(found);
  };
  const onSelectNode = (node: string): void => {
    const graph = answer?.graph;
    const span = graph?.nodes.find((candidate) => candidate.id === node)?.span;
    if (span && span.file === fileName) setRevealLine(span.line);
    const found = graph ? pathThroughNode(graph, node, path?.id ?? null) : null;
    void setUrl({ node, ...(found === null ? {} : { path: found }) });
  };
  const onToggleDevice = (id: string): void =>
    void setUrl({ devices: chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id] });

  return (
    <>
      <ProgramHeader
        version={version}
        source={source}
        summary={report ? analysisSummary(report) : "Analysing in your browser…"}
        errors={errors}
        pending={pending}
      />
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
          <DeviceChips devices={profiles} chosen={chosen} answers={answers} onToggle={onToggleDevice} />
          <SegmentedControl
            aria-label="Estimator"
            value={url.engine}
            options={latencyForms.map(({ id }) => ({ value: id, label: id }))}
            onValueChange={(engine) => void setUrl({ engine })}
          />
          <Field label="Packet size">
            {(field) => (
              <NumberInput
                {...field}
                unit="B"
                min={64}
                max={9216}
                step={100}
                value={url.packet}
                onValueChange={(packet) => void setUrl({ packet })}
              />
            )}
          </Field>
          <PaneToggles shown={url.panes} onChange={(panes) => void setUrl({ panes })} />
        </div>
        {error ? (
          <Alert tone="bad" title="The analysis stopped">
            {error}. Change the source or reload the page; the stored program is safe.
          </Alert>
        ) : null}
        <div className={cn("grid gap-3", shows("source") && shows("graph") && "xl:grid-cols-2")}>
          <Panel
            title="Source"
            subtitle={heatDevice ? `gutter: cost on ${heatDevice.id}` : undefined}
            bodyClassName="flex flex-col p-0"
            className={cn("h-[32rem] overflow-hidden", !shows("source") && "hidden")}
          >
            <SourcePane
              fileName={fileName}
              source={source}
              report={report}
              path={path}
              costUs={costUs}
              revealLine={revealLine}
              readOnly={false}
              onChange={setSource}
              onCursorLine={onCursorLine}
              onReveal={setRevealLine}
            />
          </Panel>
          {shows("graph") ? (
            <Panel
              title="Graph"
              subtitle={path ? `path ${path.id} bold` : undefined}
              bodyClassName="p-0"
              className="h-[32rem] overflow-hidden"
            >
              {answer ? (
                <GraphPane
                  graph={answer.graph}
                  programName={version.name}
                  pathId={path?.id ?? null}
                  selectedNode={url.node}
                  onSelectNode={onSelectNode}
                />
              ) : (
                <SkeletonRows rows={8} label="Drawing the graph" />
              )}
            </Panel>
          ) : null}
        </div>
        {shows("paths") ? (
          <div className="grid gap-3 2xl:grid-cols-[3fr_2fr] 2xl:items-start">
            <Panel
              title="Paths"
              subtitle="click one to light it up in source and graph"
              bodyClassName="flex max-h-[28rem] flex-col p-0"
              className={pending && answer ? "opacity-80" : undefined}
            >
              {answer ? (
                <PathsPane
                  rows={rows}
                  devices={chosen}
                  blocked={blocked}
                  pathCount={answer.report.pathCount}
                  truncated={answer.report.truncated}
                  selected={path?.id ?? null}
                  pinned={pinned}
                  text={url.q}
                  outcome={url.outcome}
                  sort={sort}
                  onSelect={onSelectPath}
                  onPin={(pin) => void setUrl({ pin })}
                  onFilter={(change) => void setUrl(change)}
                  onSort={setSort}
                />
              ) : (
                <SkeletonRows rows={5} label="Listing the paths" />
              )}
            </Panel>
            <Panel
              title={path ? `Latency of ${path.id}` : "Latency"}
              subtitle={pinned ? `beside ${pinned}` : undefined}
            >
              {path ? (
                <LatencyPane
                  paths={pinned ? [path.id, pinned] : [path.id]}
                  devices={chosen}
                  answers={answers}
                />
              ) : (
                <p className="text-ink-3">
                  {errors > 0
                    ? "No latency while the source has errors."
                    : "Select a path to see its latency."}
                </p>
              )}
            </Panel>
          </div>
        ) : null}
      </div>
    </>
  );
}

/** Asks before the page is left with a source that was not saved. */
function useLeaveWarning(active: boolean): void {
  useEffect(() => {
    if (!active) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [active]);
}
