"use client";
import { Button, CopyField } from "@p4twin/ui";
import { useMemo } from "react";
import type { PacketRun } from "@/workers/run/runQuestions.ts";
import { decidingFields } from "./model/decidingFields.ts";
import { stepTitle } from "./model/stepWords.ts";

/** `branch`: the copy of the packet whose decisions are shown */
export type SentPacketsProps = { run: PacketRun; branch: number; onStep: (index: number) => void };

/** What leaves, in hexadecimal and field by field; and where what does not leave ended. */
export function SentPackets({ run, branch, onStep }: SentPacketsProps) {
  const decided = useMemo(() => decidingFields(run, branch), [run, branch]);
  const drops = run.steps.flatMap(({ event, cause }, index) =>
    event.kind === "fate" && event.fate === "dropped" ? [{ event, cause, index }] : [],
  );
  return (
    <div className="flex flex-col gap-4">
      {run.sent.map(({ port, hex, fields, step, branch }) => (
        <section
          key={`${branch} ${port} ${step}`}
          aria-label={`Packet out on port ${port}`}
          className="flex min-w-0 flex-col gap-2"
        >
          <h3 className="flex flex-wrap items-baseline gap-2 text-sm font-medium">
            Port {port}
            <span className="text-xs font-normal text-ink-3">
              {hex.length / 2} bytes{branch > 0 ? `, ${run.branches[branch]?.cause}` : ""}
            </span>
            {step === null ? null : (
              <Button size="sm" onClick={() => onStep(step)}>
                Show the step
              </Button>
            )}
          </h3>
          <CopyField text={hex} label={`packet out on port ${port}`} />
          <details className="text-xs">
            <summary className="cursor-pointer text-ink-2">Fields as it leaves</summary>
            <dl className="mt-1 grid grid-cols-[repeat(auto-fill,minmax(16rem,1fr))] gap-x-4 gap-y-0.5 font-mono">
              {fields.map(({ name, text }) => (
                <div key={name} className="flex justify-between gap-2">
                  <dt className="min-w-0 break-words text-ink-3">{name}</dt>
                  <dd className="break-all">{text}</dd>
                </div>
              ))}
            </dl>
          </details>
        </section>
      ))}
      {drops.map(({ event, cause, index }) => (
        <p key={index} className="flex flex-wrap items-center gap-2">
          <span>
            {run.branches[run.steps[index]?.branch ?? 0]?.cause}: {stepTitle(event)}
            {event.at
              ? `, by the statement in ${event.at.file}:${event.at.line}`
              : ", by a statement that is unknown"}
            .
          </span>
          <Button size="sm" onClick={() => onStep(cause ?? index)}>
            Show the cause
          </Button>
        </p>
      ))}
      {decided.length > 0 ? (
        <section aria-label="What decided">
          <h3 className="text-sm font-medium">What decided the way</h3>
          <ul className="mt-1 flex flex-wrap gap-x-2 gap-y-1">
            {decided.map(({ step, what, values }) => (
              <li key={step} className="min-w-0">
                <Button
                  size="sm"
                  className="h-auto min-h-6 max-w-full shrink justify-start whitespace-normal text-left"
                  onClick={() => onStep(step)}
                >
                  <span className="shrink-0 text-ink-3">{what}:</span>
                  <span className="min-w-0 break-words font-mono">
                    {values.map(({ name, text }) => `${name}=${text}`).join(", ")}
                  </span>
                </Button>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {run.sent.length === 0 && drops.length === 0 ? <p className="text-ink-3">Nothing leaves.</p> : null}
    </div>
  );
}
