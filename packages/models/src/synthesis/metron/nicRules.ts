import { changeOf } from "../offload/backups.ts";
import type { DeviceRule } from "../offload/deviceRule.ts";
import type { OffloadServer } from "../offload/network.ts";
import { changeCores, deleteRules, postRules, type RestCall } from "./messages.ts";
import type { MoveStep } from "./moveOrder.ts";

/** What the agent of `server` is told when the rules of its NIC change from `before` to `after`. */
export function nicRuleCalls(
  server: OffloadServer,
  id: string,
  before: readonly DeviceRule[],
  after: readonly DeviceRule[],
): RestCall[] {
  const own = (r: DeviceRule): boolean => r.device === `${server.id}/${server.nic.id}`;
  const { added, removed, changed } = changeOf(before.filter(own), after.filter(own));
  const fresh = [...added, ...changed.map((c) => c.after)];
  const gone = removed.map((r) => r.id);
  return [
    ...(fresh.length > 0 ? [postRules(server, id, fresh)] : []),
    ...(gone.length > 0 ? [deleteRules(server, gone)] : []),
  ];
}

/** What the agent is told at one step of a move; of the other steps it learns nothing. */
export function callsOfStep(
  step: MoveStep,
  server: OffloadServer,
  id: string,
  { before, after, cores }: { before: readonly DeviceRule[]; after: readonly DeviceRule[]; cores: number },
): RestCall[] {
  if (step === "startCore" || step === "stopCore") return [changeCores(server, id, cores)];
  return step === "openQueue" ? nicRuleCalls(server, id, before, after) : [];
}
