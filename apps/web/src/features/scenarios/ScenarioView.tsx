"use client";
import { EmptyState, Panel, SkeletonRows } from "@p4twin/ui";
import { Waterfall } from "@p4twin/ui/charts";
import { useQuery } from "@tanstack/react-query";
import { CloudCanvas } from "@/features/clouds/index.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { EngineAnswers } from "./EngineAnswers.tsx";
import { EngineBar } from "./EngineBar.tsx";
import { PlacedChains } from "./PlacedChains.tsx";
import { BrowserAnswer, RunEnd, StoredAnswer } from "./PlacementAnswer.tsx";
import { PlacementHistory } from "./PlacementHistory.tsx";
import { chainHops, routeNodes } from "./placementWords.ts";
import { ScenarioHeader } from "./ScenarioHeader.tsx";
import { useScenarioUrl } from "./scenarioUrl.ts";
import { usePlacementRun } from "./usePlacementRun.ts";
import { useShownAnswer } from "./useShownAnswer.ts";

/** The page of one scenario version: engine, answer, drawing and chains. */
export function ScenarioView({ version }: { version: RouterOutputs["scenarios"]["get"] }) {
  const trpc = useTRPC();
  const mayChange = useMayChange();
  const [url, setUrl] = useScenarioUrl();
  const cloud = useQuery(trpc.topologies.get.queryOptions({ versionId: version.topologyVersionId }));
  const engines = useQuery(trpc.engines.list.queryOptions());
  const { problem, stored, record, runs, shownEngine, shown, ask, stop } = useShownAnswer(version, url);
  const { run, cancel } = usePlacementRun((id) => void setUrl({ placement: id, answer: null, chain: null }));
  const engine = url.engine ?? version.engine;
  const timeLimitS = url.seconds ?? version.parameters.timeLimitS;
  const placed = shown?.placement.chains ?? [];
  const chain = placed.find((entry) => entry.id === url.chain) ?? placed[0] ?? null;
  const budgetUs = shown?.problem.chains.find((entry) => entry.id === chain?.id)?.maxDelayUs ?? null;

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
            <Panel title={cloud.data?.name ?? "Cloud"} subtitle="chains as routes" bodyClassName="h-96 p-0">
              <QueryView query={cloud} what="The cloud" skeleton={<SkeletonRows rows={8} />}>
                {(loaded) => (
                  <CloudCanvas
                    topology={loaded.document}
                    routes={placed.map((entry) => ({ id: entry.id, nodes: routeNodes(entry.route) }))}
                    selectedRoute={chain?.id ?? null}
                    onSelectRoute={(id) => void setUrl({ chain: id })}
                    selected={chain && new Set(chain.hosts).size === 1 ? (chain.hosts[0] ?? null) : null}
                  />
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
                  onAsk={ask}
                  onStop={stop}
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
          <div className="flex min-w-0 flex-col gap-3">
            {shown ? (
              <Panel title="Chains" bodyClassName="p-0 overflow-x-auto">
                <PlacedChains
                  problem={shown.problem}
                  placement={shown.placement}
                  selected={chain?.id ?? null}
                  onSelect={(id) => void setUrl({ chain: id })}
                />
              </Panel>
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
            {chain ? (
              <Panel title={`Delay of ${chain.id}`} subtitle="Eq. 5.19, term by term">
                <Waterfall
                  predictedOnly
                  hops={chainHops(chain)}
                  budgetUs={budgetUs}
                  label={`Delay of chain ${chain.id}`}
                />
              </Panel>
            ) : null}
          </div>
        </div>
      </div>
    </>
  );
}
