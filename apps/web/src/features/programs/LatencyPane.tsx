"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { SegmentedControl } from "@p4twin/ui";
import { StackedTerms, TermWaterfalls } from "@p4twin/ui/charts";
import { useMemo } from "react";
import type { PageDevice, PathDetail } from "@/workers/program/pageQuestions.ts";
import { latencyBars, latencyPanels } from "./model/latencyPanels.ts";
import { BARS, type ProgramUrl, type SetProgramUrl, STEP } from "./model/urlState.ts";

export type LatencyPaneProps = {
  /** selected path first, then the pinned one */
  details: readonly PathDetail[];
  profiles: readonly DeviceProfile[];
  chosen: readonly string[];
  devices: Readonly<Record<string, PageDevice>>;
  bars: ProgramUrl["bars"];
  setUrl: SetProgramUrl;
};

const WORDS: Readonly<Record<(typeof BARS)[number], string>> = {
  all: "Waterfalls, all devices",
  chosen: "Waterfalls, chosen devices",
  stacked: "Bars, chosen devices",
};

/** Latency of the selected path as its terms, on every device, and what has to be known beside it. */
export function LatencyPane({ details, profiles, chosen, devices, bars, setUrl }: LatencyPaneProps) {
  const names = details.map(({ path }) => path.id).join(" and ");
  const label = `Latency of ${names} per device`;
  const panels = useMemo(
    () =>
      latencyPanels(
        details,
        bars === "all" ? profiles : profiles.filter(({ id }) => chosen.includes(id)),
        chosen,
        devices,
      ),
    [details, profiles, chosen, devices, bars],
  );
  const notes = chosen.flatMap((device) => {
    const estimate = details[0]?.estimates[device];
    const all = [...(devices[device]?.notes ?? []), ...(estimate?.notes ?? [])];
    return [...new Set(all)].map((note) => ({ device, note }));
  });
  return (
    <div className="flex flex-col gap-3">
      <SegmentedControl
        aria-label="Drawing"
        size="sm"
        className="self-start"
        value={bars}
        options={BARS.map((value) => ({ value, label: WORDS[value] }))}
        onValueChange={(next) => void setUrl({ bars: next }, STEP)}
      />
      {bars === "stacked" ? (
        <StackedTerms rows={latencyBars(details, chosen, devices)} label={label} />
      ) : (
        <TermWaterfalls panels={panels} label={label} />
      )}
      {notes.length > 0 ? (
        <ul aria-label="Notes on the estimates" className="flex flex-col gap-1 text-xs text-ink-2">
          {notes.map(({ device, note }) => (
            <li key={`${device} ${note}`}>
              <span className="font-medium">{device}</span>: {note}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}
