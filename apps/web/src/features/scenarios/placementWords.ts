import { gaveUp, type Placement } from "@p4twin/models/placement";
import type { AlertProps, BadgeTone } from "@p4twin/ui";
import type { WaterfallHop } from "@p4twin/ui/charts";
import { formatSignificant } from "@p4twin/ui/format";
import { countOf } from "@/lib/countOf.ts";
import { STATUS_TONES } from "./statusTones.ts";

export type Answer = { tone: AlertProps["tone"]; title: string; detail: string };

const share = (gap: number): string => `${formatSignificant(gap * 100)} %`;

/** The status of an answer as a badge: what an engine has only not found is not called infeasible. */
export const statusOf = (placement: Placement): { tone: BadgeTone; word: string } =>
  badgeOf(placement.status, gaveUp(placement));

/** The same of an answer of which only the status is at hand. */
export const badgeOf = (
  status: Placement["status"],
  foundNone: boolean,
): { tone: BadgeTone; word: string } =>
  foundNone ? { tone: "warn", word: "none found" } : { tone: STATUS_TONES[status], word: status };

/** What a placement answers, in words: the status, and what follows from it. */
export function answerOf(placement: Placement): Answer {
  const placed = `${countOf(placement.embedded, "chain")} placed`;
  const left =
    placement.rejected.length > 0 ? `, ${countOf(placement.rejected.length, "chain")} left out` : "";
  const power = `${placement.powerWatts} W`;
  if (placement.status === "optimal") {
    return { tone: "ok", title: `Optimal: ${placed}${left}, ${power}`, detail: "No placement is better." };
  }
  if (placement.status === "feasible") {
    const detail =
      placement.gap === null
        ? "How far it is from the best one is not known: this engine gives no bound."
        : `At most ${share(placement.gap)} from the best one. A longer time limit may close the gap.`;
    return { tone: "warn", title: `Feasible: ${placed}${left}, ${power}`, detail };
  }
  if (gaveUp(placement)) {
    return {
      tone: "warn",
      title: `No placement found: ${placed}${left}`,
      detail: "This does not prove that there is none:",
    };
  }
  return {
    tone: "bad",
    title: "Infeasible: the chains do not fit",
    detail:
      placement.conflicts.length > 0
        ? "These constraints cannot hold together:"
        : "The engine does not say which constraints conflict.",
  };
}

/** The terms of Eq. 5.19 as steps of a waterfall, in the order in which a packet meets them. */
export function chainHops(chain: Placement["chains"][number]): WaterfallHop[] {
  return chain.terms.map((term, index) => ({
    id: `${index}`,
    label: term.kind === "base" ? `${term.device} base` : `${term.device} ${term.what}`,
    predicted: [{ what: term.kind === "function" ? "vnf" : (term.kind ?? term.what), us: term.us }],
    observedUs: null,
  }));
}

type Laid = {
  hosts: readonly string[];
  route: readonly (readonly string[])[];
  entry?: readonly string[] | undefined;
  exit?: readonly string[] | undefined;
};

/** `hostLine` between the hosts of the cloud at which the chain starts and ends: `clients → npu1 → servers`. */
export const placeLine = ({ hosts, entry = [], exit = [] }: Omit<Laid, "route">): string =>
  hostLine([...entry.slice(0, 1), ...hosts, ...exit.slice(-1)]);

/** Devices of a chain in the order of its functions, each once: `npu1 → cpu2`. */
export function hostLine(hosts: readonly string[]): string {
  return hosts.filter((host, index) => host !== hosts[index - 1]).join(" → ");
}

/** All nodes that a chain passes, from host to host where it has such, for drawing its route. */
export function routeNodes({ route, entry = [], exit = [] }: Omit<Laid, "hosts">): string[] {
  const nodes: string[] = [];
  for (const node of [...entry, ...route.flat(), ...exit]) if (nodes.at(-1) !== node) nodes.push(node);
  return nodes;
}
