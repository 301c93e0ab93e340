import { libraryFiles } from "../../../library/index.ts";
import type { Synthesis } from "../../../src/synthesis/classes/synthesis.ts";
import { synthesise } from "../../../src/synthesis/classes/synthesise.ts";
import { parseServiceChain } from "../../../src/synthesis/input/parseServiceChain.ts";
import { type OffloadNetwork, offloadNetworkSchema } from "../../../src/synthesis/offload/network.ts";
import {
  type OffloadOptions,
  type OffloadPlan,
  planOffload,
} from "../../../src/synthesis/offload/planOffload.ts";

/** A chain of the library, synthesised. */
export function libraryChain(name: string): Synthesis {
  const read = (file: string) => {
    const path = `acls/${file.replace("lib:", "")}.txt`;
    return { file: path, text: libraryFiles[path]! };
  };
  const { graph, diagnostics } = parseServiceChain(libraryFiles[`clicks/${name}.yaml`]!, name, read);
  if (graph === null) throw new Error(diagnostics[0]?.message);
  const found = synthesise(graph);
  if (!("classes" in found)) throw new Error(found.status);
  return found;
}

/** The network of Fig. 8.3: s1 and s3 joined straight and over s2, the server at s3, where the destination is, too. */
export const triangle = (more: Record<string, unknown> = {}): OffloadNetwork =>
  offloadNetworkSchema.parse({
    switches: ["s1", "s2", "s3"].map((id) => ({ id, target: "ovs", model: "noviflow-1132" })),
    servers: [{ id: "srv", cores: 16, nic: { dispatch: "flow" } }],
    links: [
      ["s1:1", "s3:0"],
      ["s1:2", "s2:0"],
      ["s2:1", "s3:1"],
      ["s3:2", "srv:0"],
    ],
    ingress: { "monitor[in]": "s1:0" },
    egress: { "ids[out]": "s3:3" },
    ...more,
  });

export function planned(synthesis: Synthesis, network: OffloadNetwork, options: OffloadOptions): OffloadPlan {
  const plan = planOffload(synthesis, network, options);
  if (plan.status !== "placed") throw new Error(plan.reasons.join("\n"));
  return plan;
}
