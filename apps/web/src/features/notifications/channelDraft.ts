import type { RouterInputs, RouterOutputs } from "@/lib/trpc.ts";

export type Channel = RouterOutputs["notifications"]["channels"]["list"][number];
type Filter = Channel["filter"];
export type Notice = Filter["on"][number];

export type ChannelDraft = {
  name: string;
  kind: Channel["target"]["kind"];
  url: string;
  /** PagerDuty */
  routingKey: string;
  region: "us" | "eu";
  /** addresses, one a line or with commas between them */
  to: string;
  minSeverity: Filter["minSeverity"];
  on: Notice[];
  /** faults of P4Twin itself too */
  incidents: boolean;
  switches: boolean;
  deploymentId: string | null;
  segmentId: string | null;
};

/** Kinds of channels, and what a field for their address says. */
export const KINDS: readonly { value: ChannelDraft["kind"]; label: string }[] = [
  { value: "webhook", label: "Webhook" },
  { value: "slack", label: "Slack" },
  { value: "teams", label: "Teams" },
  { value: "pagerduty", label: "PagerDuty" },
  { value: "email", label: "E-mail" },
];
export const ADDRESSES = {
  webhook: {
    hint: "Gets a POST with JSON. A private address must be among the allowed hosts, under Engines.",
    example: "https://hooks.example.org/p4twin",
  },
  slack: {
    hint: "The address of an incoming webhook of your Slack app.",
    example: "https://hooks.slack.com/services/…",
  },
  teams: {
    hint: "The address of a workflow that posts to a channel when a webhook request is received.",
    example: "https://….logic.azure.com/workflows/…",
  },
} as const;

export const NOTICES: readonly { value: Notice; label: string }[] = [
  { value: "opened", label: "an event opens" },
  { value: "changed", label: "its cause or severity changes" },
  { value: "closed", label: "it closes" },
];

export const emptyDraft: ChannelDraft = {
  name: "",
  kind: "webhook",
  url: "",
  routingKey: "",
  region: "us",
  to: "",
  minSeverity: "warning",
  on: ["opened", "closed"],
  incidents: true,
  switches: true,
  deploymentId: null,
  segmentId: null,
};

/** The form for a channel that is there. Of several scopes, which REST can set, the form shows the first. */
export function draftOf({ name, target, filter }: Channel): ChannelDraft {
  const [scope] = filter.scopes;
  return {
    name,
    kind: target.kind,
    url: "url" in target ? target.url : "",
    routingKey: target.kind === "pagerduty" ? target.routingKey : "",
    region: target.kind === "pagerduty" ? target.region : "us",
    to: target.kind === "email" ? target.to.join("\n") : "",
    minSeverity: filter.minSeverity,
    on: filter.on,
    incidents: filter.incidents,
    switches: filter.switches,
    deploymentId: scope?.deploymentId ?? null,
    segmentId: scope?.segmentId ?? null,
  };
}

type Input = RouterInputs["notifications"]["channels"]["create"];

/** What the draft means, or what is wrong with it. Scopes beyond the one of the form are kept. */
export function readDraft(
  draft: ChannelDraft,
  known: Channel | null,
): { input: Input; wrong?: never } | { wrong: string; input?: never } {
  const name = draft.name.trim();
  if (name === "") return { wrong: "Give the channel a name." };
  if (draft.on.length === 0) return { wrong: "Choose at least one occasion." };
  const to = draft.to
    .split(/[\s,;]+/)
    .map((address) => address.trim())
    .filter(Boolean);
  if (draft.kind in ADDRESSES && !/^https?:\/\/[^\s/]+/.test(draft.url.trim()))
    return { wrong: "This channel needs an address of the form https://host/path." };
  if (draft.kind === "pagerduty" && !/^[\w-]{20,64}$/.test(draft.routingKey.trim()))
    return { wrong: "The routing key is the integration key of the service in PagerDuty." };
  if (draft.kind === "email" && to.length === 0) return { wrong: "An e-mail needs a recipient." };
  const bad =
    draft.kind === "email" ? to.find((address) => !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address)) : null;
  if (bad) return { wrong: `${bad} is not an e-mail address.` };
  const { deploymentId, segmentId, minSeverity, on, incidents, switches } = draft;
  const scopes =
    deploymentId === null ? [] : [{ deploymentId, segmentId }, ...(known?.filter.scopes.slice(1) ?? [])];
  return {
    input: { name, target: targetOf(draft, to), filter: { minSeverity, on, scopes, incidents, switches } },
  };
}

function targetOf({ kind, url, routingKey, region }: ChannelDraft, to: string[]): Input["target"] {
  if (kind === "email") return { kind, to };
  if (kind === "pagerduty") return { kind, routingKey: routingKey.trim(), region };
  return { kind, url: url.trim() };
}

/** Where a channel sends to, in one line; a routing key is no text for a list. */
export function targetWords(target: Channel["target"]): string {
  if (target.kind === "email") return target.to.join(", ");
  if (target.kind === "pagerduty") return `PagerDuty, ${target.region === "eu" ? "EU" : "US"} region`;
  return target.url;
}
