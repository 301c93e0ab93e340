import { compileProfile, DEFAULT_OPTIONS } from "@p4twin/models/telemetry";
import { Exporter } from "./exporters.ts";
import { createRefusals } from "./refusals.ts";
import { type CollectorSettings, type ExporterSettings, openSettings } from "./settings.ts";
import type { Sender } from "./socket/source.ts";
import type { ExporterState } from "./state.ts";

const noLimits = { maxDatagramsPerSecond: null, sampleOneIn: 1 };

/**
 * Who is heard: exporters by address, under the settings in force. Their number is bounded; a sender that is refused, or one too many,
 * gives `null` and is counted.
 */
export function createRoster(maxExporters: number) {
  let bySender = new Map<Sender, Exporter>();
  const byAddress = new Map<string, Exporter>();
  const refusals = createRefusals();
  let settings = openSettings;
  let listed = new Map<string, ExporterSettings>();

  const accepts = (address: string): boolean => listed.get(address)?.accepted ?? !settings.acceptOnlyListed;

  const apply = (exporter: Exporter, nowMs: number): void => {
    const own = listed.get(exporter.address);
    exporter.options = own ? compileProfile(own.profile) : DEFAULT_OPTIONS;
    exporter.admission.set(own ?? noLimits, exporter.index, nowMs);
  };

  const add = (address: string, nowMs: number): Exporter => {
    const exporter = new Exporter(address, byAddress.size, DEFAULT_OPTIONS, nowMs);
    apply(exporter, nowMs);
    byAddress.set(address, exporter);
    return exporter;
  };

  return {
    refusals,

    /** The exporter of a sender; `null` when its datagram is refused, which is counted here. */
    of(sender: Sender, nowMs: number): Exporter | null {
      const known = bySender.get(sender);
      if (known !== undefined) return known;
      const { address } = sender;
      if (!accepts(address)) {
        refusals.count(address, "not-accepted", nowMs);
        return null;
      }
      let exporter = byAddress.get(address);
      if (!exporter) {
        if (byAddress.size >= maxExporters) {
          refusals.count(address, "too-many", nowMs);
          return null;
        }
        exporter = add(address, nowMs);
      }
      // sources forget senders when they have too many: so do we
      if (bySender.size >= 2 * maxExporters) bySender = new Map();
      bySender.set(sender, exporter);
      return exporter;
    },

    byAddress: (address: string): Exporter | null => byAddress.get(address) ?? null,

    /** Takes over new settings: in force for the next datagram. */
    configure(next: CollectorSettings, nowMs: number): void {
      settings = next;
      listed = new Map(next.exporters.map((e) => [e.address, e]));
      bySender = new Map();
      for (const exporter of byAddress.values()) apply(exporter, nowMs);
    },

    /** The numbers of series have changed: late arrivals have nothing to take back from. */
    forgetSeries(): void {
      for (const exporter of byAddress.values()) exporter.gapSeries = -1;
    },

    states: (): ExporterState[] => [...byAddress.values()].map((e) => e.state()),
  };
}
