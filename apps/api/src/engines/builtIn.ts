import { type NetworkFunction, networkFunctionSchema } from "@p4twin/models/chain";
import { libraryFiles, libraryNames } from "@p4twin/models/library";
import { z } from "zod";
import type { Engine } from "./schema.ts";

/** Engines that come with the product; each is run by `jobs/placeWorker.ts` or by the browser. */
export const builtInEngines: readonly Engine[] = [
  { id: "linear", title: "Linear model (thesis, Eq. 4.6)", does: "estimate", origin: "builtin" },
  { id: "p8", title: "P8 model (paper, Eq. 5)", does: "estimate", origin: "builtin" },
  { id: "greedy", title: "Greedy (thesis, Sec. 5.3.4)", does: "place", origin: "builtin" },
  { id: "ilp", title: "Integer program (thesis, PA-P4SFC-E) on HiGHS", does: "place", origin: "builtin" },
];

// library files say more (sources, stand-ins) than a problem may hold
const libraryFunctionSchema = z.object(networkFunctionSchema.shape).omit({ source: true }).strip();

/** The network functions of the library, by type. */
export const libraryFunctions = (): NetworkFunction[] =>
  libraryNames("functions", ".json").map((name) =>
    libraryFunctionSchema.parse(JSON.parse(libraryFiles[`functions/${name}.json`] ?? "null")),
  );
