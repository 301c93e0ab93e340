import { parseIp, parseMac, parsePrefix } from "../../src/synthesis/header/address.ts";
import { hasValue } from "../../src/synthesis/header/fieldSet.ts";
import type { Packet } from "../../src/synthesis/header/layout.ts";

type Flow = { table: number; priority: number; matches: string[]; actions: string[] };
export type OpenFlowRun = { packet: Packet; port: number | null };

const FIELD_OF: Readonly<Record<string, string>> = {
  nw_proto: "ipProto",
  nw_ttl: "ipTtl",
  dl_type: "ethType",
  icmp_type: "icmpType",
};
const TARGET_OF: Readonly<Record<string, string>> = {
  eth_dst: "ethDst",
  eth_src: "ethSrc",
  ip_src: "ipSrc",
  ip_dst: "ipDst",
};

/** Runs the flows of an ovs-ofctl file on one packet: for tests, written without the code that made the file. */
export function runOpenFlow(text: string, packet: Packet, inPort: number): OpenFlowRun {
  const flows = text.split("\n").flatMap((line): Flow[] => {
    if (line === "" || line.startsWith("#")) return [];
    const [match = "", actions = ""] = line.split("actions=");
    const parts = match.split(",").filter((m) => m !== "");
    const number = (key: string): number => Number(parts.find((m) => m.startsWith(`${key}=`))?.split("=")[1]);
    return [
      {
        table: number("table"),
        priority: number("priority"),
        matches: parts.slice(2).filter((m) => !m.startsWith("cookie=")),
        actions: actions.split(","),
      },
    ];
  });
  const current: Record<string, number> = { ...packet };
  // behind a tag the switch sees the packet
  const isIp = packet.ethType === 0x0800 || packet.vlanTag === 1;
  let metadata = 0n;
  let port: number | null = null;
  const holds = (match: string): boolean => {
    const [key = "", value = ""] = match.split("=");
    if (key === "tcp") return isIp && current.ipProto === 6;
    if (key === "udp") return isIp && current.ipProto === 17;
    if (key === "ip") return isIp;
    if (key === "icmp") return isIp && current.ipProto === 1;
    if (key === "vlan_tci") return value === "0x1000/0x1000" && (current.vlanTag ?? 0) > 0;
    if (key === "dl_dst") {
      const [wanted = "", mask = "ff:ff:ff:ff:ff:ff"] = value.split("/");
      const [a, b, c] = [BigInt(current.ethDst!), BigInt(parseMac(wanted)!), BigInt(parseMac(mask)!)];
      return (a & c) === b;
    }
    // packets of the classes are whole
    if (key === "ip_frag") return value === "yes" && (current.ipFragment ?? 0) > 0;
    if (key === "nw_tos") return current.ipTos! >> 2 === Number(value) >> 2;
    if (key === "nw_ecn") return current.ipTos! % 4 === Number(value);
    if (key === "tcp_flags") {
      const [wanted, mask] = value.split("/").map(Number);
      return (current.tcpFlags! & mask!) === wanted;
    }
    if (key === "in_port") return inPort === Number(value);
    if (key === "nw_src") return hasValue(parsePrefix(value)!, current.ipSrc!);
    if (key === "nw_dst") return hasValue(parsePrefix(value)!, current.ipDst!);
    if (key === "metadata") {
      const [wanted, mask] = value.split("/").map(BigInt);
      return (metadata & mask!) === wanted;
    }
    if (key === "tp_src" || key === "tp_dst") {
      const [wanted, mask = 0xffff] = value.split("/").map(Number);
      return (current[key === "tp_src" ? "srcPort" : "dstPort"]! & mask!) === wanted;
    }
    if (key === "dl_type" && packet.vlanTag === 1) return Number(value) === 0x0800;
    return (key === "dl_type" || isIp) && current[FIELD_OF[key]!] === Number(value);
  };
  for (let table: number | null = 0; table !== null; ) {
    const here: number = table;
    const hits = flows.filter((f) => f.table === here && f.matches.every(holds));
    const best = hits.reduce<Flow | null>((a, b) => (a === null || b.priority > a.priority ? b : a), null);
    table = null;
    for (const action of best?.actions ?? []) {
      const [name = "", argument = ""] = action.split(/:(.*)/s);
      if (name === "goto_table") table = Number(argument);
      else if (name === "output") port = Number(argument) === inPort ? null : Number(argument);
      else if (name === "in_port") port = inPort;
      else if (name === "dec_ttl") current.ipTtl!--;
      else if (name === "write_metadata") {
        const [value, mask] = argument.split("/").map(BigInt);
        metadata = (metadata & ~mask!) | value!;
      } else if (name === "set_field") {
        const [value = "", field = ""] = argument.split("->");
        current[TARGET_OF[field]!] = parseIp(value) ?? parseMac(value)!;
      }
    }
  }
  return { packet: current, port };
}
