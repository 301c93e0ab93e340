"use client";
import { EmptyState, Field, NumberInput, Select } from "@p4twin/ui";
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { useEffect, useState } from "react";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import type { Source } from "@/workers/servers/source.ts";
import { COUNTER_EXAMPLES, exampleOf } from "../examples.ts";
import { RunStates } from "../RunStates.tsx";
import { SourceInput } from "../SourceInput.tsx";
import { useServers } from "../useServers.ts";
import { ProfileReportView } from "./ProfileReportView.tsx";

const GOALS = ["latency", "density", "jitter"] as const;

/** Where the latency of measured functions goes, what is to blame, and what to do about it (SCC). */
export function ProfileTab() {
  const [url, setUrl] = useQueryStates(
    {
      counters: parseAsString,
      packets: parseAsInteger,
      goal: parseAsStringLiteral(GOALS).withDefault("latency"),
    },
    { history: "replace" },
  );
  const { shown, ask, stop } = useServers("profile");
  const { answer, ...state } = shown;
  const [text, setText] = useState<Source | null>(null);
  const { packets, goal } = url;
  // the page begins with an example
  const example = exampleOf(COUNTER_EXAMPLES, url.counters) ?? (text === null ? "router-user" : null);
  useEffect(() => {
    const source: Source | null = example === null ? text : { kind: "example", name: example };
    if (source !== null) ask({ kind: "profile", source, packets, goal });
  }, [example, text, packets, goal, ask]);
  return (
    <div className="grid gap-3 pt-3 lg:grid-cols-[20rem_minmax(0,1fr)] lg:items-start">
      <SourceInput
        examples={COUNTER_EXAMPLES}
        example={example}
        onExample={(counters) => {
          setText(null);
          void setUrl({ counters });
        }}
        onSource={(source) => {
          void setUrl({ counters: null });
          setText(source);
        }}
        what="counters"
        accept=".json,.yaml,.yml,.csv,.txt"
        hint="perf stat (text, -x, or -j), perf sched latency, /proc/PID/schedstat, Intel PCM's CSV, or our JSON, YAML and CSV"
        pasteName="counters.csv"
      >
        <Field label="Packets of the run" hint="perf and PCM do not count them" optional>
          {(control) => (
            <NumberInput
              {...control}
              min={1}
              value={packets}
              onValueChange={(next) => void setUrl({ packets: next })}
            />
          )}
        </Field>
        <Field label="What the batch is for">
          {(control) => (
            <Select
              {...control}
              value={goal}
              options={GOALS.map((value) => ({ value, label: value }))}
              onValueChange={(next) => void setUrl({ goal: next })}
            />
          )}
        </Field>
      </SourceInput>
      <div className="flex min-w-0 flex-col gap-3">
        <RunStates
          {...state}
          label="Reading the counters"
          refused="These counters cannot be used"
          onStop={stop}
        />
        {answer === null ? (
          state.running || state.problems.length > 0 ? null : (
            <EmptyState title="No counters yet">
              Choose a chain that the thesis measured, or drop what perf or PCM wrote of yours.
            </EmptyState>
          )
        ) : (
          <>
            <DiagnosticList label="Warnings" diagnostics={answer.answer.warnings} />
            <ProfileReportView {...answer.answer} />
          </>
        )}
      </div>
    </div>
  );
}
