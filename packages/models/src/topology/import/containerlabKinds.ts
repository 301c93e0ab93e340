import type { TopologyNode } from "../schema.ts";

/** What a containerlab node is here, by its kind and image; the first row that matches counts. */
const ROWS: readonly {
  kind?: RegExp;
  image?: RegExp;
  is: TopologyNode["kind"];
}[] = [
  // software switches and vendor targets that run a P4 program; containerlab has no kind of its own for them,
  // so the image tells
  {
    image:
      /bmv2|behavioral-model|simple_switch|stratum|tofino|(?:^|[/_-])p4(?:app|pi|mn|dpdk|c)?(?:[-_:/@]|$)/i,
    is: "device",
  },
  { kind: /^(?:bmv2|p4|tofino|stratum)/i, is: "device" },
  { kind: /^(?:bridge|ovs-bridge)$/, is: "switch" },
  { kind: /^(?:linux|host|ext-container|k8s-kind|keysight_ixia-c-one|ostinato|generic_vm)$/, is: "host" },
];

/** A kind or image that nothing is known of is a network operating system: a switch that runs no program of ours. */
export function containerlabKind(kind: string, image: string): TopologyNode["kind"] {
  const row = ROWS.find(
    (candidate) => candidate.kind?.test(kind) === true || candidate.image?.test(image) === true,
  );
  return row?.is ?? "switch";
}

/** The library's profile of a node whose kind or image names BMv2; null for any other. */
export const containerlabProfile = (kind: string, image: string): string | null =>
  [kind, image].some((text) => /bmv2|behavioral-model|simple_switch/i.test(text)) ? "bmv2" : null;
