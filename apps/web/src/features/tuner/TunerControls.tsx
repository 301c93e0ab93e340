"use client";
import { Field, NumberInput, Panel, Select, Slider } from "@p4twin/ui";
import { formatCount } from "@p4twin/ui/format";
import { CLOUDS, type Cloud, loadOf, readCloud, segmentOf } from "./tunerScenario.ts";
import type { TuningUrl } from "./useTuning.ts";

const NAMES: Readonly<Record<Cloud, string>> = {
  "paolucci-uc1": "One switch, one VNF (UC1 of Paolucci et al.)",
  "paolucci-uc2": "Across switches (UC2 of Paolucci et al.)",
  "paolucci-chain": "Five VNFs, three segments (Fig. 2 of Paolucci et al.)",
  demo: "Demo cloud",
};

type NumberKey = "lc" | "be" | "transit" | "port" | "vnf" | "spread" | "goal" | "from" | "to";

/** The load, the goal and the thresholds that are tried. */
export function TunerControls({ url, setUrl, tuning }: TuningUrl) {
  const cloud = readCloud(tuning.cloud);
  const load = loadOf(cloud, tuning);
  const transitPps = tuning.transitPps ?? load.transitPps;
  const number = (key: NumberKey, label: string, unit: string, value: number | null) => (
    <Field label={label}>
      {(field) => (
        <NumberInput
          {...field}
          unit={unit}
          min={0}
          step={unit === "µs" ? 100 : 500}
          value={value}
          onValueChange={(next) => void setUrl({ [key]: next })}
        />
      )}
    </Field>
  );
  return (
    <Panel title="Load and goal">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-3">
        <Field label="Cloud" className="w-96 max-w-full">
          {(field) => (
            <Select
              {...field}
              value={url.cloud}
              options={CLOUDS.map((id) => ({ value: id, label: NAMES[id] }))}
              onValueChange={(next) =>
                void setUrl({
                  cloud: CLOUDS.find((id) => id === next) ?? "demo",
                  segment: null,
                  pl: null,
                  dl: null,
                })
              }
            />
          )}
        </Field>
        {cloud.segments.length > 1 ? (
          <Field label="Segment" className="w-56 max-w-full">
            {(field) => (
              <Select
                {...field}
                value={segmentOf(cloud, tuning).id}
                options={cloud.segments.map(({ id, kind }) => ({
                  value: id,
                  label: `${id} (${kind.toUpperCase()})`,
                }))}
                onValueChange={(segment) => void setUrl({ segment, pl: null, dl: null })}
              />
            )}
          </Field>
        ) : null}
        <Field
          label="Transit load"
          hint="best-effort traffic that shares the queue"
          className="min-w-72 grow"
        >
          {(field) => (
            <Slider
              {...field}
              min={0}
              max={12_000}
              step={250}
              value={transitPps}
              valueText={`${formatCount(transitPps)} packets/s`}
              onValueChange={(transit) => void setUrl({ transit })}
            />
          )}
        </Field>
      </div>
      <div className="mt-3 flex flex-wrap items-end gap-x-4 gap-y-3">
        {number("lc", "Latency-critical", "pps", tuning.criticalPps ?? load.criticalPps)}
        {number("be", "Best effort", "pps", tuning.bestEffortPps ?? load.bestEffortPps)}
        {number("port", "Port serves", "pps", tuning.portPps ?? load.portPps)}
        {number("vnf", "VNF, mean", "µs", tuning.vnfUs ?? load.vnfUs)}
        {number("spread", "VNF, spread", "µs", tuning.vnfSigmaUs ?? load.vnfSigmaUs)}
        {number("goal", "Critical p99 at most", "µs", tuning.goalUs)}
        {number("from", "Thresholds from", "µs", tuning.fromUs)}
        {number("to", "Thresholds to", "µs", tuning.toUs)}
      </div>
    </Panel>
  );
}
