import { libraryFiles } from "@p4twin/models/library";
import { expect, it } from "vitest";
import { answerRun } from "@/workers/run/answerRun.ts";
import { decidingFields } from "./decidingFields.ts";

it("a packet's way was decided by what selects, tables and conditions read", async () => {
  const source = libraryFiles["programs/l3fwd_firewall.p4"].replace(
    "if (hdr.udp.isValid())",
    "if (hdr.udp.isValid() && hdr.ipv4.ttl > 1)",
  );
  const answer = await answerRun({
    kind: "run",
    program: { fileName: "p.p4", source, includes: {}, entries: null },
    packet: "eth/ipv4(dst=10.0.0.1,ttl=9)/udp(dport=53)",
    port: 0,
    device: null,
  });
  if (answer.kind !== "run" || !answer.run) throw new Error("a run");
  const decided = decidingFields(answer.run, 0).map(({ what, values }) => [
    what,
    ...values.map(({ name, text }) => `${name}=${text}`),
  ]);
  expect(decided.slice(0, 4)).toEqual([
    ["select in start", "hdr.ethernet.ether_type=0x0800"],
    ["select in parse_ipv4", "hdr.ipv4.protocol=0x11"],
    ["table IngressImpl.ipv4_lpm", "hdr.ipv4.dst_addr=0x0a000001"],
    ["if", "hdr.ipv4.ttl=0x09"],
  ]);
});
