"use client";
import { formatLatency, formatPredicted } from "@p4twin/ui/format";
import type { ExtremePath, PageDevice } from "@/workers/program/pageQuestions.ts";

export type ExtremePathsProps = {
  device: string;
  pathCount: number;
  latency: NonNullable<PageDevice["latency"]>;
  selected: string | null;
  onSelect: (pathId: string) => void;
};

/** Bounds over all paths of a program that has more than are listed, and the paths at both ends. */
export function ExtremePaths({ device, pathCount, latency, selected, onSelect }: ExtremePathsProps) {
  const { minUs, maxUs, areBounds, fastest, slowest } = latency;
  return (
    <section
      aria-label={`Fastest and slowest of all paths on ${device}`}
      className="grid gap-x-6 gap-y-1 border-b bg-bg px-3 py-2 text-xs sm:grid-cols-[auto_1fr]"
    >
      <p className="text-ink-2">
        All {pathCount.toLocaleString("en-US")} paths on <span className="font-medium">{device}</span>
        <br />
        <span className="font-medium text-ink tabular-nums">
          {areBounds ? "at least " : ""}
          {formatLatency(minUs, "us")} to {areBounds ? "at most " : ""}
          {formatLatency(maxUs, "us")} µs
        </span>
      </p>
      <div className="flex flex-col gap-1">
        <Ends name="fastest" paths={fastest} selected={selected} onSelect={onSelect} />
        <Ends name="slowest" paths={slowest} selected={selected} onSelect={onSelect} />
      </div>
    </section>
  );
}

type EndsProps = Pick<ExtremePathsProps, "selected" | "onSelect"> & {
  name: string;
  paths: readonly ExtremePath[];
};

const Ends = ({ name, paths, selected, onSelect }: EndsProps) => (
  <p className="flex flex-wrap items-baseline gap-x-2 gap-y-0.5">
    <span className="w-12 text-ink-3">{name}</span>
    {paths.map(({ pathId, meanUs, ...intervals }) => (
      <button
        key={pathId}
        type="button"
        aria-pressed={pathId === selected}
        title={`${formatPredicted(meanUs, intervals, "us")} µs`}
        onClick={() => onSelect(pathId)}
        className="cursor-pointer rounded px-1 tabular-nums hover:bg-hover aria-pressed:bg-accent-soft aria-pressed:text-accent"
      >
        <span className="font-medium">{pathId}</span> {formatLatency(meanUs, "us")}
      </button>
    ))}
  </p>
);
