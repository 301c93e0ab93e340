"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { cn, Tooltip } from "@p4twin/ui";
import { CircleCheck, CircleHelp, CircleSlash, TriangleAlert } from "lucide-react";
import type { PageDevice } from "@/workers/program/pageQuestions.ts";
import { type Fit, fitOf } from "./model/deviceFit.ts";

export type DeviceChipsProps = {
  devices: readonly DeviceProfile[];
  chosen: readonly string[];
  answers: Readonly<Record<string, PageDevice>>;
  onToggle: (id: string) => void;
};

const LOOKS: Readonly<Record<Fit, { words: string; classes: string }>> = {
  runs: { words: "runs there", classes: "border-line-strong bg-surface text-ink" },
  port: { words: "needs a port", classes: "border-warn/50 bg-warn-soft text-warn" },
  unclear: { words: "may not run there", classes: "border-warn/50 bg-surface text-warn" },
  blocked: { words: "cannot run there", classes: "border-bad/50 bg-bad-soft text-bad" },
  unknown: { words: "not analysed yet", classes: "border-line-strong bg-surface text-ink-2" },
};

const Mark = ({ fit }: { fit: Fit }) => {
  if (fit === "blocked") return <CircleSlash aria-hidden className="size-3.5" />;
  if (fit === "unclear") return <CircleHelp aria-hidden className="size-3.5" />;
  if (fit === "port") return <TriangleAlert aria-hidden className="size-3.5" />;
  return <CircleCheck aria-hidden className={cn("size-3.5", fit === "unknown" && "opacity-40")} />;
};

/** The devices to hold the program against; a chip that cannot run it is red and says why. */
export function DeviceChips({ devices, chosen, answers, onToggle }: DeviceChipsProps) {
  return (
    <fieldset className="flex min-w-0 flex-wrap items-center gap-1.5">
      <legend className="sr-only">Devices</legend>
      {devices.map(({ id, title }) => {
        const fit = fitOf(answers[id]);
        const { words, classes } = LOOKS[fit];
        const reasons = answers[id]?.reasons.map((reason) => reason.message) ?? [];
        const on = chosen.includes(id);
        return (
          <Tooltip
            key={id}
            content={
              <span>
                {title}: {words}
                {reasons.map((reason) => (
                  <span key={reason} className="block">
                    {reason}
                  </span>
                ))}
              </span>
            }
          >
            <button
              type="button"
              aria-pressed={on}
              onClick={() => onToggle(id)}
              className={cn(
                "inline-flex h-7 cursor-pointer items-center gap-1.5 rounded-full border px-2.5 text-xs font-medium",
                classes,
                on && "ring-2 ring-accent",
              )}
            >
              <Mark fit={fit} />
              <span>
                {id}
                <span className="sr-only">{[words, ...reasons].join(". ")}</span>
              </span>
            </button>
          </Tooltip>
        );
      })}
    </fieldset>
  );
}
