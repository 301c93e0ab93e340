import { DomainError } from "../errors.ts";
import type { EventLog } from "../events/eventLog.ts";
import { type Clock, found } from "../shared/service.ts";
import { stepDrift } from "./driftAlerts.ts";
import type { Looks } from "./looks.ts";
import type { AttachedSwitch, Intent, StoredSnapshot } from "./schema.ts";
import type { SwitchStore } from "./store.ts";

type Deps = {
  store: Pick<SwitchStore, "transaction" | "lock" | "setIntent">;
  attached: (id: string) => Promise<AttachedSwitch>;
  snapshotOf: (id: string) => Promise<StoredSnapshot>;
  judge: Looks["judge"];
  tellDrift: EventLog["drift"];
  clock: Clock;
};

/** Says that a snapshot of a switch is what it should hold; null: nothing is said. */
export function createSetIntent({ store, attached, snapshotOf, judge, tellDrift, clock }: Deps) {
  return async ({
    id,
    snapshotId,
    rule,
    by,
  }: {
    id: string;
    snapshotId: string | null;
    rule?: Intent["rule"] | undefined;
    by: string | null;
  }): Promise<AttachedSwitch> => {
    const { snapshotId: now } = await attached(id);
    const intended = snapshotId === null ? null : await snapshotOf(snapshotId);
    if (intended && intended.switchId !== id)
      throw new DomainError("bad_input", "This snapshot is of another switch.");
    const at = clock();
    const running = now === null ? null : await snapshotOf(now);
    const judged = intended && running ? await judge(intended.id, running.root) : null;
    await store.transaction(async (tx) => {
      const { intent: before } = found(await store.lock(tx, id), "switch", id);
      // what was told of the old intent is over, or goes on as a drift from the new one
      const ended =
        before && !intended
          ? stepDrift(before, null, at, { ending: "Nothing is intended of the switch any more." }).told
          : null;
      const said = before ?? { rule: "warning" as const, drift: null };
      const fresh = intended && {
        ...{ snapshotId: intended.id, setAt: at.toISOString(), setBy: by },
        ...{ rule: rule ?? said.rule, drift: said.drift },
      };
      const next = fresh && stepDrift(fresh, judged, at, { ruleBefore: said.rule });
      await store.setIntent(id, next?.intent ?? null, tx);
      const told = ended ?? next?.told;
      if (told) await tellDrift(tx, id, told, at);
    });
    return attached(id);
  };
}
