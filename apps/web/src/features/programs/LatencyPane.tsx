"use client";
import { StackedTerms, type StackedTermsRow } from "@p4twin/ui/charts";
import type { DeviceAnswer } from "@/workers/programAnalysis.ts";

export type LatencyPaneProps = {
  /** selected path first, then the pinned one */
  paths: readonly string[];
  devices: readonly string[];
  answers: Readonly<Record<string, DeviceAnswer>>;
};

/** Bars of the chosen devices for one path, or for two side by side. */
export function latencyBars({ paths, devices, answers }: LatencyPaneProps): StackedTermsRow[] {
  return devices.flatMap((device) =>
    paths.flatMap((path): StackedTermsRow[] => {
      const answer = answers[device];
      const estimate = answer?.report.estimates.find((entry) => entry.pathId === path);
      if (!answer || !estimate) return [];
      const blocked = answer.reasons.find((reason) => reason.kind === "limit");
      const silent = estimate.meanUs === null ? (estimate.notes[0] ?? "no estimate") : undefined;
      return [
        {
          id: `${device} ${path}`,
          label: paths.length > 1 ? `${device} ${path}` : device,
          meanUs: estimate.meanUs,
          lowUs: estimate.lowUs,
          highUs: estimate.highUs,
          terms: estimate.terms,
          ...(blocked ? { unavailable: blocked.message } : silent ? { unavailable: silent } : {}),
        },
      ];
    }),
  );
}

/** Latency of the selected path on every chosen device as a stack of its terms, and what has to be known beside it. */
export function LatencyPane(props: LatencyPaneProps) {
  const { paths, devices, answers } = props;
  const notes = devices.flatMap((device) => {
    const answer = answers[device];
    if (!answer) return [];
    const estimate = answer.report.estimates.find((entry) => entry.pathId === paths[0]);
    return [...new Set([...answer.report.notes, ...(estimate?.notes ?? [])])].map((note) => ({
      device,
      note,
    }));
  });
  return (
    <div className="flex flex-col gap-3">
      <StackedTerms rows={latencyBars(props)} label={`Latency of ${paths.join(" and ")} per device`} />
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
