"use client";
import { parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

/** State of an engine's page: what it is tried on. */
export function useEngineUrl() {
  return useQueryStates(
    {
      kind: parseAsStringLiteral(["python", "http"] as const).withDefault("python"),
      example: parseAsStringLiteral(["estimate", "place"] as const).withDefault("estimate"),
      call: parseAsStringLiteral(["estimate", "place"] as const),
      program: parseAsString.withDefault("lib:l3fwd_firewall"),
      device: parseAsString.withDefault("agilio-cx"),
      problem: parseAsString.withDefault("small-cloud.yaml"),
    },
    { history: "replace" },
  );
}
