import type { HeardHop } from "../../telemetry/index.ts";
import type { BoundSegment } from "../segment/boundSegment.ts";

type End = BoundSegment["from"];

/** True where a segment spans the whole of a path that an exporter's reports show, whatever its flows. */
export function bindsPath(
  { exporters, from, to }: Pick<BoundSegment, "exporters" | "from" | "to">,
  path: { exporter: string; hops: readonly HeardHop[] },
): boolean {
  if (exporters && exporters.length > 0 && !exporters.includes(path.exporter)) return false;
  const [first, last] = [path.hops[0], path.hops.at(-1)];
  const isAt = (end: End, nodeId: number | null | undefined, port: number | null | undefined): boolean =>
    end.nodeId === nodeId && (end.port === null || end.port === port);
  return isAt(from, first?.nodeId, first?.ingressPort) && isAt(to, last?.nodeId, last?.egressPort);
}
