import { assert } from "../../core/index.ts";
import { libraryDevice } from "../../device/index.ts";
import { libraryRuleSwitch, ruleCapacity } from "../../server/index.ts";
import type { Synthesis } from "../classes/synthesis.ts";
import { beyondClasses } from "../output/beyondClasses.ts";
import { type ClassifierPlace, MAX_CLASSIFIER_RULES } from "./generateRules.ts";
import type { Hop, OffloadNetwork, OffloadSwitch } from "./network.ts";
import { selectSwitch } from "./selectSwitch.ts";
import { type SplitClassifier, splitRules } from "./splitRules.ts";
import { type OffloadTarget, offloadTarget, targetOfDevice } from "./target.ts";

type Walk = {
  hops: Hop[];
  server: string;
  threshold: number;
  /** entries that other entries of the chain have taken */
  taken: Map<string, number>;
};

/** The first switch of the way that has room for an entry's rules, or the NIC when it takes any (Algorithm 4). */
export function placeClassifier(
  synthesis: Synthesis,
  classifier: Synthesis["classifiers"][number],
  network: OffloadNetwork,
  { hops, server, threshold, taken }: Walk,
): ClassifierPlace | { reasons: string[] } {
  const { entry } = classifier;
  if (classifier.rules.length > MAX_CLASSIFIER_RULES)
    return {
      reasons: [
        `${classifier.rules.length} rules of ${entry}, and there are ${MAX_CLASSIFIER_RULES} priorities`,
      ],
    };
  const switches = hops.filter((h) => h.node !== server).map((h) => switchOf(network, h.node));
  const splits = new Map<string, SplitClassifier>();
  const splitAt = (sw: OffloadSwitch): SplitClassifier => {
    let split = splits.get(sw.target);
    if (!split) {
      split = splitRules(synthesis, classifier, switchTarget(sw).target);
      splits.set(sw.target, split);
    }
    return split;
  };
  const byId = new Map(switches.map((s) => [s.id, s]));
  const free = (id: string): number | null => {
    const capacity = capacityOf(byId.get(id)!);
    return capacity === null ? null : capacity - byId.get(id)!.usedRules - (taken.get(id) ?? 0);
  };
  const { nic } = network.servers.find((s) => s.id === server)!;
  const choice = selectSwitch([...byId.keys()], (id) => splitAt(byId.get(id)!).tableEntries, free, threshold);
  if (choice.switch !== null) {
    const sw = byId.get(choice.switch)!;
    const split = splitAt(sw);
    taken.set(sw.id, (taken.get(sw.id) ?? 0) + split.tableEntries);
    const { target } = switchTarget(sw);
    const leadsFragments =
      beyondClasses(synthesis).fragments &&
      target.language === "openflow" &&
      (nic.dispatch === "vlan" || setsMacs(synthesis, split));
    return { entry, switch: sw.id, way: hops, split, target, leadsFragments };
  }
  if (nic.dispatch === "flow") {
    const target = offloadTarget("dpdk-flow");
    assert(target !== null, "the library has the target dpdk-flow");
    const split = splitRules(synthesis, classifier, target);
    return { entry, switch: null, way: hops, split, target, leadsFragments: false };
  }
  return {
    reasons: switches.map(
      (sw) =>
        `${entry} needs ${splitAt(sw).tableEntries} entries in ${sw.id}, which may take ${Math.floor((free(sw.id) ?? 0) * threshold)} (${free(sw.id)} free, ${threshold} of them for a chain); choose another switch, or a NIC with dispatch flow`,
    ),
  };
}

const switchOf = (network: OffloadNetwork, id: string): OffloadSwitch => {
  const found = network.switches.find((s) => s.id === id);
  assert(found, `${id} is a switch`);
  return found;
};

/**
 * What a switch can match and write, its entries where a device profile tells them. The names were checked
 * when the file was read.
 */
export function switchTarget({ target }: OffloadSwitch): { target: OffloadTarget; entries: number | null } {
  const known = offloadTarget(target);
  if (known) return { target: known, entries: null };
  const profile = libraryDevice(target);
  assert(profile, `${target} is a target or a device of the library`);
  return targetOfDevice(profile);
}

/** Entries of a switch for IPv4 rules: as given, of its model, or of its device profile; null is no known bound. */
export function capacityOf(sw: OffloadSwitch): number | null {
  const model = sw.model === null ? null : libraryRuleSwitch(sw.model);
  return sw.capacity ?? (model && ruleCapacity(model, "ipv4")) ?? switchTarget(sw).entries;
}

/** Whether every packet that leaves gets its destination MAC, so that a MAC tag takes none that is needed. */
const setsMacs = ({ classes }: Synthesis, { rules }: SplitClassifier): boolean =>
  rules.every(({ class: id }) => {
    const { ending, writes } = classes[id]!;
    return ending.kind !== "exit" || writes.ethDst !== undefined;
  });
