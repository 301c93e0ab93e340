"use client";
import { parseAsFloat, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";
import { CLOUDS, type Tuning } from "./tunerScenario.ts";

const query = {
  cloud: parseAsStringLiteral(CLOUDS).withDefault("paolucci-uc1"),
  segment: parseAsString,
  lc: parseAsFloat,
  be: parseAsFloat,
  transit: parseAsFloat,
  port: parseAsFloat,
  vnf: parseAsFloat,
  spread: parseAsFloat,
  goal: parseAsFloat.withDefault(1_000),
  from: parseAsFloat.withDefault(1_000),
  to: parseAsFloat.withDefault(16_000),
  /** the pair that is looked at: PL and DL in us */
  pl: parseAsFloat,
  dl: parseAsFloat,
  show: parseAsStringLiteral(["loss", "p99", "price"]).withDefault("loss"),
  /** a running segment whose thresholds are to be set */
  deployment: parseAsString,
  running: parseAsString,
};

/** What is tuned and looked at, all of it in the address. */
export function useTuning() {
  const [url, setUrl] = useQueryStates(query, { history: "replace" });
  const tuning: Tuning = {
    cloud: url.cloud,
    segment: url.segment,
    criticalPps: url.lc,
    bestEffortPps: url.be,
    transitPps: url.transit ?? (url.cloud === "paolucci-uc1" ? 7_000 : null),
    portPps: url.port,
    vnfUs: url.vnf,
    vnfSigmaUs: url.spread,
    goalUs: url.goal,
    fromUs: url.from,
    toUs: url.to,
  };
  return { url, setUrl, tuning };
}
export type TuningUrl = ReturnType<typeof useTuning>;
