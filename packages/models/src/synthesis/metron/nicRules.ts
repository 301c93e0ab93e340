import { changeOf } from "../offload/backups.ts";
import type { DeviceRule } from "../offload/deviceRule.ts";
import type { OffloadServer } from "../offload/network.ts";
import {
  changeCores,
  type DeployedAs,
  deleteRules,
  deployChain,
  postRules,
  type RestCall,
} from "./messages.ts";
import type { MoveStep } from "./moveOrder.ts";
import type { RunningChain } from "./runningChain.ts";
import { coresOf } from "./traffic.ts";

/**
 * Numbers by which an agent knows rules. What matches the same packets keeps its number: the agent puts it in the place
 * of what has that number, and deletes nothing else.
 */
export class RuleNumbers {
  private readonly known = new Map<string, number>();

  of({ device, priority, match }: DeviceRule): number {
    const key = JSON.stringify([device, priority, match]);
    const number = this.known.get(key) ?? this.known.size + 1;
    this.known.set(key, number);
    return number;
  }
}

/** What the agent of `server` is told when it takes the chain, with the rules of its NIC. */
export function deploymentCalls(
  server: OffloadServer,
  id: string,
  chain: RunningChain,
  { rules, numbers, ...as }: DeployedAs & { rules: readonly DeviceRule[]; numbers: RuleNumbers },
): RestCall[] {
  const cores = coresOf(chain);
  const isFirst = cores.every((core, i) => core === i);
  return [
    deployChain(server, id, chain, as),
    ...(isFirst ? [] : [changeCores(server, id, cores)]),
    ...nicRuleCalls(server, id, { before: [], after: rules, numbers }),
  ];
}

type RulesChange = { before: readonly DeviceRule[]; after: readonly DeviceRule[]; numbers: RuleNumbers };

/** What the agent of `server` is told when the rules of its NIC change from `before` to `after`. */
function nicRuleCalls(
  server: OffloadServer,
  id: string,
  { before, after, numbers }: RulesChange,
): RestCall[] {
  const own = (r: DeviceRule): boolean => r.device === `${server.id}/${server.nic.id}`;
  const { added, removed, changed } = changeOf(before.filter(own), after.filter(own));
  const fresh = [...added, ...changed.map((c) => c.after)];
  const taken = new Set(fresh.map((r) => numbers.of(r)));
  const gone = [...removed, ...changed.map((c) => c.before)]
    .map((r) => numbers.of(r))
    .filter((n) => !taken.has(n));
  return [
    ...(fresh.length > 0 ? [postRules(server, id, fresh, (r) => numbers.of(r))] : []),
    ...(gone.length > 0 ? [deleteRules(server, gone)] : []),
  ];
}

/** What the agent is told at one step of a move; of the other steps it learns nothing. */
export function callsOfStep(
  step: MoveStep,
  server: OffloadServer,
  id: string,
  { cores, ...rules }: RulesChange & { cores: readonly number[] },
): RestCall[] {
  if (step === "startCore" || step === "stopCore") return [changeCores(server, id, cores)];
  return step === "openQueue" ? nicRuleCalls(server, id, rules) : [];
}
