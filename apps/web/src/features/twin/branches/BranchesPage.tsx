"use client";
import { DEFAULT_ESTIMATOR } from "@p4twin/models/latency";
import { libraryNames } from "@p4twin/models/library/names";
import {
  Alert,
  Breadcrumbs,
  Button,
  EmptyState,
  Field,
  FileDrop,
  PageHeader,
  Panel,
  SegmentedControl,
  Select,
  SkeletonRows,
  Textarea,
} from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { Split } from "lucide-react";
import { parseAsString, useQueryStates } from "nuqs";
import { useDeferredValue, useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { readFiles } from "@/lib/readFiles.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useEngineOptions } from "@/lib/useEngineOptions.ts";
import { readCountersText } from "../countersText.ts";
import { BranchesAnswer } from "./BranchesAnswer.tsx";

const EXAMPLE = JSON.stringify(
  {
    entries: [
      { table: "MyIngress.ipv4_lpm", action: "ipv4_forward", packets: 900 },
      { table: "MyIngress.ipv4_lpm", action: "drop", packets: 100 },
    ],
  },
  null,
  2,
);

/**
 * Counters of a running switch tell how often its program goes each way, and so the latency that packets see
 * on average.
 */
export function BranchesPage() {
  const trpc = useTRPC();
  const [url, setUrl] = useQueryStates(
    {
      program: parseAsString.withDefault("lib:l3fwd"),
      device: parseAsString.withDefault("agilio-cx"),
      engine: parseAsString.withDefault(DEFAULT_ESTIMATOR),
    },
    { history: "replace" },
  );
  const programs = useQuery(trpc.programs.list.queryOptions());
  const devices = useQuery(trpc.devices.list.queryOptions());
  const engines = useEngineOptions("expects");
  const [text, setText] = useState("");
  const counters = readCountersText(useDeferredValue(text));
  const learnt = useQuery(
    trpc.twin.branches.queryOptions(
      { ...url, counters: counters.ok ? counters.value : null },
      { enabled: counters.ok, staleTime: Infinity },
    ),
  );
  return (
    <>
      <PageHeader
        title="Branches from counters"
        summary="How often packets go each way through a program, learnt from what its switch counted, with intervals; and the latency that follows."
        actions={<Button onClick={() => setText(EXAMPLE)}>Show an example</Button>}
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Twin", href: "/twin" }, { label: "Branches from counters" }]}
        />
      </PageHeader>
      <div className="grid gap-3 px-4 pb-6 md:px-6 xl:grid-cols-[minmax(0,5fr)_minmax(0,7fr)] xl:items-start">
        <Panel title="Program and counters">
          <div className="flex flex-col gap-3">
            <div className="flex flex-wrap items-end gap-3">
              <Field label="Program" className="w-60 max-w-full">
                {(field) => (
                  <Select
                    {...field}
                    value={url.program}
                    options={[
                      ...(programs.data ?? []).map((p) => ({ value: p.latest.id, label: p.name })),
                      ...libraryNames("programs", ".p4").map((name) => ({
                        value: `lib:${name}`,
                        label: name,
                        hint: "library",
                      })),
                    ]}
                    onValueChange={(program) => void setUrl({ program })}
                  />
                )}
              </Field>
              <Field label="Device" className="w-48 max-w-full">
                {(field) => (
                  <Select
                    {...field}
                    value={url.device}
                    options={(devices.data ?? []).map((d) => ({ value: d.id, label: d.id }))}
                    onValueChange={(device) => void setUrl({ device })}
                  />
                )}
              </Field>
              <SegmentedControl
                aria-label="Estimator"
                value={url.engine}
                options={engines}
                onValueChange={(engine) => void setUrl({ engine })}
              />
            </div>
            <FileDrop
              what="counters as JSON"
              accept=".json,.txt"
              hint="Entries with direct counters, cells with what they count, entities of a P4Runtime read, or what p4twin run --branches wrote"
              onFiles={async (files) => {
                const [file] = await readFiles(files);
                if (file) setText(file.text);
              }}
            />
            <Field label="Counters" error={counters.ok || text === "" ? undefined : counters.message}>
              {(field) => (
                <Textarea
                  {...field}
                  mono
                  rows={14}
                  value={text}
                  onChange={(event) => setText(event.target.value)}
                />
              )}
            </Field>
          </div>
        </Panel>
        {counters.ok ? (
          <QueryView query={learnt} what="The branches" skeleton={<SkeletonRows rows={8} />}>
            {(answer) =>
              answer.ok ? (
                <BranchesAnswer learnt={answer} program={url.program} given={counters.value} />
              ) : (
                <Alert tone="warn" title="These counters do not fit the program">
                  <DiagnosticList diagnostics={answer.diagnostics} className="mt-1" />
                </Alert>
              )
            }
          </QueryView>
        ) : (
          <Panel>
            <EmptyState icon={<Split aria-hidden />} title="Nothing is learnt yet">
              Paste the counters of a switch, drop a file, or look at the example.
            </EmptyState>
          </Panel>
        )}
      </div>
    </>
  );
}
