import { assert, createRandom } from "../src/core/index.ts";
import { generateAcl, parseServiceChain, type Synthesis, synthesise } from "../src/synthesis/index.ts";
import { heapMb, median, round } from "./measure.ts";

/** ACL sizes of the thesis' ISPs (Sec. 7.5.3) and one between; the rules are ours (generateAcl). */
const RULES = [251, 713, 2500, 8550];
const LENGTHS = [1, 2, 4, 8, 16];
const SEED = 2018;
/** Our fence: time may grow with the square of the rules, never faster. */
const MAX_EXPONENT = 2.1;

const ENCAP = "EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2)";
const ROUTER = `FromDevice(in) -> Strip(14) -> MarkIPHeader -> r :: RadixIPLookup(204.152.0.0/16 0, 0.0.0.0/0 1); r[0] -> DecIPTTL -> ${ENCAP} -> ToDevice(isp); r[1] -> DecIPTTL -> ${ENCAP} -> ToDevice(up);`;
const NAPT = `FromDevice(in) -> Strip(14) -> MarkIPHeader -> IPClassifier(tcp or udp) -> IPRewriter(pattern 203.0.113.1 1024-65535 198.51.100.7 - 0 0) -> DecIPTTL -> ${ENCAP} -> ToDevice(internet);`;
const firewall = { id: "firewall", acl: { rules: { file: "acl" } } };
const nf = (id: string, text: string) => ({ id, click: { text } });

/** Synthesis against rules of the access list and against the length of the chain, in one run. */
export default async function bench(): Promise<{ name: string; rows: Record<string, string | number>[] }> {
  const rows: Record<string, string | number>[] = [];
  const times: { rules: number; ms: number }[] = [];
  for (const rules of RULES) {
    const repeats = rules > 3000 ? 1 : 3;
    const chain = {
      version: 1,
      functions: [firewall, nf("router", ROUTER), nf("napt", NAPT)],
      links: ["firewall[out] -> [in]router", "router[up] -> [in]napt"],
      entries: ["[in]firewall"],
    };
    const measured = measure(JSON.stringify(chain), generateAcl(createRandom(SEED), rules), repeats);
    times.push({ rules, ms: measured.ms });
    rows.push(row(`firewall of ${rules} rules, router, NAPT`, measured));
  }
  const [first, last] = [times[1]!, times.at(-1)!];
  const exponent = Math.log(last.ms / first.ms) / Math.log(last.rules / first.rules);
  rows.push({ chain: `growth ${first.rules} -> ${last.rules} rules: time ~ rules^x`, x: round(exponent) });
  assert(exponent < MAX_EXPONENT, `time grows with rules^${exponent.toFixed(2)}`);

  const lengths: number[] = [];
  for (const length of LENGTHS) {
    const ids = Array.from({ length }, (_, i) => `r${i}`);
    const chain = {
      version: 1,
      functions: [firewall, ...ids.map((id) => nf(id, ROUTER))],
      links: ids.map((id, i) => `${i === 0 ? "firewall[out]" : `${ids[i - 1]}[up]`} -> [in]${id}`),
      entries: ["[in]firewall"],
    };
    const measured = measure(JSON.stringify(chain), generateAcl(createRandom(SEED), RULES[1]!), 3);
    lengths.push(measured.ms);
    rows.push(row(`firewall of ${RULES[1]} rules, ${length} routers`, measured));
  }
  const ratio = lengths.at(-1)! / lengths[0]!;
  rows.push({ chain: `time of ${LENGTHS.at(-1)} routers / time of one`, x: round(ratio) });
  assert(
    ratio < 2 * LENGTHS.at(-1)!,
    `time grows ${ratio.toFixed(1)} times for ${LENGTHS.at(-1)} times the routers`,
  );
  return { name: "synthesis (SNF; access lists are our own)", rows };
}

type Measured = { ms: number; heap: number; synthesis: Synthesis };

function measure(chain: string, acl: string, repeats: number): Measured {
  const { graph, diagnostics } = parseServiceChain(chain, "bench.json", (file) => ({ file, text: acl }));
  assert(graph !== null, diagnostics.map((d) => d.message).join("; "));
  const before = heapMb();
  const runs = Array.from({ length: repeats }, () => {
    const start = process.cpuUsage().user;
    const synthesis = synthesise(graph);
    // time of the processor, so that a loaded machine does not count
    const ms = (process.cpuUsage().user - start) / 1000;
    assert("classes" in synthesis, "the chain is synthesised");
    assert(synthesis.status === "whole", "nothing is cut");
    return { ms, synthesis };
  });
  return { ms: median(runs.map((r) => r.ms)), heap: heapMb() - before, synthesis: runs[0]!.synthesis };
}

const row = (chain: string, { ms, heap, synthesis }: Measured): Record<string, string | number> => {
  const dearest = synthesis.classes
    .filter((c) => c.ending.kind === "exit")
    .reduce((a, b) => (b.before.cycles > a.before.cycles ? b : a));
  return {
    chain,
    classes: synthesis.classes.length,
    traversed: synthesis.counted.traversed,
    compressed: synthesis.counted.compressed,
    "cpu ms": round(ms),
    "us / filter": round((1000 * ms) / synthesis.counted.traversed),
    "kept MB": round(heap),
    "cycles before / after": round(dearest.before.cycles / dearest.after.cycles),
  };
};
