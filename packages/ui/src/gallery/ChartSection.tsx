"use client";
import { useState } from "react";
import { ChainStrip } from "../charts/chainStrip/ChainStrip.tsx";
import { FlowCounters } from "../charts/flowCounters/FlowCounters.tsx";
import { Histogram } from "../charts/histogram/Histogram.tsx";
import { ShareBar } from "../charts/shareBar/ShareBar.tsx";
import { Sparkline } from "../charts/sparkline/Sparkline.tsx";
import { StackedTerms } from "../charts/stackedTerms/StackedTerms.tsx";
import { Waterfall } from "../charts/waterfall/Waterfall.tsx";
import { Panel } from "../primitives/Panel.tsx";
import {
  chainHops,
  chainNodes,
  flowSteps,
  histogram,
  sparkValues,
  stackedRows,
  waterfallHops,
} from "./chartData.ts";
import { Example, Section } from "./Section.tsx";

export function ChartSection() {
  const [hop, setHop] = useState("h2");
  return (
    <Section title="Charts">
      <Panel title="Chain strip" subtitle="web-edge">
        <ChainStrip
          label="Chain web-edge"
          nodes={chainNodes}
          hops={chainHops}
          selectedHopId={hop}
          selectedSegmentId={chainHops.find((candidate) => candidate.id === hop)?.segmentId}
          onSelectHop={setHop}
        />
      </Panel>
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        <Panel title="Latency per device" subtitle="path p1, 1500 B">
          <StackedTerms label="Latency of path p1 per device" rows={stackedRows} />
        </Panel>
        <Panel title="Distribution" subtitle="segment 2">
          <Histogram label="Latency of segment 2" {...histogram} />
        </Panel>
        <Panel title="Budget" subtitle="predicted and observed" className="md:col-span-2">
          <Waterfall label="Delay of chain web-edge" hops={waterfallHops} budgetUs={40} />
        </Panel>
        <Panel title="Exporter counters">
          <FlowCounters label="Exporter 10.0.0.1" steps={flowSteps} />
        </Panel>
        <Panel title="Small charts">
          <div className="flex flex-col gap-3">
            <Example name="Sparkline: calm, over PL and DL, gap, nothing">
              <Sparkline label="p99 of segment 1" valuesUs={sparkValues.calm} plUs={8000} dlUs={15_000} />
              <Sparkline label="p99 of segment 2" valuesUs={sparkValues.loud} plUs={5000} dlUs={8000} />
              <Sparkline label="p99 of segment 3" valuesUs={sparkValues.gap} plUs={1000} dlUs={2000} />
              <Sparkline label="p99 of segment 4" valuesUs={[null, null]} plUs={1000} dlUs={2000} />
            </Example>
            <ShareBar
              label="Packets of segment 2"
              parts={[
                { id: "below", label: "below PL", count: 92_111 },
                { id: "pl", label: "PL to DL", count: 6_120 },
                { id: "dl", label: "above DL", count: 301 },
              ]}
            />
            <StackedTerms label="Nothing chosen" rows={[]} />
          </div>
        </Panel>
      </div>
    </Section>
  );
}
