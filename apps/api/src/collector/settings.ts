import {
  compileSettings,
  type ExporterPolicy,
  type ExporterProfile,
  telemetrySettingsSchema,
} from "@p4twin/models/telemetry";

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

/** The policy of an address, as settings say it: listed exporters may be refused one by one. */
export function policiesOf(settings: CollectorSettings): (address: string) => ExporterPolicy {
  const listed = settings.exporters.map(({ accepted: _, ...exporter }) => exporter);
  const policyOf = compileSettings(
    telemetrySettingsSchema.parse({ acceptedOnly: settings.acceptOnlyListed, exporters: listed }),
  );
  const refused = new Set(settings.exporters.filter((e) => !e.accepted).map((e) => e.address));
  return (address) => {
    const policy = policyOf(address);
    return refused.has(address) ? { ...policy, accepted: false } : policy;
  };
}
