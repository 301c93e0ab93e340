import { CAPACITY_TOLERANCE } from "../instance.ts";
import type { Conflict } from "../result.ts";
import type { DeviceEvaluation, LinkEvaluation, Use } from "./evaluation.ts";

/**
 * Resources of devices and links that are asked for more than they have (5.11, 5.12, 5.14, 5.26, 5.27, 5.30), in words.
 */
export function overuse(
  devices: readonly DeviceEvaluation[],
  links: readonly LinkEvaluation[],
  linkDirection: "full-duplex" | "half-duplex",
): Conflict[] {
  const found: Conflict[] = [];
  const over = (constraint: string, id: string, { used, limit }: Use, what: string): void => {
    if (limit === null || used <= limit + CAPACITY_TOLERANCE) return;
    const message = `${id} is asked for ${show(used)} ${what}, it has ${show(limit)}`;
    found.push({ constraint, ids: [id], message });
  };
  for (const d of devices) {
    over("5.11", d.id, d.constructs, "constructs");
    over("5.12", d.id, d.rules, "rules");
    for (const { name, gbps } of d.externs) over("5.14", d.id, gbps, `Gbps of ${name}`);
    if (d.gigacycles) over("cores", d.id, d.gigacycles, "billion cycles per second of its cores");
    over("5.26", d.id, d.ingressGbps, "Gbps of ingress");
    over("5.27", d.id, d.egressGbps, "Gbps of egress");
  }
  for (const { a, b, gbps, thereGbps, backGbps } of links) {
    const both = linkDirection === "half-duplex";
    const load = both ? thereGbps + backGbps : Math.max(thereGbps, backGbps);
    if (load <= gbps + CAPACITY_TOLERANCE) continue;
    const message = `link ${a} - ${b} is asked for ${show(load)} Gbps${both ? " (both directions together)" : ""}, it has ${show(gbps)}`;
    found.push({ constraint: "5.30", ids: [a, b], message });
  }
  return found;
}

/** At most six decimals, no binary dust. */
export const show = (value: number): string => String(Math.round(value * 1e6) / 1e6);
