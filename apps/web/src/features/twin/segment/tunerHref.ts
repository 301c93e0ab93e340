import type { RouterOutputs } from "@/lib/trpc.ts";
import type { SegmentState } from "../chainVerdict.ts";

type TwinSegment = RouterOutputs["twin"]["get"]["segments"][number];
type Demo = RouterOutputs["demo"]["state"];

/**
 * The tuner's address for a running segment with its load. A segment of the demo cloud is simulated as that
 * cloud is now; any other as the paper's segment of its kind with the VNF, the rates and the queue that are
 * observed here. `seconds`: how long `state` looked.
 */
export function tunerHref(
  deploymentId: string,
  { segment, queues }: TwinSegment,
  state: SegmentState | undefined,
  seconds: number,
  demo: Demo | undefined,
): string {
  const query = new URLSearchParams({ deployment: deploymentId, running: segment.id });
  const put = (name: string, value: number | null | undefined): void => {
    if (value !== null && value !== undefined) query.set(name, String(Math.round(value)));
  };
  if (demo?.segments.includes(segment.id)) {
    query.set("cloud", "demo");
    query.set("segment", segment.id);
    const labels = segment.elements.map((e) => e.label);
    put("transit", demo.congestion.find((c) => labels.includes(c.switch))?.pps);
    return `/tuner?${query}`;
  }
  query.set("cloud", segment.kind === "uc2" ? "paolucci-uc2" : "paolucci-uc1");
  const at = segment.elements.findIndex((e) => e.kind === "vnf");
  const vnf = segment.elements[at];
  if (vnf?.kind === "vnf") {
    put("vnf", state?.parts[at + 1]?.meanUs ?? vnf.meanUs);
    put("spread", vnf.sigmaUs);
  }
  const queue = queues.at(-1);
  const count = state?.parts[0]?.count ?? 0;
  const own = count > 0 ? count / seconds : null;
  put("lc", own);
  put("port", queue?.servedPps);
  if (queue) put("transit", Math.max(0, queue.offeredPps - (own ?? 0)));
  put("from", segment.plUs / 4);
  put("to", 2 * segment.dlUs);
  return `/tuner?${query}`;
}
