"use client";
import type { Change } from "@p4twin/models/placement";
import { EmptyState, Panel, Tabs } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useEngineOptions } from "@/lib/useEngineOptions.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { AnswerPanels } from "./AnswerPanels.tsx";
import { CompareWithBaseline } from "./compare/CompareWithBaseline.tsx";
import { EngineAnswers } from "./EngineAnswers.tsx";
import { EngineBar } from "./EngineBar.tsx";
import { BrowserAnswer, RunEnd, StoredAnswer } from "./PlacementAnswer.tsx";
import { PlacementHistory } from "./PlacementHistory.tsx";
import { ScenarioDrawing } from "./ScenarioDrawing.tsx";
import { ScenarioHeader } from "./ScenarioHeader.tsx";
import { useScenarioUrl, VIEWS } from "./scenarioUrl.ts";
import { FailurePanel } from "./studies/FailurePanel.tsx";
import { RelaxationList } from "./studies/RelaxationList.tsx";
import { TradeOffPanel } from "./studies/TradeOffPanel.tsx";
import { usePlacementRun } from "./usePlacementRun.ts";
import { useShownAnswer } from "./useShownAnswer.ts";
import { SaveVersion } from "./whatIf/SaveVersion.tsx";
import { usePlaceAnew } from "./whatIf/usePlaceAnew.ts";
import { useWhatIf } from "./whatIf/useWhatIf.ts";
import { WhatIfPanels } from "./whatIf/WhatIfPanels.tsx";

const NO_PROFILES: readonly never[] = [];

/** The page of one scenario version: engine, answer, drawing, chains, and what would happen if. */
export function ScenarioView({ version }: { version: RouterOutputs["scenarios"]["get"] }) {
  const trpc = useTRPC();
  const mayChange = useMayChange();
  const urlState = useScenarioUrl();
  const [url, setUrl] = urlState;
  const cloud = useQuery(trpc.topologies.get.queryOptions({ versionId: version.topologyVersionId }));
  const engines = useEngineOptions("places");
  const answer = useShownAnswer(version, url);
  const { problem, stored, record, runs, shownEngine, shown } = answer;
  const profiles = answer.profiles ?? NO_PROFILES;
  const { run, cancel } = usePlacementRun(
    // who has begun a what-if on the answer before keeps it; the new run is in the history
    (id) => void setUrl(({ view }) => (view === "what-if" ? {} : { placement: id, answer: null })),
  );
  const recordId = record?.result ? record.id : null;
  const address = useMemo(() => ({ placement: recordId, answer: shownEngine }), [recordId, shownEngine]);
  const whatIf = useWhatIf({ shown, address }, answer.profiles, urlState);
  const placeAnew = usePlaceAnew(whatIf, profiles);

  const engine = url.engine ?? version.engine;
  const timeLimitS = url.seconds ?? version.parameters.timeLimitS;
  const chains = (whatIf.prediction?.state.problem ?? shown?.problem)?.chains ?? [];
  const chain = chains.some(({ id }) => id === url.chain) ? url.chain : (chains[0]?.id ?? null);
  const selectChain = (id: string) => void setUrl({ chain: id });
  const selectNode = (id: string) => void setUrl({ node: id });
  const relaxations =
    shown?.placement.status === "infeasible" && answer.profiles ? (
      <RelaxationList
        problem={shown.problem}
        profiles={profiles}
        busy={placeAnew.busy}
        onTry={(changes: readonly Change[]) => {
          void setUrl({ view: "what-if" });
          placeAnew.start(changes);
        }}
      />
    ) : null;

  return (
    <>
      <ScenarioHeader version={version} cloud={cloud.data ?? null} />
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        <EngineBar
          engines={engines}
          engine={engine}
          shownEngine={shown?.placement.engine ?? null}
          onEngineChange={(id) => void setUrl({ engine: id })}
          timeLimitS={timeLimitS}
          onTimeLimitChange={(seconds) => void setUrl({ seconds: Math.round(seconds) })}
          record={record}
          starting={run.isPending}
          onRun={
            mayChange
              ? () => {
                  void setUrl({ chain: null, changes: null, view: null });
                  run.mutate({ question: { scenarioVersionId: version.id }, engine, timeLimitS });
                }
              : null
          }
          onCancel={() => record && cancel.mutate({ id: record.id })}
        />
        {record?.result ? (
          <StoredAnswer record={record} mayChange={mayChange} relaxations={relaxations} />
        ) : (
          <>
            {record ? <RunEnd record={record} /> : null}
            {shown ? <BrowserAnswer {...shown} relaxations={relaxations} /> : null}
          </>
        )}
        <div className="grid gap-3 xl:grid-cols-2 xl:items-start">
          <div className="flex min-w-0 flex-col gap-3">
            <ScenarioDrawing
              topologyVersionId={version.topologyVersionId}
              saved={version.parameters.changes}
              shown={shown}
              whatIf={whatIf}
              chain={chain}
              onSelectChain={selectChain}
              node={url.node}
              onSelectNode={selectNode}
            />
            {runs.length > 0 ? (
              <Panel
                title="Engines side by side"
                subtitle="in this browser, checked, not stored"
                bodyClassName="p-0 overflow-x-auto"
              >
                <EngineAnswers
                  runs={runs}
                  selected={shownEngine}
                  onSelect={(id) => void setUrl({ answer: id, placement: null, changes: null })}
                  onAsk={answer.ask}
                  onStop={answer.stop}
                />
              </Panel>
            ) : null}
            {stored.length > 0 ? (
              <PlacementHistory
                runs={stored}
                selected={record?.id ?? null}
                onSelect={(id) => void setUrl({ placement: id, answer: null, chain: null, changes: null })}
              />
            ) : null}
          </div>
          {shown ? (
            <Tabs
              className="min-w-0"
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
                  ...(whatIf.changes.length > 0 ? { count: whatIf.changes.length } : {}),
                  content: (
                    <WhatIfPanels
                      whatIf={whatIf}
                      placeAnew={placeAnew}
                      profiles={profiles}
                      chain={chain}
                      onSelectChain={selectChain}
                      node={url.node}
                      onSelectNode={selectNode}
                      actions={
                        <>
                          <CompareWithBaseline
                            versionId={version.id}
                            address={address}
                            changes={whatIf.text}
                          />
                          {mayChange ? <SaveVersion version={version} whatIf={whatIf} /> : null}
                        </>
                      }
                    />
                  ),
                },
                {
                  value: "failures",
                  label: "Failures",
                  content: (
                    <FailurePanel
                      shown={shown}
                      profiles={profiles}
                      whatIf={whatIf}
                      chain={chain}
                      onSelectChain={selectChain}
                    />
                  ),
                },
                {
                  value: "trade-off",
                  label: "Trade-off",
                  content: <TradeOffPanel shown={shown} profiles={profiles} whatIf={whatIf} />,
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
