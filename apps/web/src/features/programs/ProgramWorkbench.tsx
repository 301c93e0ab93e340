"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { Alert, cn, Panel, SkeletonRows } from "@p4twin/ui";
import { useCallback, useMemo } from "react";
import { useSortUrl } from "@/lib/sortUrl.ts";
import type { RouterOutputs } from "@/lib/trpc.ts";
import { ComparePane } from "./ComparePane.tsx";
import { GraphPane } from "./GraphPane.tsx";
import { InputsPane, MissingFiles } from "./InputsPane.tsx";
import { LatencyPane } from "./LatencyPane.tsx";
import { analysisSummary } from "./model/summary.ts";
import { STEP } from "./model/urlState.ts";
import { useLeaveWarning } from "./model/useLeaveWarning.ts";
import { useProgramWorkbench } from "./model/useProgramWorkbench.ts";
import { PathsPane } from "./PathsPane.tsx";
import { ProgramHeader } from "./ProgramHeader.tsx";
import { ProgramToolbar } from "./ProgramToolbar.tsx";
import { SourcePane } from "./SourcePane.tsx";

export type ProgramWorkbenchProps = {
  version: RouterOutputs["programs"]["get"];
  profiles: readonly DeviceProfile[];
};

/** Source, graph and paths of a program: panes that move together. */
export function ProgramWorkbench({ version, profiles }: ProgramWorkbenchProps) {
  const work = useProgramWorkbench(version, profiles);
  const { url, setUrl, draft, session, chosen, fileName, shown, detail, pinned } = work;
  const { latest, stale, pending, error, asking } = session;
  const [sort, setSort] = useSortUrl();
  useLeaveWarning(draft.changed);

  const onPin = useCallback((pin: string | null) => void setUrl({ pin }, STEP), [setUrl]);
  const onBlock = useCallback((block: string) => void setUrl({ block }, STEP), [setUrl]);
  const filters = useMemo(
    () => ({
      q: url.q,
      outcome: url.outcome,
      table: url.table,
      action: url.action,
      from: url.from,
      to: url.to,
    }),
    [url.q, url.outcome, url.table, url.action, url.from, url.to],
  );
  const shows = (pane: (typeof url.panes)[number]): boolean => url.panes.includes(pane);
  const faded = stale ? "opacity-75" : undefined;
  const since = stale ? "as before the errors" : undefined;

  return (
    <>
      <ProgramHeader
        version={version}
        files={draft.files}
        changed={draft.changed}
        summary={latest ? analysisSummary(latest, stale) : "Analysing in your browser…"}
        errors={work.errors}
        pending={pending}
        comparedWith={url.with}
        onCompare={(versionId) => void setUrl({ with: versionId }, STEP)}
      />
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <ProgramToolbar
          profiles={profiles}
          chosen={chosen}
          devices={shown?.devices ?? {}}
          url={url}
          setUrl={setUrl}
        />
        {error ? (
          <Alert tone="bad" title="The analysis stopped">
            {error}. Change the source or reload the page; the stored program is safe.
          </Alert>
        ) : null}
        <MissingFiles
          files={work.missingFiles}
          onOpen={() => void setUrl({ panes: [...new Set([...url.panes, "inputs" as const])] }, STEP)}
        />
        {shows("inputs") ? (
          <Panel title="Files and macros" subtitle="what the compiler reads next to the source">
            <InputsPane
              draft={draft}
              read={latest?.files ?? []}
              url={url}
              setUrl={setUrl}
              onShow={(file) => work.onJump({ file, line: 1, column: 1 })}
            />
          </Panel>
        ) : null}
        {url.with === null ? null : (
          <ComparePane
            versionId={url.with}
            defines={work.defines}
            devices={chosen}
            revision={latest?.revision ?? 0}
            asking={asking}
            which={url.compared}
            setUrl={setUrl}
            onSelect={work.onSelectPath}
          />
        )}
        <div className={cn("grid gap-3", shows("source") && shows("graph") && "xl:grid-cols-[3fr_2fr]")}>
          <Panel
            title="Source"
            subtitle={work.heatDevice ? `gutter: cost on ${work.heatDevice}` : undefined}
            bodyClassName="flex flex-col p-0"
            className={cn("h-[max(32rem,62dvh)] overflow-hidden", !shows("source") && "hidden")}
          >
            <SourcePane
              fileName={fileName}
              file={work.file}
              draft={draft}
              latest={latest}
              shown={shown}
              asking={asking}
              heat={work.heat}
              highlights={work.highlights}
              costs={work.costs}
              heatDevice={work.heatDevice}
              goTo={url.at}
              revealLine={work.revealLine}
              hasOutline={shows("outline")}
              onCursorLine={work.onCursorLine}
              onJump={work.onJump}
            />
          </Panel>
          {shows("graph") ? (
            <Panel
              title="Graph"
              subtitle={since ?? (work.selected ? `path ${work.selected} bold` : undefined)}
              bodyClassName="p-0"
              className={cn("h-[max(32rem,62dvh)] overflow-hidden", faded)}
            >
              {latest ? (
                <GraphPane
                  graph={session.graph}
                  programName={version.name}
                  pathNodes={detail?.nodes}
                  pathEdges={detail?.edges}
                  selectedNode={url.node}
                  block={url.block}
                  onSelectNode={work.onSelectNode}
                  onBlock={onBlock}
                />
              ) : (
                <SkeletonRows rows={8} label="Drawing the graph" />
              )}
            </Panel>
          ) : null}
        </div>
        {shows("paths") ? (
          <>
            <Panel
              title="Paths"
              subtitle={since ?? "click one to light it up in source and graph"}
              bodyClassName="flex max-h-[28rem] flex-col p-0"
              className={faded}
            >
              {latest ? (
                <PathsPane
                  analysis={shown ?? latest}
                  devices={chosen}
                  selected={work.selected}
                  pinned={pinned}
                  url={filters}
                  setUrl={setUrl}
                  sort={sort}
                  onSort={setSort}
                  onSelect={work.onSelectPath}
                  onPin={onPin}
                />
              ) : (
                <SkeletonRows rows={5} label="Listing the paths" />
              )}
            </Panel>
            <Panel
              title={work.selected ? `Latency of ${work.selected}` : "Latency"}
              subtitle={since ?? (pinned ? `compared with ${pinned}` : undefined)}
              className={faded}
            >
              {shown && work.details.length > 0 ? (
                <LatencyPane
                  details={work.details}
                  profiles={profiles}
                  chosen={chosen}
                  devices={shown.devices}
                  bars={url.bars}
                  setUrl={setUrl}
                />
              ) : latest === null ? (
                <SkeletonRows rows={5} label="Estimating the latency" />
              ) : (
                <p className="text-ink-3">
                  {work.errors > 0
                    ? "No latency while the source has errors."
                    : "Select a path to see its latency."}
                </p>
              )}
            </Panel>
          </>
        ) : null}
      </div>
    </>
  );
}
