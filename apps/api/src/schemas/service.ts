import { chainFileSchema } from "@p4twin/models/chain";
import { SimulationScenario, sliceScenarioSchema } from "@p4twin/models/control";
import { deviceProfileSchema } from "@p4twin/models/device";
import { estimateReportSchema } from "@p4twin/models/latency";
import {
  failureSweepSchema,
  paretoFrontSchema,
  placementSchema,
  problemSchema,
  relaxationsSchema,
} from "@p4twin/models/placement";
import { featuresReportSchema } from "@p4twin/models/program";
import { queueScenarioSchema } from "@p4twin/models/queueing";
import { counterFileSchema, serverProfileSchema } from "@p4twin/models/server";
import { decodeLineSchema } from "@p4twin/models/telemetry";
import { topologySchema } from "@p4twin/models/topology";
import { z } from "zod";
import { DomainError } from "../errors.ts";
import { snapshotSchema } from "../reports/schema.ts";
import type { JsonObject } from "../shared/schemas.ts";

/** Every file format of the product: what users write, and what the commands print with `--json`. */
const formats: Record<string, z.ZodType> = {
  topology: topologySchema,
  chains: chainFileSchema,
  "device-profile": deviceProfileSchema,
  problem: problemSchema,
  simulation: SimulationScenario,
  slices: sliceScenarioSchema,
  queue: queueScenarioSchema,
  counters: counterFileSchema,
  "server-profile": serverProfileSchema,
  features: featuresReportSchema,
  estimate: estimateReportSchema,
  placement: placementSchema,
  "failure-sweep": failureSweepSchema,
  "pareto-front": paretoFrontSchema,
  relaxations: relaxationsSchema,
  decode: decodeLineSchema,
  report: snapshotSchema,
};

/** JSON Schemas (2020-12) of the file formats, made from the schemas that read them. */
export function createSchemaService() {
  return {
    names: (): string[] => Object.keys(formats),

    get(name: string): JsonObject {
      const schema = formats[name];
      if (schema) return z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
      const known = Object.keys(formats).join(", ");
      throw new DomainError("not_found", `There is no file format "${name}"; known are ${known}.`);
    },
  };
}
