import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createRandom } from "../../core/index.ts";
import { synthesise } from "../classes/synthesise.ts";
import { generateAcl } from "../input/acl/generateAcl.ts";
import { parseAclChain, parseClickChain } from "../input/parseServiceChain.ts";
import { toClick } from "./click/toClick.ts";
import { toOpenFlow } from "./openflow.ts";

const folder = mkdtempSync(join(tmpdir(), "p4twin-tools-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const hasOvs = spawnSync("ovs-ofctl", ["--version"]).status === 0;
if (!hasOvs)
  console.warn("ovs-ofctl is not installed: OpenFlow rules are not read by Open vSwitch in this run");

/** What `ovs-ofctl` says against the rules; null when it takes them all, or is not there. */
function refusedByOvs(text: string): string | null {
  if (!hasOvs) return null;
  const file = join(folder, "rules.txt");
  writeFileSync(file, text);
  const run = spawnSync("ovs-ofctl", ["-O", "OpenFlow13", "parse-flows", file], {
    encoding: "utf8",
    maxBuffer: 2 ** 28,
  });
  return run.status === 0 ? null : run.stderr.slice(0, 500);
}

function synthesised(text: string) {
  const { graph, diagnostics } = parseClickChain(text, "a.click");
  expect(diagnostics).toEqual([]);
  const found = synthesise(graph!);
  if (!("classes" in found)) throw new Error(found.status);
  return found;
}

const ENCAP = "EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2)";
const IN = "FromDevice(eth0) -> Strip(14) -> CheckIPHeader";

describe("what real tools read", () => {
  it("[O4] rules that decrement the TTL, test the TOS byte or return a packet are those of Open vSwitch", () => {
    const { text } = toOpenFlow(
      synthesised(
        `${IN} -> IPFilter(drop ip tos 1, allow tcp opt syn && dst port 80-90, drop src port > 1023, allow all) -> DecIPTTL -> ${ENCAP} -> ToDevice(eth0);`,
      ),
    );
    expect(refusedByOvs(text!)).toBeNull();
    const rules = text!.split("\n").filter((l) => l.startsWith("table=2"));
    // nw_tos alone would match 0
    expect(rules.filter((l) => l.includes("nw_tos=0,nw_ecn=1,actions=drop"))).toHaveLength(1);
    // dec_ttl needs IP, and what came in by a port leaves by it only when it is named so
    for (const line of rules.filter((l) => l.includes("dec_ttl")))
      expect(line).toMatch(/,(ip|tcp|udp),.*,in_port$|,ip,actions=.*,in_port$/);
    expect(text).toContain("# port 1: click[eth0]");
  });

  it.each([251, 713])("[R18] an access list of %i rules with its ranges fits OpenFlow", (count) => {
    const { graph } = parseAclChain(generateAcl(createRandom(count), count), "isp.acl");
    const found = synthesise(graph!);
    if (!("classes" in found)) throw new Error(found.status);
    const { text, diagnostics } = toOpenFlow(found);
    expect(diagnostics).toEqual([]);
    expect(refusedByOvs(text!)).toBeNull();
  });

  it("[O1] Click text has only elements, relations and places that Click has", () => {
    const { text } = toClick(
      synthesised(
        `rw :: IPRewriter(pattern 203.0.113.1 1024-65535 - - 0 1, drop);
         ${IN} -> IPFilter(allow src port 1024-2000, drop ip ttl 0-9, drop ip dscp 46, drop all) -> rw; FromDevice(eth1) -> Strip(14) -> CheckIPHeader -> [1]rw;
         rw[0] -> DecIPTTL -> IPFragmenter(576) -> ${ENCAP} -> ToDevice(eth1); rw[1] -> DecIPTTL -> ${ENCAP} -> ToDevice(eth0);`,
      ),
    );
    expect(text).not.toContain("IPSynthesizer");
    // no ranges in patterns: IPFilter has relations
    expect(text).not.toMatch(/(?:ttl|tos|port) \d+-\d+/);
    expect(text).toContain("IPFragmenter(576)");
    expect(text).toContain("CheckIPHeader(OFFSET 14)");
    const declared = new Set([...text!.matchAll(/^(\w+) ::/gm)].map((m) => m[1]));
    const used = [...text!.matchAll(/(?:^|-> (?:\[\d+\])?)([a-z]\w*)(?=\[|;| ->)/gm)].map((m) => m[1]!);
    expect(used.filter((name) => !declared.has(name))).toEqual([]);
  });

  it("[R15] replies follow the graph behind their output: TTL, header and exit", () => {
    const found = synthesised(
      `rw :: IPRewriter(pattern 203.0.113.1 1024-65535 - - 0 1, drop);
       ${IN} -> rw; FromDevice(eth1) -> Strip(14) -> CheckIPHeader -> [1]rw; rw[0] -> ${ENCAP} -> ToDevice(eth1);
       rw[1] -> IPFilter(drop ip ttl 7, allow all) -> DecIPTTL -> ${ENCAP} -> ToDevice(eth0);`,
    );
    const replies = found.classes.filter((c) => c.flows.some((f) => f.known));
    expect(replies.map((c) => c.ending)).toContainEqual({ kind: "exit", name: "click[eth0]" });
    expect(replies.find((c) => c.ending.kind === "exit")!.writes).toMatchObject({
      ipTtl: { kind: "add", by: -1 },
      ethType: { kind: "const", value: 0x0800 },
    });
  });
});
