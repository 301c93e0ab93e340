import { formatValue } from "../header/address.ts";
import { PACKET_LAYOUT, type PacketField } from "../header/layout.ts";
import { classCookie } from "../output/targets.ts";
import type { DeviceRule, RuleAction } from "./deviceRule.ts";
import type { FieldMatch } from "./expandFilter.ts";
import type { OffloadTarget } from "./target.ts";

const OPENFLOW: Readonly<Record<string, string>> = {
  ethDst: "dl_dst",
  ethSrc: "dl_src",
  ethType: "dl_type",
  ipSrc: "nw_src",
  ipDst: "nw_dst",
  ipProto: "nw_proto",
  ipTtl: "nw_ttl",
  ipTos: "nw_tos",
  srcPort: "tp_src",
  dstPort: "tp_dst",
  tcpFlags: "tcp_flags",
  icmpType: "icmp_type",
};
const SET_FIELD: Readonly<Record<string, string>> = {
  ethDst: "eth_dst",
  ethSrc: "eth_src",
  ipSrc: "ip_src",
  ipDst: "ip_dst",
};

const bitsOf = (field: string): number => PACKET_LAYOUT[field as PacketField];
const maskOf = (field: string, length: number): number => 2 ** bitsOf(field) - 2 ** (bitsOf(field) - length);
/** Actions on the IP header that OVS takes only behind a match on it. */
const touchesIp = (action: RuleAction): boolean =>
  (action.kind === "set" || action.kind === "add") && action.field.startsWith("ip");
const isL3 = ({ field }: FieldMatch): boolean => field.startsWith("ip");

/** A rule for `ovs-ofctl add-flow`; its cookie is that of its class. */
export function openFlowText({ priority, match, actions, class: id }: DeviceRule): string {
  const parts = [`priority=${priority}`];
  if (id !== null) parts.push(`cookie=${classCookie(id)}`);
  if (match.inPort !== null) parts.push(`in_port=${match.inPort}`);
  if (match.vlan !== null) parts.push(`dl_vlan=${match.vlan}`);
  const needsIp = match.fragments || match.fields.some(isL3) || actions.some(touchesIp);
  if (needsIp && !match.fields.some((f) => f.field === "ethType")) parts.push("ip");
  if (match.fragments) parts.push("ip_frag=yes");
  for (const f of match.fields) parts.push(openFlowMatch(f));
  return `${parts.join(",")},actions=${actions.map((a) => openFlowAction(a, match.inPort)).join(",")}`;
}

function openFlowMatch({ field, value, length }: FieldMatch): string {
  const name = OPENFLOW[field]!;
  const isExact = length === bitsOf(field);
  // nw_tos is the six upper bits
  if (field === "ipTos" && isExact) return `nw_tos=${value - (value % 4)},nw_ecn=${value % 4}`;
  if (field === "ipSrc" || field === "ipDst") return `${name}=${formatValue(field, value)}/${length}`;
  if (isExact) return `${name}=${formatValue(field, value)}`;
  const mask = maskOf(field, length);
  return field.startsWith("eth") && field !== "ethType"
    ? `${name}=${formatValue(field, value)}/${formatValue(field, mask)}`
    : `${name}=0x${value.toString(16)}/0x${mask.toString(16)}`;
}

function openFlowAction(action: RuleAction, inPort: number | null): string {
  switch (action.kind) {
    case "set":
      return `set_field:${formatValue(action.field, action.value)}->${SET_FIELD[action.field] ?? OPENFLOW[action.field]}`;
    case "add":
      return Array.from({ length: -action.by }, () => "dec_ttl").join(",");
    case "copy":
      return `move:${action.from}->${action.field}`;
    case "pushVlan":
      // OpenFlow writes 0x1000 for "there is a tag"
      return `push_vlan:0x8100,set_field:${4096 + action.vlan}->vlan_vid`;
    case "popVlan":
      return "pop_vlan";
    case "output":
      // OVS sends nothing back to where it came from unless it is named so
      return action.port === inPort ? "in_port" : `output:${action.port}`;
    case "queue":
      return `set_queue:${action.core}`;
    case "drop":
      return "drop";
  }
}

/** A rule as DPDK's flow text, in the form of the author's public code [katsikas-agent]. */
export function dpdkText({ match, actions }: DeviceRule): string {
  const of = (field: string): FieldMatch | undefined => match.fields.find((f) => f.field === field);
  const items: string[] = [];
  const eth = ["ethDst", "ethSrc", "ethType"].flatMap((f) => of(f) ?? []);
  const l3 = match.fields.some(isL3);
  const l4 = match.fields.some((f) => f.field === "srcPort" || f.field === "dstPort");
  const ethTexts = eth.map(dpdkMatch);
  if (l3 && !of("ethType")) ethTexts.push("type is 2048");
  items.push(["eth", ...ethTexts].join(" "));
  if (match.vlan !== null) items.push(`vlan vid is ${match.vlan}`);
  if (l3) {
    const protocol = l4 ? [] : ["ipProto"];
    items.push(
      ["ipv4", ...["ipSrc", "ipDst", ...protocol].flatMap((f) => of(f) ?? []).map(dpdkMatch)].join(" "),
    );
  }
  if (l4) {
    const name = of("ipProto")?.value === 6 ? "tcp" : "udp";
    items.push([name, ...["srcPort", "dstPort"].flatMap((f) => of(f) ?? []).map(dpdkMatch)].join(" "));
  }
  const does = actions.map((a) => (a.kind === "queue" ? `queue index ${a.core} / count` : "drop / count"));
  return `ingress pattern ${items.join(" / ")} / end actions ${does.join(" / ")} / end`;
}

const DPDK: Readonly<Record<string, string>> = {
  ethDst: "dst",
  ethSrc: "src",
  ethType: "type",
  ipSrc: "src",
  ipDst: "dst",
  ipProto: "proto",
  srcPort: "src",
  dstPort: "dst",
};

function dpdkMatch({ field, value, length }: FieldMatch): string {
  const text = formatValue(field, value);
  return length === bitsOf(field)
    ? `${DPDK[field]} is ${text}`
    : `${DPDK[field]} spec ${text} ${DPDK[field]} prefix ${length}`;
}

/** One entry of a ternary P4 table, fields as value &&& mask, with its class. */
function p4Text({ priority, match, actions, class: id }: DeviceRule): string {
  const hex = (n: number): string => `0x${n.toString(16)}`;
  const keys = match.fields.map((f) => `${f.field}=${hex(f.value)}&&&${hex(maskOf(f.field, f.length))}`);
  if (match.inPort !== null) keys.unshift(`in_port=${match.inPort}`);
  if (match.vlan !== null) keys.unshift(`vlan=${match.vlan}`);
  const does = actions.map((a) => {
    const { kind, ...rest } = a;
    return `${kind}(${Object.values(rest).join(", ")})`;
  });
  return `priority ${priority} ${keys.join(" ")} => ${does.join(" ")}${id === null ? "" : ` # class ${id}`}`;
}

/** A rule in the language of its device. */
export function ruleText(rule: DeviceRule, language: OffloadTarget["language"]): string {
  switch (language) {
    case "openflow":
      return openFlowText(rule);
    case "dpdk":
      return dpdkText(rule);
    case "p4":
      return p4Text(rule);
  }
}
