import type { Draft, MeterConfig } from "../p4runtime/index.ts";
import type { Meter, MeterConfig as Rates } from "../run/index.ts";
import { invalid } from "./errors.ts";

/** Units per second as BMv2 counts them, per us; throws INVALID_ARGUMENT for what RFC 2698 does not allow. */
export function meterConfig({ cir, cburst, pir, pburst, eburst }: MeterConfig): Rates {
  if ([cir, cburst, pir, pburst].some((value) => value < 0n))
    throw invalid("rates and bursts cannot be negative");
  if (eburst !== 0n) throw invalid("an excess burst is for meters of one rate only; these have two");
  if (cir > pir) throw invalid(`the committed rate ${cir} is above the peak rate ${pir}`);
  return {
    committed: { perUs: Number(cir) / 1e6, burst: Number(cburst) },
    peak: { perUs: Number(pir) / 1e6, burst: Number(pburst) },
  };
}

/** Null: not configured, everything is green. */
export function configOfMeter({ rates }: Meter): Draft<MeterConfig> | null {
  if (!rates) return null;
  const perSecond = (perUs: number): bigint => BigInt(Math.round(perUs * 1e6));
  return {
    cir: perSecond(rates.committed.perUs),
    cburst: BigInt(rates.committed.burst),
    pir: perSecond(rates.peak.perUs),
    pburst: BigInt(rates.peak.burst),
  };
}
