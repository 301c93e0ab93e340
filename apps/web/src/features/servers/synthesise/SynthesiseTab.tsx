"use client";
import { Alert, EmptyState, Panel, StatTile } from "@p4twin/ui";
import { formatSignificant } from "@p4twin/ui/format";
import { FlowGraph } from "@p4twin/ui/graph";
import { parseAsFloat, parseAsInteger, parseAsString, useQueryStates } from "nuqs";
import { useEffect, useState } from "react";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { isChainFile } from "@/workers/servers/source.ts";
import type { SynthesisView } from "@/workers/servers/synthesisView.ts";
import { CHAIN_EXAMPLES, exampleOf } from "../examples.ts";
import { RunStates } from "../RunStates.tsx";
import { SourceInput } from "../SourceInput.tsx";
import { useServers } from "../useServers.ts";
import { ClassesPanel } from "./ClassesPanel.tsx";
import { CoresPanel } from "./CoresPanel.tsx";
import { OutputPanel } from "./OutputPanel.tsx";

/**
 * One function out of a chain (SNF): the chain before and after, its classes, what was saved, and what a target runs.
 */
export function SynthesiseTab() {
  const [url, setUrl] = useQueryStates(
    { chain: parseAsString, class: parseAsInteger, frame: parseAsInteger, gbps: parseAsFloat },
    { history: "replace" },
  );
  const { shown, ask, follow, stop } = useServers("synthesis");
  const { answer, ...state } = shown;
  const [isOwn, setIsOwn] = useState(false);
  // the page begins with an example
  const example = exampleOf(CHAIN_EXAMPLES, url.chain) ?? (isOwn ? null : "isp");
  useEffect(() => {
    if (example !== null) ask({ kind: "synthesise", source: { kind: "example", name: example } });
  }, [example, ask]);
  const view = answer?.view ?? null;
  return (
    <div className="grid gap-3 pt-3 lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start">
      <SourceInput
        examples={CHAIN_EXAMPLES}
        example={example}
        onExample={(chain) => {
          setIsOwn(false);
          void setUrl({ chain, class: null });
        }}
        onSource={(source) => {
          setIsOwn(true);
          void setUrl({ chain: null, class: null });
          ask({ kind: "synthesise", source });
        }}
        what="a chain"
        isMain={isChainFile}
        accept=".click,.json,.yaml,.yml,.acl,.rules,.p4,.txt"
        hint="Click configuration (.click), chain file (.json, .yaml) with the files that it names, or access list (.acl, .rules)"
        pasteName="pasted.click"
      />
      <div className="flex min-w-0 flex-col gap-3">
        <RunStates
          {...state}
          label="Synthesising the chain"
          refused="This chain cannot be synthesised"
          onStop={stop}
        />
        {view === null ? (
          state.running || state.problems.length > 0 ? null : (
            <EmptyState title="No chain yet">
              Choose an example or drop a Click configuration: its functions become one classifier and one
              write.
            </EmptyState>
          )
        ) : (
          <>
            <Saved view={view} />
            {view.cuts.length > 0 ? (
              <Alert tone="warn" title="Cut here: the rest of the chain stays as it is">
                <DiagnosticList label="Cuts" diagnostics={view.cuts} />
              </Alert>
            ) : null}
            <div className="grid gap-3 2xl:grid-cols-2">
              <Panel title="Before" subtitle={view.functions.join(" → ")}>
                <FlowGraph
                  {...view.before}
                  label="The chain before"
                  direction="fit"
                  whole
                  pathNodeIds={view.classes.find((c) => c.id === url.class)?.path ?? view.cutUnits}
                  className="h-auto min-h-96"
                />
              </Panel>
              <Panel title="After" subtitle="one classifier, one write for each class">
                <FlowGraph
                  {...view.after}
                  label="The chain after"
                  direction="LR"
                  whole
                  selectedId={url.class === null ? null : `class ${url.class}`}
                  onSelect={(node) => {
                    const id = /^class (\d+)$/.exec(node)?.[1];
                    if (id !== undefined) void setUrl({ class: Number(id) });
                  }}
                  className="h-auto min-h-96"
                />
              </Panel>
            </div>
            <ClassesPanel view={view} selected={url.class} onSelect={(id) => void setUrl({ class: id })} />
            <CoresPanel
              throughput={view.throughput}
              frameBytes={url.frame}
              gbps={url.gbps}
              onChange={(next) => void setUrl(next)}
            />
            <OutputPanel key={view.file} follow={follow} classId={url.class} />
          </>
        )}
      </div>
    </div>
  );
}

/** The dearest class before and after: what a core carries then. */
function Saved({ view }: { view: SynthesisView }) {
  const most = (when: "before" | "after") =>
    view.classes.map((c) => c[when]).reduce((a, b) => (b.cycles > a.cycles ? b : a));
  const [before, after] = [most("before"), most("after")];
  const number = (value: number | null) => (value === null ? null : formatSignificant(value));
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
      <StatTile
        label="Operations, dearest class"
        value={`${before.operations} → ${after.operations}`}
        context="elements that a packet crosses"
      />
      <StatTile
        label="Cycles, dearest class"
        value={`${before.cycles} → ${after.cycles}`}
        context="Table 7.1, input and output apart"
      />
      <StatTile
        label="Predicted per core"
        value={`${number(before.mpps) ?? "–"} → ${number(after.mpps) ?? "–"}`}
        unit="Mpps"
        context="at 3.2 GHz in full batches, dearest class"
      />
      <StatTile
        label="Filters"
        value={`${view.counted.traversed.toLocaleString("en")} → ${view.counted.compressed.toLocaleString("en")}`}
        context={`${view.classes.length} traffic classes`}
      />
    </div>
  );
}
