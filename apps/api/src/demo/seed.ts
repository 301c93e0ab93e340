import { assert } from "@p4twin/models/core";
import { libraryFiles } from "@p4twin/models/library";
import type { Services } from "../services.ts";
import { demoBindings } from "./bindings.ts";

const chains = {
  version: 1,
  chains: [
    {
      id: "web-edge",
      name: "Web edge",
      functions: ["fw", "nat", "l3fwd"],
      gbps: 1,
      maxDelayUs: 100,
      packetBytes: 996,
      segments: [
        {
          id: "edge-firewall",
          name: "Firewall at s1",
          kind: "uc1",
          fromFunction: 0,
          toFunction: 0,
          plUs: 12_000,
          dlUs: 15_000,
        },
        {
          id: "edge-transcode",
          name: "Transcoder from s2 to s3",
          kind: "uc2",
          fromFunction: 1,
          toFunction: 2,
          plUs: 5_000,
          dlUs: 15_000,
        },
      ],
    },
    {
      id: "video-cache",
      name: "Video cache",
      functions: ["fw", "l3fwd"],
      gbps: 2,
      maxDelayUs: 20,
      packetBytes: 1400,
      segments: [
        {
          id: "video-cache",
          name: "Cache at s4",
          kind: "uc1",
          fromFunction: 0,
          toFunction: 1,
          plUs: 2_000,
          dlUs: 4_000,
        },
      ],
    },
  ],
};

const programs = ["latency_control_uc1", "latency_control_uc2", "l3fwd_firewall"];

type SeedServices = Pick<
  Services,
  "programs" | "topologies" | "chains" | "scenarios" | "deployments" | "placements"
>;

/**
 * Fills an empty workspace with the demo: ordinary objects, made by the services that users call. Throws when the
 * library does not fit together any more, which is a bug.
 */
export async function seedDemo(services: SeedServices, by: string | null): Promise<void> {
  for (const name of programs)
    await services.programs.create({
      name: `${name}.p4`,
      source: libraryFiles[`programs/${name}.p4`],
      includes: {},
      by,
    });
  const cloud = await services.topologies.create({
    content: { text: libraryFiles["topologies/demo-cloud.yaml"], fileName: "demo-cloud.yaml" },
    by,
  });
  assert(cloud.ok, "the demo cloud is a valid topology");
  const made = await services.chains.create({ content: { document: chains }, by });
  assert(made.ok, "the demo chains are valid");
  const scenario = await services.scenarios.create({
    name: "Demo cloud: web edge and video cache",
    content: {
      topologyVersionId: cloud.version.id,
      chainVersionIds: made.versions.map((v) => v.id),
      engine: "ilp",
      parameters: {
        options: { sharing: false, objective: {}, linkDirection: "full-duplex" },
        required: ["l2fwd"],
        timeLimitS: 30,
      },
    },
    by,
  });
  await services.placements.run({
    question: { scenarioVersionId: scenario.id },
    engine: "ilp",
    timeLimitS: 30,
    by,
  });
  for (const { id: versionId, document } of made.versions)
    await services.deployments.create({
      name: document.chain.name ?? document.chain.id,
      chainVersionId: versionId,
      placementId: null,
      segments: demoBindings(document.chain.id),
      by,
    });
}
