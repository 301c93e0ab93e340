import type { FieldMatch } from "./expandFilter.ts";

/**
 * What a rule is for. classify: a part of the chain; rest: leads what stays in software; toServer, fromServer, forward:
 * the way; queue: NIC.
 */
type RuleRole = "classify" | "rest" | "toServer" | "fromServer" | "forward" | "queue";

/** `fragments`: only the pieces of packets that were cut; left out where whole packets and pieces match alike. */
type RuleMatch = { inPort: number | null; vlan: number | null; fields: FieldMatch[]; fragments?: true };

export type RuleAction =
  | { kind: "set"; field: string; value: number }
  | { kind: "add"; field: string; by: number }
  | { kind: "copy"; field: string; from: string; by: number }
  | { kind: "pushVlan"; vlan: number }
  | { kind: "popVlan" }
  | { kind: "output"; port: number }
  | { kind: "queue"; core: number }
  | { kind: "drop" };

/** One entry of a switch or NIC; of those that match the highest priority acts. */
export type DeviceRule = {
  id: string;
  device: string;
  role: RuleRole;
  priority: number;
  match: RuleMatch;
  actions: RuleAction[];
  /** traffic class, null where the rule knows none */
  class: number | null;
  /** group whose tag it sets or reads */
  group: string | null;
};

/** Text that is equal for rules that do the same at the same place. */
export const ruleKey = ({ device, priority, match, actions }: DeviceRule): string =>
  JSON.stringify([device, priority, match, actions]);
