"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { Panel, SegmentedControl, textLink } from "@p4twin/ui";
import { CodeEditor, tokenizePython } from "@p4twin/ui/code";
import { useMemo, useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { EngineSaving, type StoredEngine } from "./EngineSaving.tsx";
import { useEngineUrl } from "./engineUrl.ts";
import { type ExampleId, exampleSource, examples } from "./examples.ts";
import { FailureView } from "./FailureView.tsx";
import { failureMarks } from "./failureMarks.ts";
import { type HttpContent, HttpForm } from "./HttpForm.tsx";
import { TrialPanel } from "./TrialPanel.tsx";
import { type EngineContent, useTrial } from "./useTrial.ts";

export type EngineWorkbenchProps = {
  /** null: a new engine */
  stored: StoredEngine | null;
  profiles: readonly DeviceProfile[];
};

const NEW_HTTP: HttpContent = { kind: "http", url: "", estimates: true, places: false };

/** Writes or connects an engine, tries it beside the built-in ones, and stores it as a version. */
export function EngineWorkbench({ stored, profiles }: EngineWorkbenchProps) {
  const [url, setUrl] = useEngineUrl();
  const trial = useTrial(profiles);
  const kind = stored?.content.kind ?? url.kind;
  const [text, setText] = useState(() =>
    stored?.content.kind === "python" ? stored.content.source : exampleSource(url.example),
  );
  const [written, setWritten] = useState(text);
  const [http, setHttp] = useState<HttpContent>(stored?.content.kind === "http" ? stored.content : NEW_HTTP);
  const [revealLine, setRevealLine] = useState<number | null>(null);
  const [refusal, setRefusal] = useState<{ failure: Failure; printed: string; source: string } | null>(null);

  const content: EngineContent = kind === "python" ? { kind, source: written } : http;
  const changed = stored === null || JSON.stringify(content) !== JSON.stringify(stored.content);
  const outcome = trial.state.phase === "done" ? trial.state : null;
  const shown =
    refusal ?? (outcome?.outcome.kind === "failed" ? { ...outcome.outcome, source: outcome.source } : null);
  const marks = useMemo(() => (shown ? failureMarks(shown.failure, shown.source) : []), [shown]);

  const begin = (example: ExampleId): void => {
    void setUrl({ example, call: example });
    setText(exampleSource(example));
    setWritten(exampleSource(example));
    setRefusal(null);
  };
  const reveal = (line: number): void => {
    setRevealLine(null);
    requestAnimationFrame(() => setRevealLine(line));
  };

  return (
    <>
      <EngineSaving
        stored={stored}
        kind={kind}
        content={content}
        changed={changed}
        onRefused={(failure, printed) => setRefusal({ failure, printed, source: written })}
        onAccepted={() => setRefusal(null)}
      />
      <div className="grid gap-3 px-4 pb-6 md:px-6 xl:grid-cols-[3fr_2fr] xl:items-start">
        <div className="flex min-w-0 flex-col gap-3">
          {refusal ? (
            <FailureView failure={refusal.failure} printed={refusal.printed} onReveal={reveal} />
          ) : null}
          {kind === "python" ? (
            <Panel
              title="engine.py"
              subtitle="defines estimate, place, or both"
              className="h-[34rem] overflow-hidden"
              bodyClassName="flex flex-col p-0"
              footer={
                <AppLink href="/docs/engines" className={textLink}>
                  What an engine is given, and what it returns
                </AppLink>
              }
              actions={
                stored ? null : (
                  <SegmentedControl
                    aria-label="Begin with"
                    value={url.example}
                    options={examples.map(({ id, label }) => ({ value: id, label }))}
                    onValueChange={begin}
                  />
                )
              }
            >
              <CodeEditor
                label="Source of the engine"
                value={text}
                onChange={setWritten}
                tokens={tokenizePython}
                diagnostics={marks}
                marksFor={shown?.source}
                revealLine={revealLine}
                className="min-h-0 grow rounded-none border-0"
              />
            </Panel>
          ) : (
            <HttpForm content={http} onChange={setHttp} />
          )}
        </div>
        <TrialPanel
          profiles={profiles}
          state={trial.state}
          defaultCall={defaultCall(kind, stored, url.example)}
          where={kind === "python" ? "in this browser" : "from the server"}
          onRun={(question) => {
            setRefusal(null);
            void trial.run(content, question);
          }}
          onStop={trial.stop}
          onReveal={kind === "python" ? reveal : undefined}
        />
      </div>
    </>
  );
}

type Failure = Parameters<typeof failureMarks>[0];

const defaultCall = (
  kind: "python" | "http",
  stored: StoredEngine | null,
  example: ExampleId,
): "estimate" | "place" => {
  if (stored) return stored.estimates ? "estimate" : "place";
  return kind === "python" ? example : "estimate";
};
