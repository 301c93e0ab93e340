import { parse } from "yaml";
import { libraryFiles } from "../../library/index.ts";
import { createRandom } from "../../src/core/index.ts";
import { generateAcl } from "../../src/synthesis/index.ts";
import type { RandomChain } from "./chains.ts";

const ANYWHERE = "0.0.0.0/0";
const LAST_PORT = 65_535;

/**
 * The ISP chain of the library (firewall, router, NAPT) with an access list of `count` rules. The synthesis reads the
 * list; Click gets it as expressions of IPFilter, which are written here, apart from the reader of lists.
 */
export function ispChain(count: number): RandomChain {
  const acl = generateAcl(createRandom(count), count);
  const { functions, links, entries } = parse(libraryFiles["clicks/isp.yaml"]!) as {
    functions: { id: string; click?: { text: string } }[];
    links: string[];
    entries: string[];
  };
  const firewall = `FromDevice(in) -> f :: IPFilter(${acl.trim().split("\n").map(ipFilterRule).join(",\n")}) -> ToDevice(out);`;
  const texts = functions.map(({ id, click }) => [id, click ? named(click.text) : bare(firewall)] as const);
  const turned = (end: string): string => end.replace(/^\[(.*)\](.*)$/, "$2[$1]");
  return {
    functions: Object.fromEntries(texts),
    acls: { firewall: acl },
    links: links.map((link) => link.split(" -> ").map(turned) as [string, string]),
    entries: entries.map(turned),
    exits: ["router[isp]", "napt[internet]"],
  };
}

/** An access list says nothing of headers: they are marked where the frame has them. */
const bare = (text: string): string => text.replace("-> f ::", "-> MarkIPHeader(OFFSET 14) -> f ::");

/** The rewriter by the name by which the bench keeps what passes it. */
const named = (text: string): string =>
  text.replace(/-> (IPRewriter\([^)]*\))\s*->/, "-> rw :: $1; rw[0] ->");

/** A rule in ClassBench's format as one of IPFilter. */
function ipFilterRule(line: string): string {
  const [source = "", destination = "", from = "", to = "", protocol = "", action = ""] = line
    .slice(1)
    .split("\t");
  const nets = [
    ["src", source],
    ["dst", destination],
  ].flatMap(([side, net]) => (net === ANYWHERE ? [] : [`${side} net ${net}`]));
  const ports = [
    ["src", from],
    ["dst", to],
  ].flatMap(([side, range = ""]) => {
    const [low = 0, high = LAST_PORT] = range.split(" : ").map(Number);
    if (low === high) return [`${side} port ${low}`];
    return [
      ...(low > 0 ? [`${side} port >= ${low}`] : []),
      ...(high < LAST_PORT ? [`${side} port <= ${high}`] : []),
    ];
  });
  const proto = protocol.endsWith("0x00") ? [] : [`ip proto ${Number.parseInt(protocol, 16)}`];
  return `${action} ${[...nets, ...proto, ...ports].join(" && ") || "all"}`;
}
