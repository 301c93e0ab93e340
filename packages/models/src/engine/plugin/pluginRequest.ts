import type { NetworkFunction } from "../../chain/index.ts";
import type { DeviceProfile } from "../../device/index.ts";
import { type LatencyProgram, referenceBytesOf } from "../../latency/index.ts";
import { type Catalogue, createInstance, type PlaceOptions, type Problem } from "../../placement/index.ts";
import type { EstimateOptions } from "../contract.ts";

/** What a profile costs and allows, worked out, so that a placement solver need not know the latency model. */
type ProfileFacts = {
  baseUs: number;
  gbps: number | null;
  powerWatts: number;
  costUsd: number;
  maxConstructs: number | null;
  maxRules: number | null;
  /** by function type; null when the function needs an extern that the profile lacks */
  functionUs: Record<string, number | null>;
};

/** A question to a plug-in: plain JSON, the arguments of its function in their order. */
export type EstimateRequest = {
  call: "estimate";
  program: Omit<LatencyProgram, "walks">;
  device: DeviceProfile;
  options: { packetBytes: number; timeLimitS: number };
};
export type PlaceRequest = {
  call: "place";
  problem: Problem;
  options: {
    timeLimitS: number;
    online: boolean;
    profiles: Record<string, ProfileFacts>;
    functions: readonly NetworkFunction[];
    /** types that every device needs which forwards a chain */
    required: readonly string[];
  };
};
export type PluginRequest = EstimateRequest | PlaceRequest;

/** The question that `estimate(program, device, options)` is asked. Graphs of all paths stay here: they are no JSON. */
export function estimateRequest(
  program: LatencyProgram,
  device: DeviceProfile,
  options: EstimateOptions,
  timeLimitS: number,
): EstimateRequest {
  const { walks: _, ...plain } = program;
  const packetBytes = options.packetBytes ?? referenceBytesOf(device);
  return { call: "estimate", program: plain, device, options: { packetBytes, timeLimitS } };
}

/**
 * The question that `place(problem, options)` is asked; `functions` are those that the chains name and that
 * every device needs.
 */
export function placeRequest(
  problem: Problem,
  { catalogue, online = false }: Pick<PlaceOptions, "catalogue" | "online">,
  timeLimitS: number,
): PlaceRequest {
  const known = new Map([...catalogue.functions, ...problem.functions].map((f) => [f.type, f]));
  const required = createInstance(problem, catalogue).required.map((f) => f.type);
  const named = new Set([...problem.chains.flatMap((chain) => chain.functions), ...required]);
  const functions = [...known.values()].filter((f) => named.has(f.type));
  const profiles = [...new Set(problem.devices.map((device) => device.profile))];
  return {
    call: "place",
    problem,
    options: {
      timeLimitS,
      online,
      profiles: Object.fromEntries(profiles.flatMap((id) => factsOf(catalogue, id, functions))),
      functions,
      required,
    },
  };
}

function factsOf(
  catalogue: Catalogue,
  profile: string,
  functions: readonly NetworkFunction[],
): [string, ProfileFacts][] {
  const facts = catalogue.device(profile);
  if (facts === null) return [];
  const { baseUs, gbps, powerWatts, costUsd, maxConstructs, maxRules } = facts;
  const functionUs = Object.fromEntries(functions.map((f) => [f.type, facts.functionUs(f)]));
  return [[profile, { baseUs, gbps, powerWatts, costUsd, maxConstructs, maxRules, functionUs }]];
}

/** The arguments of the plug-in's function, in their order. */
export const argumentsOf = (request: PluginRequest): readonly unknown[] =>
  request.call === "estimate"
    ? [request.program, request.device, request.options]
    : [request.problem, request.options];
