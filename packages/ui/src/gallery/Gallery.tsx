"use client";
import { ChartSection } from "./ChartSection.tsx";
import { CodeSection } from "./CodeSection.tsx";
import { ColourSection } from "./ColourSection.tsx";
import { ControlSection } from "./ControlSection.tsx";
import { FeedbackSection } from "./FeedbackSection.tsx";
import { GraphSection } from "./GraphSection.tsx";
import { SeriesSection } from "./SeriesSection.tsx";
import { TableSection } from "./TableSection.tsx";

/** Every component in its states, to look at; data is made up and constant. */
export function Gallery() {
  return (
    <div className="mx-auto flex max-w-7xl flex-col gap-8 p-4 md:p-6">
      <h1 className="text-xl font-semibold">Components</h1>
      <ColourSection />
      <ControlSection />
      <FeedbackSection />
      <TableSection />
      <ChartSection />
      <SeriesSection />
      <GraphSection />
      <CodeSection />
    </div>
  );
}
