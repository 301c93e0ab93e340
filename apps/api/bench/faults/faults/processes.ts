import type { ProcessRole } from "../../../src/roles.ts";
import { processRoles } from "../../../src/roles.ts";
import type { SystemProcess } from "../../../src/system/schema.ts";
import { type Fault, nothingToLift } from "../fault.ts";
import type { Lab } from "../lab.ts";
import { signal } from "../processes.ts";

/** The process that has a role, by what the product says of itself. */
async function pidOf({ client, product }: Lab, role: ProcessRole): Promise<number> {
  const all = await client.get<SystemProcess[]>("/system/processes");
  const pid = all.find((p) => p.roles.includes(role))?.pid ?? product.rootPids()[0];
  if (!pid) throw new Error(`no process has the role ${role}`);
  return pid;
}

const killed = (role: ProcessRole): Fault => ({
  ...{ id: `${role} killed`, on: "process", raises: ["process:"], holdMs: 0 },
  ...(role === "collector" ? { losesOpenWindows: true } : {}),
  async hurt(lab) {
    signal(await pidOf(lab, role), "SIGKILL");
    return nothingToLift;
  },
});

/** Long enough to be noticed, not so long that the supervisor ends it. */
const hung = (role: ProcessRole): Fault => ({
  ...{ id: `${role} hung`, on: "process", raises: ["process:"], holdMs: 8_000 },
  async hurt(lab) {
    const pid = await pidOf(lab, role);
    signal(pid, "SIGSTOP");
    return async () => signal(pid, "SIGCONT");
  },
});

export const processFaults: readonly Fault[] = [...processRoles.map(killed), ...processRoles.map(hung)];
