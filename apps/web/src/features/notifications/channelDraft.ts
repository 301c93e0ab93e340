import type { RouterInputs, RouterOutputs } from "@/lib/trpc.ts";

export type Channel = RouterOutputs["notifications"]["channels"]["list"][number];
type Filter = Channel["filter"];
export type Notice = Filter["on"][number];

export type ChannelDraft = {
  name: string;
  kind: Channel["target"]["kind"];
  url: string;
  /** addresses, one a line or with commas between them */
  to: string;
  minSeverity: Filter["minSeverity"];
  on: Notice[];
  /** faults of P4Twin itself too */
  incidents: boolean;
  deploymentId: string | null;
  segmentId: string | null;
};

export const NOTICES: readonly { value: Notice; label: string }[] = [
  { value: "opened", label: "an event opens" },
  { value: "changed", label: "its cause or severity changes" },
  { value: "closed", label: "it closes" },
];

export const emptyDraft: ChannelDraft = {
  name: "",
  kind: "webhook",
  url: "",
  to: "",
  minSeverity: "warning",
  on: ["opened", "closed"],
  incidents: true,
  deploymentId: null,
  segmentId: null,
};

/** The form for a channel that is there. Of several scopes, which REST can set, the form shows the first. */
export function draftOf({ name, target, filter }: Channel): ChannelDraft {
  const [scope] = filter.scopes;
  return {
    name,
    kind: target.kind,
    url: target.kind === "webhook" ? target.url : "",
    to: target.kind === "email" ? target.to.join("\n") : "",
    minSeverity: filter.minSeverity,
    on: filter.on,
    incidents: filter.incidents,
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
  if (draft.kind === "webhook" && !/^https?:\/\/[^\s/]+/.test(draft.url.trim()))
    return { wrong: "A webhook needs an address of the form https://host/path." };
  if (draft.kind === "email" && to.length === 0) return { wrong: "An e-mail needs a recipient." };
  const bad =
    draft.kind === "email" ? to.find((address) => !/^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(address)) : null;
  if (bad) return { wrong: `${bad} is not an e-mail address.` };
  const { deploymentId, segmentId, minSeverity, on, incidents } = draft;
  const scopes =
    deploymentId === null ? [] : [{ deploymentId, segmentId }, ...(known?.filter.scopes.slice(1) ?? [])];
  const target =
    draft.kind === "webhook" ? { kind: draft.kind, url: draft.url.trim() } : { kind: draft.kind, to };
  return { input: { name, target, filter: { minSeverity, on, scopes, incidents } } };
}
