"use client";
import { EmptyState, Panel, SkeletonRows, Tabs } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { CloudCanvas } from "@/features/clouds/index.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { AnswerPanels } from "./AnswerPanels.tsx";
import { EngineAnswers } from "./EngineAnswers.tsx";
import { EngineBar } from "./EngineBar.tsx";
import { BrowserAnswer, RunEnd, StoredAnswer } from "./PlacementAnswer.tsx";
import { PlacementHistory } from "./PlacementHistory.tsx";
import { routeNodes } from "./placementWords.ts";
import { ScenarioHeader } from "./ScenarioHeader.tsx";
import { useScenarioUrl, VIEWS } from "./scenarioUrl.ts";
import { usePlacementRun } from "./usePlacementRun.ts";
import { useShownAnswer } from "./useShownAnswer.ts";
import { drawingFacts } from "./whatIf/drawing.ts";
import { dropHandlers } from "./whatIf/functionDrag.ts";
import { SaveVersion } from "./whatIf/SaveVersion.tsx";
import { useWhatIf } from "./whatIf/useWhatIf.ts";
import { WhatIfPanels } from "./whatIf/WhatIfPanels.tsx";

/** The page of one scenario version: engine, answer, drawing, chains, and what would happen if. */
export function ScenarioView({ version }: { version: RouterOutputs["scenarios"]["get"] }) {
  const trpc = useTRPC();
  const mayChange = useMayChange();
  const urlState = useScenarioUrl();
  const [url, setUrl] = urlState;
  const cloud = useQuery(trpc.topologies.get.queryOptions({ versionId: version.topologyVersionId }));
  const engines = useQuery(trpc.engines.list.queryOptions());
  const answer = useShownAnswer(version, url);
  const { problem, profiles, stored, record, runs, shownEngine, shown } = answer;
  const { run, cancel } = usePlacementRun(
    (id) => void setUrl({ placement: id, answer: null, chain: null, changes: null, view: null }),
  );
  const recordId = record?.result ? record.id : null;
  const address = useMemo(() => ({ placement: recordId, answer: shownEngine }), [recordId, shownEngine]);
  const whatIf = useWhatIf({ shown, address }, profiles, urlState);
  const { prediction, change } = whatIf;

  const engine = url.engine ?? version.engine;
  const timeLimitS = url.seconds ?? version.parameters.timeLimitS;
  const changed = whatIf.changes.length > 0 && prediction !== null;
  const placed = changed ? prediction.state.layout.chains : (shown?.placement.chains ?? []);
  const chains = (changed ? prediction.state.problem : shown?.problem)?.chains ?? [];
  const chain = chains.some(({ id }) => id === url.chain) ? url.chain : (chains[0]?.id ?? null);
  const drawing = useMemo(
    () => prediction && drawingFacts(prediction.state.problem, prediction.now, prediction.state.failed),
    [prediction],
  );
  const selectChain = (id: string) => void setUrl({ chain: id });
  const selectNode = (id: string) => void setUrl({ node: id });
  const hosts = new Set(placed.find(({ id }) => id === chain)?.hosts ?? []);

  return (
    <>
      <ScenarioHeader version={version} cloudName={cloud.data?.name ?? null} />
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <EngineBar
          engines={(engines.data ?? [])
            .filter((entry) => entry.places)
            .map((entry) => ({ value: entry.id, label: entry.id, hint: entry.title }))}
          engine={engine}
          onEngineChange={(id) => void setUrl({ engine: id })}
          timeLimitS={timeLimitS}
          onTimeLimitChange={(seconds) => void setUrl({ seconds: Math.round(seconds) })}
          record={record}
          starting={run.isPending}
          onRun={
            mayChange
              ? () => run.mutate({ question: { scenarioVersionId: version.id }, engine, timeLimitS })
              : null
          }
          onCancel={() => record && cancel.mutate({ id: record.id })}
        />
        {record?.result ? (
          <StoredAnswer record={record} name={version.name} mayChange={mayChange} />
        ) : (
          <>
            {record ? <RunEnd record={record} /> : null}
            {shown ? <BrowserAnswer {...shown} /> : null}
          </>
        )}
        <div className="grid gap-3 xl:grid-cols-2 xl:items-start">
          <div className="flex min-w-0 flex-col gap-3">
            <Panel
              title={cloud.data?.name ?? "Cloud"}
              subtitle={changed ? "baseline dashed behind" : "chains as routes"}
              bodyClassName="h-96 p-0"
            >
              <QueryView query={cloud} what="The cloud" skeleton={<SkeletonRows rows={8} />}>
                {(loaded) => (
                  <div
                    className="h-full"
                    {...dropHandlers(({ chain: id, position }, to) =>
                      change({ kind: "move", chain: id, position, to }),
                    )}
                  >
                    <CloudCanvas
                      topology={loaded.document}
                      routes={placed.map((entry) => ({ id: entry.id, nodes: routeNodes(entry.route) }))}
                      ghosts={
                        changed
                          ? shown?.placement.chains.map((entry) => ({
                              id: entry.id,
                              nodes: routeNodes(entry.route),
                            }))
                          : undefined
                      }
                      nodeFacts={drawing?.nodeFacts}
                      linkFacts={drawing?.linkFacts}
                      selectedRoute={chain}
                      onSelectRoute={selectChain}
                      selected={url.node ?? (hosts.size === 1 ? ([...hosts][0] ?? null) : null)}
                      onSelect={selectNode}
                    />
                  </div>
                )}
              </QueryView>
            </Panel>
            {runs.length > 0 ? (
              <Panel
                title="Engines side by side"
                subtitle="in this browser, checked, not stored"
                bodyClassName="p-0 overflow-x-auto"
              >
                <EngineAnswers
                  runs={runs}
                  selected={shownEngine}
                  onSelect={(id) => void setUrl({ answer: id, placement: null })}
                  onAsk={answer.ask}
                  onStop={answer.stop}
                />
              </Panel>
            ) : null}
            {stored.length > 0 ? (
              <PlacementHistory
                runs={stored}
                selected={record?.id ?? null}
                onSelect={(id) => void setUrl({ placement: id, answer: null, chain: null })}
              />
            ) : null}
          </div>
          {shown ? (
            <Tabs
              aria-label="What to look at"
              value={url.view}
              onValueChange={(view) => void setUrl({ view: VIEWS.find((known) => known === view) ?? null })}
              tabs={[
                {
                  value: "answer",
                  label: "Answer",
                  content: <AnswerPanels shown={shown} chain={chain} onSelectChain={selectChain} />,
                },
                {
                  value: "what-if",
                  label: "What if",
                  ...(changed ? { count: whatIf.changes.length } : {}),
                  content: (
                    <WhatIfPanels
                      whatIf={whatIf}
                      profiles={profiles ?? []}
                      chain={chain}
                      onSelectChain={selectChain}
                      node={url.node}
                      onSelectNode={selectNode}
                      actions={mayChange ? <SaveVersion version={version} whatIf={whatIf} /> : null}
                    />
                  ),
                },
              ]}
            />
          ) : (
            <QueryView query={problem} what="The problem of this scenario">
              {() => (
                <Panel>
                  <EmptyState title="Searching in this browser">
                    Routes, delays and the status appear here as soon as an engine has an answer.
                  </EmptyState>
                </Panel>
              )}
            </QueryView>
          )}
        </div>
      </div>
    </>
  );
}
