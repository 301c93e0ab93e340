"use client";
import type { FieldValue } from "@p4twin/models/run";
import { Button, cn, ScrollArea, TableFrame, Td, Th } from "@p4twin/ui";
import { formatLatency, formatPredicted } from "@p4twin/ui/format";
import type { ReactNode } from "react";
import type { PacketRun, RunStep } from "@/workers/run/runQuestions.ts";
import { fieldChanges } from "./model/fieldChanges.ts";
import { KIND_WORDS, stepTitle } from "./model/stepWords.ts";

export type StepDetailProps = {
  run: PacketRun;
  step: RunStep;
  before: readonly FieldValue[];
  onStep: (index: number) => void;
};

/** One step: what decided, and every field before and after it. */
export function StepDetail({ run, step, before, onStep }: StepDetailProps) {
  const { event, time } = step;
  const changes = fieldChanges(before, step.fields);
  const changed = changes.filter((change) => change.changed).length;
  return (
    <ScrollArea label="What the step did" className="h-full">
      <dl aria-label="The step" className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-1 p-3 text-xs">
        <Fact term={KIND_WORDS[event.kind]}>
          <span className="font-mono break-words">{stepTitle(event)}</span>
        </Fact>
        {event.kind === "state" && event.select ? (
          <Fact term="select">
            <span className="font-mono break-words">{pairs(event.select)}</span>
          </Fact>
        ) : null}
        {event.kind === "table" ? <TableFacts event={event} entry={step.entry} /> : null}
        {event.kind === "assign" && event.before !== event.after && event.before !== "" ? (
          <Fact term="was">
            <span className="font-mono break-words">{event.before}</span>
          </Fact>
        ) : null}
        {step.cause === null ? null : (
          <Fact term="cause">
            <CauseButton run={run} cause={step.cause} onStep={onStep} />
          </Fact>
        )}
        {event.construct ? (
          <Fact term="time">
            {time === null ? "unknown" : `${formatLatency(time.us, "us")} µs, as one ${event.construct}`}
            {time?.us === 0 ? ": the first one is in the base delay" : ""}
          </Fact>
        ) : null}
        {time === null ? null : (
          <Fact term="so far">
            {formatPredicted(time.elapsedUs, time, "us")} µs since the packet came (one standard deviation)
          </Fact>
        )}
        <Fact term="fields">{changed === 0 ? "none changed" : `${changed} changed`}</Fact>
      </dl>
      {changes.length > 0 ? (
        <TableFrame aria-label="Fields before and after">
          <thead>
            <tr>
              <Th>Field</Th>
              <Th>Before</Th>
              <Th>After</Th>
            </tr>
          </thead>
          <tbody className="font-mono text-xs">
            {[...changes].sort(changedFirst).map(({ name, before: was, after, changed: isChanged }) => (
              <tr key={name} className={cn("group", isChanged && "bg-accent-soft")} data-changed={isChanged}>
                <Td className="h-6 whitespace-normal break-all">
                  {name}
                  {isChanged ? <span className="sr-only"> changed</span> : null}
                </Td>
                <Td className="h-6 break-all whitespace-normal">{was ?? "–"}</Td>
                <Td className={cn("h-6 break-all whitespace-normal", isChanged && "font-semibold")}>
                  {after ?? "–"}
                </Td>
              </tr>
            ))}
          </tbody>
        </TableFrame>
      ) : null}
    </ScrollArea>
  );
}

const changedFirst = (a: { changed: boolean }, b: { changed: boolean }): number =>
  Number(b.changed) - Number(a.changed);

function CauseButton({
  run,
  cause,
  onStep,
}: {
  run: PacketRun;
  cause: number;
  onStep: (index: number) => void;
}) {
  const event = run.steps[cause]?.event;
  if (!event) return null;
  const place = event.at ? `${event.at.file}:${event.at.line}` : "";
  return (
    <Button size="sm" onClick={() => onStep(cause)}>
      {stepTitle(event)}, {place}
    </Button>
  );
}

const pairs = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join(", ");

const memberWords = ({ all, chosen }: { all: readonly string[]; chosen: number }): string =>
  `${chosen + 1} of ${all.length}, by the hash of the selector keys`;

function TableFacts({ event, entry }: { event: RunStep["event"] & { kind: "table" }; entry: string | null }) {
  const facts: [string, string][] = [
    ["key", pairs(event.keys) || "none"],
    ["entry", entry ?? (event.hit ? "without words" : "none: the default action runs")],
    ["action", `${event.action}(${pairs(event.parameters)})`],
    ...(event.members ? [["member", memberWords(event.members)] satisfies [string, string]] : []),
  ];
  return facts.map(([term, text]) => (
    <Fact key={term} term={term}>
      <span className="font-mono break-words">{text}</span>
    </Fact>
  ));
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}
