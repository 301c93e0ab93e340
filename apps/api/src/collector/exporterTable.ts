import { type DecodeOptions, PathDelays } from "@p4twin/models/telemetry";
import { Exporter } from "./exporters.ts";
import { createRefusals } from "./refusals.ts";
import { type CollectorSettings, openSettings, policiesOf } from "./settings.ts";
import type { Sender } from "./socket/source.ts";
import type { ExporterState } from "./state.ts";

/**
 * A full table makes room once a second at most, for an eighth of its exporters (our choice): sorting them
 * costs some 5 ms.
 */
const MAKE_ROOM_EVERY_MS = 1_000;
const ROOM_SHARE = 8;

/**
 * Who is heard: exporters by address, under the settings in force. Their number is bounded: a full table
 * forgets those that were not heard for longest, but none that is named in the settings or sent a report of a
 * segment; what they sent is still counted. A sender that is refused, or one too many, gives `null` and is
 * counted.
 */
export function createExporterTable(maxExporters: number) {
  const byAddress = new Map<string, Exporter>();
  /** a path passes through several exporters */
  const pathDelays = new PathDelays();
  /** by index, which is given again: accounts are told page by page, and must not move meanwhile */
  const slots: (Exporter | null)[] = [];
  const free: number[] = [];
  let named: ReadonlySet<string> = new Set();
  let madeRoomMs = Number.NEGATIVE_INFINITY;
  const forgotten = { exporters: 0, datagrams: 0 };
  const refusals = createRefusals();
  let policyOf = policiesOf(openSettings);

  const makeRoom = (nowMs: number): void => {
    if (Math.abs(nowMs - madeRoomMs) < MAKE_ROOM_EVERY_MS) return;
    madeRoomMs = nowMs;
    const useless = [...byAddress.values()].filter((e) => e.matched === 0 && !named.has(e.address));
    useless.sort((a, b) => a.lastHeardMs - b.lastHeardMs);
    for (const exporter of useless.slice(0, Math.max(1, Math.floor(maxExporters / ROOM_SHARE)))) {
      byAddress.delete(exporter.address);
      slots[exporter.index] = null;
      free.push(exporter.index);
      forgotten.exporters++;
      forgotten.datagrams += exporter.heard;
    }
  };

  return {
    refusals,
    forgotten,

    /** The exporter of a sender; `null` when its datagram is refused, which is counted here. */
    of(sender: Sender, nowMs: number): Exporter | null {
      const { address } = sender;
      // the number of a place is given again: another exporter may sit there now
      const seated = slots[sender.seat ?? 0];
      if (seated?.address === address && seated.accepted) return seated;
      let exporter = byAddress.get(address);
      const policy = policyOf(address);
      if (!policy.accepted) {
        refusals.count(address, "not-accepted", nowMs);
        return null;
      }
      if (!exporter) {
        if (byAddress.size >= maxExporters) makeRoom(nowMs);
        if (byAddress.size >= maxExporters) {
          refusals.count(address, "too-many", nowMs);
          return null;
        }
        const index = free.pop() ?? slots.length;
        exporter = new Exporter(address, index, policy, nowMs, pathDelays);
        slots[index] = exporter;
        byAddress.set(address, exporter);
      }
      sender.seat = exporter.index;
      return exporter;
    },

    /** The exporter of this number; null where it was forgotten. */
    at: (index: number): Exporter | null => slots[index] ?? null,

    /** How what comes from this address is read, whether it was heard or not. */
    optionsOf: (address: string): DecodeOptions =>
      byAddress.get(address)?.options ?? policyOf(address).options,
    byAddress: (address: string): Exporter | null => byAddress.get(address) ?? null,

    /** Takes over new settings: in force for the next datagram. */
    configure(settings: CollectorSettings, nowMs: number): void {
      policyOf = policiesOf(settings);
      named = new Set(settings.exporters.map((e) => e.address));
      for (const exporter of byAddress.values()) exporter.follow(policyOf(exporter.address), nowMs);
    },

    /** The numbers of series have changed: late arrivals have nothing to take back from. */
    forgetSeries(): void {
      for (const exporter of byAddress.values()) exporter.gapSeries = -1;
    },

    /** Places of accounts; some may be empty. */
    get size(): number {
      return slots.length;
    },
    /** Accounts in these places. */
    states: (from = 0, count = slots.length): ExporterState[] =>
      slots.slice(from, from + count).flatMap((e) => (e ? [e.state()] : [])),
  };
}
