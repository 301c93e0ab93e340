import { libraryFiles } from "@p4twin/models/library";
import type { Services } from "../../apps/api/src/services.ts";

const text = (path: string): string => {
  const found = libraryFiles[path];
  if (found === undefined) throw new Error(`the library has no ${path}`);
  return found;
};

const PROGRAMS = ["l3fwd", "l3fwd_firewall", "vxlan_decap"] as const;

// the chains of library/problems/small-cloud.yaml, each once
const CHAINS = `version: 1
chains:
  - { id: a, name: "A: firewall, NAT, routing", functions: [fw, nat, l3fwd], gbps: 2, maxDelayUs: 10 }
  - { id: b, name: "B: load balancer, routing", functions: [lb, l3fwd], gbps: 1, maxDelayUs: 100 }
  - { id: c, name: "C: firewall, load balancer, routing", functions: [fw, lb, l3fwd], gbps: 3 }
`;

/**
 * Fills an empty database with ordinary objects, through the services that users go through: programs, two clouds, the
 * chains A, B and C of the thesis (Harkous 2022, Sec. 5.3.5, Exp. 4) and a scenario that places them.
 */
export async function seedDemo(services: Services, by: string | null): Promise<void> {
  for (const name of PROGRAMS) {
    const source = text(`programs/${name}.p4`);
    await services.programs.create({ name: `${name}.p4`, source, includes: {}, by });
  }
  const topology = async (path: string, name: string) => {
    const content = { text: text(path), fileName: path };
    const written = await services.topologies.create({ content, name, by });
    if (!written.ok) throw new Error(`${path}: ${written.diagnostics[0]?.message}`);
    return written.version;
  };
  await topology("topologies/demo-cloud.yaml", "Demo cloud");
  const rack = await topology("topologies/small-cloud.yaml", "Small cloud");
  const chains = await services.chains.create({ content: { text: CHAINS, fileName: "chains.yaml" }, by });
  if (!chains.ok) throw new Error(`demo chains: ${chains.diagnostics[0]?.message}`);
  await services.scenarios.create({
    name: "Chains A, B and C on one rack",
    content: {
      topologyVersionId: rack.id,
      chainVersionIds: chains.versions.map((version) => version.id),
      engine: "ilp",
      parameters: {
        options: { sharing: false, objective: {}, linkDirection: "full-duplex" },
        required: ["l2fwd"],
        timeLimitS: 30,
      },
    },
    by,
  });
}
