"use client";
import { EmptyState } from "@p4twin/ui";
import { parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useEffect, useState } from "react";
import { isOffloadFile } from "@/workers/servers/source.ts";
import { DEPLOY_EXAMPLES, exampleOf } from "../examples.ts";
import { RunStates } from "../RunStates.tsx";
import { SourceInput } from "../SourceInput.tsx";
import { useServers } from "../useServers.ts";
import { PlanPanel } from "./PlanPanel.tsx";
import { StoreAsChain } from "./StoreAsChain.tsx";
import { TimelinePanel } from "./TimelinePanel.tsx";

/** A chain split between switch, NIC and cores (Metron), and its scenario played. */
export function DeployTab() {
  const [url, setUrl] = useQueryStates({ deploy: parseAsString, at: parseAsInteger }, { history: "replace" });
  const { shown, ask, stop } = useServers("deploy");
  const { answer, ...state } = shown;
  const [isOwn, setIsOwn] = useState(false);
  // the page begins with an example
  const example = exampleOf(DEPLOY_EXAMPLES, url.deploy) ?? (isOwn ? null : "isp");
  useEffect(() => {
    if (example !== null) ask({ kind: "deploy", source: { kind: "example", name: example } });
  }, [example, ask]);
  return (
    <div className="grid gap-3 pt-3 lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start">
      <SourceInput
        examples={DEPLOY_EXAMPLES}
        example={example}
        onExample={(deploy) => {
          setIsOwn(false);
          void setUrl({ deploy, at: null });
        }}
        onSource={(source) => {
          setIsOwn(true);
          void setUrl({ deploy: null, at: null });
          ask({ kind: "deploy", source });
        }}
        what="an offload file"
        accept=".json,.yaml,.yml,.click,.acl,.rules,.p4,.txt"
        isMain={isOffloadFile}
        hint="A chain (of the library, chain: lib:isp, or a file dropped with it, and those that it names), a network, cores, and a scenario"
        pasteName="offload.yaml"
      />
      <div className="flex min-w-0 flex-col gap-3">
        <RunStates
          {...state}
          label="Placing the chain and playing its scenario"
          refused="This chain cannot be deployed"
          onStop={stop}
        />
        {answer === null ? (
          state.running || state.problems.length > 0 ? null : (
            <EmptyState title="No deployment yet">
              Choose an example: its chain is split between switch, NIC and cores, gets load, splits, merges
              and survives a failure.
            </EmptyState>
          )
        ) : (
          <>
            {answer.answer.timeline ? (
              <TimelinePanel
                timeline={answer.answer.timeline}
                at={url.at}
                onAt={(at) => void setUrl({ at })}
              />
            ) : null}
            <PlanPanel report={answer.answer.report} />
            <StoreAsChain
              key={JSON.stringify(answer.answer.placeable.file)}
              placeable={answer.answer.placeable}
            />
          </>
        )}
      </div>
    </div>
  );
}
