"use client";
import { useEffect, useMemo, useState } from "react";
import { Panel } from "../primitives/Panel.tsx";
import { Switch } from "../primitives/Switch.tsx";
import { createColumnBuffer, LiveSeries } from "../series/index.ts";
import { Section } from "./Section.tsx";

const COLUMNS = ["p50", "p95", "p99", "low", "mean", "high"] as const;
const START = 1_700_000_000;
const HOUR = 3600;

/** A constant, made-up second of a segment that suffers a burst and a silence. */
function second(index: number) {
  const burst = Math.exp(-(((index - 2700) / 160) ** 2));
  const ripple = Math.sin(index / 37) + Math.sin(index / 11) / 2 + Math.sin(index * 1.7) / 3;
  const p50 = 640 + 40 * ripple + 900 * burst;
  return {
    p50,
    p95: p50 * 1.5 + 60 * Math.sin(index / 5),
    p99: p50 * (2 + burst) + 150 * Math.sin(index / 3),
    low: 580,
    mean: 640,
    high: 720,
  };
}

const isSilent = (index: number) => index > 1500 && index < 1620;

export function SeriesSection() {
  const [live, setLive] = useState(false);
  const [range, setRange] = useState<[number, number] | null>(null);
  const buffer = useMemo(() => {
    const created = createColumnBuffer(COLUMNS, HOUR);
    for (let index = 0; index < HOUR; index += 1)
      if (!isSilent(index)) created.append(START + index, second(index));
    return created;
  }, []);

  useEffect(() => {
    if (!live) return;
    let index = (buffer.lastX() ?? START) - START;
    const timer = setInterval(() => {
      index += 1;
      buffer.append(START + index, second(index % HOUR));
    }, 500);
    return () => clearInterval(timer);
  }, [live, buffer]);

  return (
    <Section title="Live series">
      <Panel
        title="Latency of segment 2"
        subtitle={range ? "double click to zoom out" : "drag to zoom"}
        actions={<Switch label="Live" checked={live} onCheckedChange={setLive} />}
      >
        <LiveSeries
          label="Latency of segment 2"
          source={buffer}
          band={{ low: "low", high: "high", mean: "mean" }}
          plUs={3000}
          dlUs={5000}
          range={range}
          onRange={setRange}
          events={[{ id: "e1", x: START + 2600, label: "p99 above PL", tone: "bad" }]}
        />
      </Panel>
    </Section>
  );
}
