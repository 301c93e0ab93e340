import { libraryFiles } from "@p4twin/models/library";
import { demoBindings } from "../../apps/api/src/demo/bindings.ts";
import type { WorkspaceServices } from "../../apps/api/src/workspaceServices.ts";

const text = (path: string): string => {
  const found = libraryFiles[path];
  if (found === undefined) throw new Error(`the library has no ${path}`);
  return found;
};

const PROGRAMS = [
  "latency_control_uc1",
  "latency_control_uc2",
  "l3fwd",
  "l3fwd_firewall",
  "vxlan_decap",
] as const;

// the chains whose packets the emulated switches report: their segments are bound to live telemetry
const LIVE_CHAINS = `version: 1
chains:
  - id: web-edge
    name: Web edge
    functions: [fw, nat, l3fwd]
    gbps: 1
    maxDelayUs: 100
    packetBytes: 996
    segments:
      - { id: edge-firewall, name: Firewall at s1, kind: uc1, fromFunction: 0, toFunction: 0, plUs: 12000, dlUs: 15000 }
      - { id: edge-transcode, name: Transcoder from s2 to s3, kind: uc2, fromFunction: 1, toFunction: 2, plUs: 5000, dlUs: 15000 }
  - id: video-cache
    name: Video cache
    functions: [fw, l3fwd]
    gbps: 2
    maxDelayUs: 60
    packetBytes: 1400
    segments:
      - { id: video-cache, name: Cache at s4, kind: uc1, fromFunction: 0, toFunction: 1, plUs: 2000, dlUs: 4000 }
`;

// the chains of library/problems/small-cloud.yaml, each once
const CHAINS = `version: 1
chains:
  - { id: a, name: "A: firewall, NAT, routing", functions: [fw, nat, l3fwd], gbps: 2, maxDelayUs: 10 }
  - { id: b, name: "B: load balancer, routing", functions: [lb, l3fwd], gbps: 1, maxDelayUs: 100 }
  - { id: c, name: "C: firewall, load balancer, routing", functions: [fw, lb, l3fwd], gbps: 3 }
`;

/**
 * Fills an empty database with ordinary objects, through the services that users go through: programs, two
 * clouds, two chains with live segments, the chains A, B and C of the thesis (Harkous 2022, Sec. 5.3.5, Exp.
 * 4), scenarios for both.
 */
export async function seedDemo(services: WorkspaceServices, by: string | null): Promise<void> {
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
  const chainsOf = async (file: string, content: string) => {
    const written = await services.chains.create({ content: { text: content, fileName: file }, by });
    if (!written.ok) throw new Error(`${file}: ${written.diagnostics[0]?.message}`);
    return written.versions;
  };
  const scenario = async (
    name: string,
    topologyVersionId: string,
    chainVersions: readonly { id: string }[],
    ends?: Record<string, { from: string; to: string }>,
  ) =>
    services.scenarios.create({
      name,
      content: {
        topologyVersionId,
        chainVersionIds: chainVersions.map((version) => version.id),
        engine: "ilp",
        parameters: {
          options: { sharing: false, objective: {}, linkDirection: "full-duplex" },
          required: ["l2fwd"],
          timeLimitS: 30,
          changes: [],
          ...(ends === undefined ? {} : { ends }),
        },
      },
      by,
    });
  const cloud = await topology("topologies/demo-cloud.yaml", "Demo cloud");
  const rack = await topology("topologies/small-cloud.yaml", "Small cloud");
  const live = await chainsOf("live-chains.yaml", LIVE_CHAINS);
  const across = { from: "clients", to: "servers" };
  await scenario("Demo cloud: web edge and video cache", cloud.id, live, {
    "web-edge": across,
    "video-cache": across,
  });
  await scenario("Chains A, B and C on one rack", rack.id, await chainsOf("chains.yaml", CHAINS));
  for (const version of live) {
    const { id, name } = version.document.chain;
    await services.deployments.create({
      name: name ?? id,
      chainVersionId: version.id,
      placementId: null,
      segments: demoBindings(id),
      by,
    });
  }
}
