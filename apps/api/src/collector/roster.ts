import { Exporter } from "./exporters.ts";
import { createRefusals } from "./refusals.ts";
import { type CollectorSettings, openSettings, policiesOf } from "./settings.ts";
import type { Sender } from "./socket/source.ts";
import type { ExporterState } from "./state.ts";

/**
 * Who is heard: exporters by address, under the settings in force. Their number is bounded; a sender that is refused, or one too many,
 * gives `null` and is counted.
 */
export function createRoster(maxExporters: number) {
  let bySender = new Map<Sender, Exporter>();
  const byAddress = new Map<string, Exporter>();
  const refusals = createRefusals();
  /** datagrams come in turns of one sender */
  let lastSender: Sender | null = null;
  let lastExporter: Exporter | null = null;
  let policyOf = policiesOf(openSettings);

  return {
    refusals,

    /** The exporter of a sender; `null` when its datagram is refused, which is counted here. */
    of(sender: Sender, nowMs: number): Exporter | null {
      if (sender === lastSender) return lastExporter;
      const known = bySender.get(sender);
      if (known !== undefined) {
        lastSender = sender;
        lastExporter = known;
        return known;
      }
      const { address } = sender;
      let exporter = byAddress.get(address);
      const policy = policyOf(address);
      if (!policy.accepted) {
        refusals.count(address, "not-accepted", nowMs);
        return null;
      }
      if (!exporter) {
        if (byAddress.size >= maxExporters) {
          refusals.count(address, "too-many", nowMs);
          return null;
        }
        exporter = new Exporter(address, byAddress.size, policy, nowMs);
        byAddress.set(address, exporter);
      }
      // sources forget senders when they have too many: so do we
      if (bySender.size >= 2 * maxExporters) bySender = new Map();
      bySender.set(sender, exporter);
      return exporter;
    },

    byAddress: (address: string): Exporter | null => byAddress.get(address) ?? null,

    /** Takes over new settings: in force for the next datagram. */
    configure(settings: CollectorSettings, nowMs: number): void {
      policyOf = policiesOf(settings);
      bySender = new Map();
      lastSender = null;
      for (const exporter of byAddress.values()) exporter.follow(policyOf(exporter.address), nowMs);
    },

    /** The numbers of series have changed: late arrivals have nothing to take back from. */
    forgetSeries(): void {
      for (const exporter of byAddress.values()) exporter.gapSeries = -1;
    },

    get size(): number {
      return byAddress.size;
    },
    /** Accounts in the order in which exporters were first heard. */
    states: (from = 0, count = byAddress.size): ExporterState[] =>
      [...byAddress.values()].slice(from, from + count).map((e) => e.state()),
  };
}
