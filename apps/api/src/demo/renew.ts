import type { BoundSegment } from "@p4twin/models/twin";
import type { DeploymentService } from "../deployments/service.ts";
import { FIREWALL_ALARM } from "./bindings.ts";

/**
 * The demo's deployments of installations that began before its switches ran their programs: bound to what these send
 * now. What somebody has changed since stays.
 */
export async function renewDemo(deployments: Pick<DeploymentService, "list" | "update">): Promise<void> {
  for (const { id, segments } of await deployments.list()) {
    const renewed = segments.map(renewedSegment);
    if (renewed.some((segment, i) => segment !== segments[i]))
      await deployments.update({ id, segments: renewed, by: null });
  }
}

/**
 * A hop of UC2's INT stack has no ports; UC1 sees UDP, where the cache's flow was TCP; and what a queue drops is in no
 * report, so that the firewall's alarm goes by the queue's delay.
 */
export function renewedSegment(segment: BoundSegment): BoundSegment {
  const { id, kind, from, flows, alarm, plUs } = segment;
  if (id === "edge-firewall" && kind === "uc1" && from.nodeId === 1 && alarm === null && plUs === 12_000)
    return { ...segment, alarm: FIREWALL_ALARM };
  if (id === "edge-transcode" && kind === "uc2" && from.nodeId === 2 && from.port === 1)
    return { ...segment, from: { ...from, port: null } };
  const isCache = id === "video-cache" && flows.some(({ proto, src }) => proto === 6 && src === "10.20.0.5");
  return isCache ? { ...segment, flows: flows.map((flow) => ({ ...flow, proto: 17 })) } : segment;
}
