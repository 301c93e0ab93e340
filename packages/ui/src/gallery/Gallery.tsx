"use client";
import { lazy, Suspense } from "react";
import { SkeletonRows } from "../primitives/Skeleton.tsx";
import { ColourSection } from "./ColourSection.tsx";
import { ControlSection } from "./ControlSection.tsx";
import { FeedbackSection } from "./FeedbackSection.tsx";
import { TableSection } from "./TableSection.tsx";

// Loaded when shown, so that pages which import the primitives do not carry the editor, the canvas and the layouter.
const ChartSection = lazy(async () => ({ default: (await import("./ChartSection.tsx")).ChartSection }));
const SeriesSection = lazy(async () => ({ default: (await import("./SeriesSection.tsx")).SeriesSection }));
const GraphSection = lazy(async () => ({ default: (await import("./GraphSection.tsx")).GraphSection }));
const CodeSection = lazy(async () => ({ default: (await import("./CodeSection.tsx")).CodeSection }));

/** Every component in its states, to look at; data is made up and constant. */
export function Gallery() {
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-8 p-4 md:p-6">
      <h1 className="text-xl font-semibold">Components</h1>
      <ColourSection />
      <ControlSection />
      <FeedbackSection />
      <TableSection />
      <Suspense fallback={<SkeletonRows rows={8} label="Loading charts" />}>
        <ChartSection />
        <SeriesSection />
        <GraphSection />
        <CodeSection />
      </Suspense>
    </div>
  );
}
