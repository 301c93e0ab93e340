import { exporterProfileSchema, type NodeClock, unitsOfProfile } from "@p4twin/models/telemetry";
import type { ExporterSettings } from "../collector/settings.ts";
import type { CaptureSummary } from "./schema.ts";

/**
 * Units that the reports of a capture show, where the owner has said none for their exporter. A node id that two
 * exporters use with different units is left out: its segments must say.
 */
export function inferredClocks(
  { units }: CaptureSummary,
  exporters: readonly ExporterSettings[],
): NodeClock[] {
  const said = new Set(
    exporters.flatMap(({ address, profile }) =>
      unitsOfProfile(profile).timestamp === null ? [] : [address],
    ),
  );
  const clocks = new Map<number, NodeClock | null>();
  for (const { exporter, nodeIds, timestamp, latency, basis } of units) {
    if (basis !== "evidence" || said.has(exporter)) continue;
    for (const nodeId of nodeIds) {
      const known = clocks.get(nodeId);
      const differs = known && (known.timestampUnit !== timestamp || known.latencyUnit !== latency);
      clocks.set(nodeId, differs ? null : { nodeId, timestampUnit: timestamp, latencyUnit: latency });
    }
  }
  return [...clocks.values()].filter((clock) => clock !== null);
}

/**
 * Exporters of a capture for a run: what the owner has set for them, and for units that are left open what the capture
 * settles or, where it does not, assumes; so nothing of it waits for evidence again.
 */
export function settledExporters(
  { units }: CaptureSummary,
  exporters: readonly ExporterSettings[],
): ExporterSettings[] {
  const profiles = new Map(exporters.map(({ address, profile }) => [address, profile]));
  for (const { exporter, timestamp, latency } of units) {
    const profile = profiles.get(exporter) ?? exporterProfileSchema.parse({});
    const said = unitsOfProfile(profile);
    profiles.set(exporter, {
      ...profile,
      timestampUnit: said.timestamp ?? timestamp,
      latencyUnit: said.latency ?? latency,
    });
  }
  // a capture was chosen by a person: nothing of it is refused or left out
  const unlimited = { accepted: true, maxDatagramsPerSecond: null, sampleOneIn: 1 };
  return [...profiles].map(([address, profile]) => ({ address, profile, ...unlimited }));
}
