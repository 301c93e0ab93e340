import { z } from "zod";
import { refusalOf } from "../auth/access.ts";
import type { Actor } from "../auth/actor.ts";
import { type Operation, operations } from "../rest/operations.ts";

/** What assistants may ask: procedures that change nothing, and when to use them beyond what they say themselves. */
const OFFERED: Readonly<Record<string, string>> = {
  "twin.overview": "Begin here: which segments are slow, and which predictions are off.",
  "twin.get": "Segments, hops and predicted latency of one deployment.",
  "twin.state": "Verdict of each segment: prediction, observation, residual, distribution.",
  "twin.windows": "Observed latency of a segment over time.",
  "twin.residuals": "Whether a prediction became worse, and when it changed.",
  "twin.replay":
    "What-if: another device profile, program, engine, PL or DL on what was observed. Stores nothing.",
  "twin.branches": "How often each action of a program runs.",
  "events.list": "Alarms: segments over their budget, switches that left their intent.",
  "events.get": "One alarm with its evidence: hop, windows, numbers, entries.",
  "explore.groups": "Latency of any part of the traffic: by node, port, queue, flow, path.",
  "explore.reports": "Single INT reports, the slowest first.",
  "discovery.paths": "Paths that reports show.",
  "deployments.list": "Names and ids that other tools take.",
  "deployments.get": "Chain, topology, thresholds and programs of a deployment.",
  "programs.list": "P4 programs and the ids of their versions.",
  "programs.get": "The source of a version.",
  "programs.features": "Paths of a program and what each costs.",
  "programs.estimate": "Latency of each path on a device.",
  "programs.health": "Whether a version has errors, and its slowest path.",
  "programs.compare": "Review: what a change of a program does to each path.",
  "switches.list": "Attached switches.",
  "switches.entries": "What the tables of a switch hold now, or held in a snapshot.",
  "switches.snapshots": "When a switch changed, and the ids that switches_compare and switches_effects take.",
  "switches.compare": "What changed between two snapshots of a switch: entries, profile, clouds, thresholds.",
  "switches.effects": "What that change does to the latency of paths and chains, and to budgets.",
  "switches.occurrences": "What was noticed of a switch, dated: changes, restarts, drift, silence.",
  "switches.prediction": "Latency of what a switch runs now, weighed by its counters.",
  "switches.drift": "What runs against what was deployed.",
  "reviews.list": "Changes that were reviewed.",
  "reviews.get": "One review: paths, latency, packets with witnesses, who approved.",
  "devices.list": "Device profiles.",
  "devices.get": "One profile, with the source of its numbers.",
  "topologies.list": "Clouds.",
  "topologies.get": "One cloud.",
  "chains.list": "Service chains.",
  "chains.get": "One chain.",
  "placements.list": "Placements that were computed.",
  "placements.get": "One placement: what is where, latency, conflicts.",
  "scenarios.list": "Scenarios.",
  "servers.synthesise":
    "Make one function of a chain of network functions: Click, OpenFlow or P4 out of Click or access lists.",
  "servers.offload": "Split a chain between switches, NIC and server.",
  "telemetry.state": "What the collector hears and loses.",
  "system.status": "Whether the product itself is well.",
};

export type Tool = { name: string; operation: Operation; description: string; inputSchema: ToolSchema };
type ToolSchema = { type: "object"; [key: string]: unknown };

/** Names of tools hold no dots: several clients refuse them. */
const toolName = (procedure: string): string => procedure.replaceAll(".", "_");

const offered: readonly Tool[] = operations().flatMap((operation) => {
  const when = OFFERED[operation.procedure];
  if (when === undefined || operation.type !== "query") return [];
  return [
    {
      name: toolName(operation.procedure),
      operation,
      description: `${operation.summary}. ${when}`,
      inputSchema: schemaOf(operation.input),
    },
  ];
});

function schemaOf(input: z.ZodType | null): ToolSchema {
  if (!input) return { type: "object", properties: {} };
  const { $schema: _, ...json } = z.toJSONSchema(input, { io: "input", unrepresentable: "any" });
  return { ...json, type: "object" };
}

/** Tools that this caller may use, by role and by what the token is for. */
export const toolsFor = (caller: Actor | null): Tool[] =>
  offered.filter(
    ({ operation: { role, procedure } }) =>
      refusalOf(caller, { required: role, noun: procedure.split(".")[0] ?? "", changes: false }) === null,
  );

/** Procedures of `OFFERED` that are not there: for the test. */
export const missingTools = (): string[] =>
  Object.keys(OFFERED).filter((procedure) => !offered.some((tool) => tool.operation.procedure === procedure));
