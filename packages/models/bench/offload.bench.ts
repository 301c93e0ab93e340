import { assert, createRandom } from "../src/core/index.ts";
import {
  backupFor,
  CONTRACT_ORDER,
  checkMove,
  generateAcl,
  MERGE_ORDER,
  offloadNetworkSchema,
  parseServiceChain,
  planOffload,
  SPLIT_ORDER,
  synthesise,
} from "../src/synthesis/index.ts";
import { round } from "./measure.ts";

/** ACL sizes of the thesis' ISPs (Sec. 7.5.3); the rules are ours (generateAcl). */
const RULES = [251, 725, 2500, 8550];
const SEED = 2018;
const ENCAP = "EtherEncap(0x0800, 2:0:0:0:0:1, 2:0:0:0:0:2)";
const NAPT = `FromDevice(in) -> Strip(14) -> MarkIPHeader -> IPClassifier(tcp or udp) -> IPRewriter(pattern 203.0.113.1 1024-65535 - - 0 0) -> DecIPTTL -> ${ENCAP} -> ToDevice(internet);`;
const chain = JSON.stringify({
  version: 1,
  functions: [
    { id: "firewall", acl: { rules: { file: "acl" } } },
    { id: "napt", click: { text: NAPT } },
  ],
  links: ["firewall[out] -> [in]napt"],
  entries: ["[in]firewall"],
});
const network = offloadNetworkSchema.parse({
  switches: ["s1", "s2"].map((id) => ({ id, target: "ovs", model: "noviflow-1132" })),
  servers: [{ id: "srv", cores: 8, nic: { dispatch: "flow" } }],
  links: [
    ["s1:1", "srv:0"],
    ["s1:2", "s2:1"],
    ["s2:2", "srv:1"],
  ],
  ingress: { "firewall[in]": "s1:0" },
  egress: { "napt[internet]": "s2:9" },
});

/**
 * Placing of firewall and NAPT against the rules of the access list, a backup of it, and the orders of a move
 * over all interleavings.
 */
export default function bench(): { name: string; rows: Record<string, string | number>[] } {
  const rows = RULES.map((rules): Record<string, string | number> => {
    const acl = generateAcl(createRandom(SEED), rules);
    const { graph } = parseServiceChain(chain, "chain.json", () => ({ file: "acl", text: acl }));
    assert(graph !== null, "the chain is valid");
    const found = synthesise(graph);
    assert("classes" in found, "the chain is synthesised");
    const options = { cores: 4 };
    const from = performance.now();
    const plan = planOffload(found, network, options);
    const placedMs = performance.now() - from;
    if (plan.status === "refused")
      return { rules, placedMs: round(placedMs), refused: plan.reasons[0] ?? "" };
    const again = performance.now();
    const backup = backupFor(found, network, options, plan, { kind: "link", a: "s1", b: "srv" });
    const backupMs = performance.now() - again;
    const changed = backup.survives ? backup.change.changed.length + backup.change.added.length : -1;
    return {
      rules,
      filters: found.counted.compressed,
      entries: plan.rules.length,
      placedMs: round(placedMs),
      backupMs: round(backupMs),
      changed,
    };
  });
  const orders = { split: SPLIT_ORDER, merge: MERGE_ORDER, "state first": CONTRACT_ORDER };
  for (const [order, steps] of Object.entries(orders)) {
    const from = performance.now();
    const answer = checkMove(steps, { isTargetRunning: order === "merge", flows: 2, packets: 5 });
    rows.push({
      order,
      holds: String(answer.ok),
      states: answer.states,
      transitions: answer.transitions,
      ms: round(performance.now() - from),
      trace: answer.ok ? "" : [...answer.trace, answer.problem].join("; "),
    });
  }
  return { name: "offload: placing, backups, moves", rows };
}
