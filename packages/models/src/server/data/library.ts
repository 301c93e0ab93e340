import type { z } from "zod";
import { libraryNames } from "../../../library/names.ts";
import { files as libraryFiles } from "../../../library/servers/files.generated.ts";
import { assert, checkShape, type Diagnostic, err, ok, type Result, readDocument } from "../../core/index.ts";
import { type Curves, curvesSchema } from "./curves.ts";
import { type Nic, nicSchema } from "./nic.ts";
import { type RuleSwitch, ruleSwitchSchema } from "./ruleSwitch.ts";
import { type ServerProfile, serverProfileSchema } from "./serverProfile.ts";
import {
  type Batches,
  batchesSchema,
  type Cycles,
  cyclesSchema,
  type DeploymentTimes,
  deploymentSchema,
  type Ratios,
  type Realisations,
  type Routers,
  ratiosSchema,
  realisationsSchema,
  routersSchema,
  type ScalingPreset,
  scalingSchema,
} from "./tables.ts";

const json = ".json";

/** An entry of the library, parsed once; null when there is none. */
function entry<T>(path: string, schema: z.ZodType<T>): T | null {
  const text = libraryFiles[path];
  if (text === undefined) return null;
  const { value, diagnostics } = checkShape(readDocument(text, path), schema, "a library file");
  assert(value !== null, `library file ${path} is valid: ${diagnostics[0]?.message}`);
  return value;
}

/** A table of the library: it always stands, so it is read once and kept. */
function table<T>(name: string, schema: z.ZodType<T>): () => T {
  let kept: T | null = null;
  return () => {
    kept ??= entry(`servers/tables/${name}${json}`, schema);
    assert(kept !== null, `the library has the table ${name}`);
    return kept;
  };
}

const folder = <T>(name: string, schema: z.ZodType<T>) => ({
  ids: (): string[] => libraryNames(`servers/${name}`, json),
  get: (id: string): T | null => entry(`servers/${name}/${id}${json}`, schema),
});

const profiles = folder<ServerProfile>("profiles", serverProfileSchema);
const nics = folder<Nic>("nics", nicSchema);
const switches = folder<RuleSwitch>("switches", ruleSwitchSchema);

/** Ids of the server profiles that come with the product, sorted. */
export const libraryServerIds = profiles.ids;
/** A server profile of the library, or null. */
export const libraryServer = profiles.get;
export const libraryNicIds = nics.ids;
export const libraryNic = nics.get;
export const libraryRuleSwitchIds = switches.ids;
export const libraryRuleSwitch = switches.get;
/** Names of the counter files that `p4twin profile lib:NAME` takes, sorted. */
export const libraryCounterNames = (): string[] => libraryNames("servers/counters", json);

/** Thesis Table 6.4. */
export const routers = table<Routers>("routers", routersSchema);
/** Thesis Table 6.7 and Fig. 6.10. */
export const batches = table<Batches>("batches", batchesSchema);
/** Thesis Table 7.1 by batch and by filters: Figs. 4.4, 7.7 and 7.12. */
export const cycleTable = table<Cycles>("cycles", cyclesSchema);
/** Thesis Tables 6.5 and 6.8. */
export const ratios = table<Ratios>("ratios", ratiosSchema);
/** Thesis Figs. 4.2, 4.3, 6.11, 6.12. */
export const realisations = table<Realisations>("realisations", realisationsSchema);
/** Thesis Figs. 4.5, 8.4, 8.5, 8.6. */
export const curves = table<Curves>("curves", curvesSchema);
/** Thesis Sec. 8.2.5.1. */
export const deploymentTimes = table<DeploymentTimes>("deployment", deploymentSchema);
const scaling = table("scaling", scalingSchema);
/** Ways to scale with period and thresholds; the first is the thesis' period. */
export const scalingPresets = (): ScalingPreset[] => scaling().presets;
/** Groups into which an overloaded group is split (thesis Sec. 8.1.3.4). */
export const splitFactor = (): number => scaling().splitFactor.value;

/** Reads a server profile (JSON or YAML); what is wrong is told with line, column and remedy. */
export function parseServerProfile(text: string, file: string): Result<ServerProfile, Diagnostic[]> {
  const { value, diagnostics } = checkShape(
    readDocument(text, file),
    serverProfileSchema,
    "a server profile",
  );
  return value === null ? err(diagnostics) : ok(value);
}
