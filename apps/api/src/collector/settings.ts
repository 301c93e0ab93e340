import type { ExporterProfile } from "@p4twin/models/telemetry";

/** What the owner has set for the exporter at one address. */
export type ExporterSettings = {
  address: string;
  /** false: its datagrams are refused, and counted */
  accepted: boolean;
  profile: ExporterProfile;
  /** datagrams a second that are read at most, with bursts of one second's worth; null: as many as come */
  maxDatagramsPerSecond: number | null;
  /** one of so many datagrams is read; 1 reads all */
  sampleOneIn: number;
};

/** Whose datagrams the collector takes, and how. An exporter that is not listed is read by the default profile. */
export type CollectorSettings = { acceptOnlyListed: boolean; exporters: readonly ExporterSettings[] };

export const openSettings: CollectorSettings = { acceptOnlyListed: false, exporters: [] };
