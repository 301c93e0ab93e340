import type { ProcessRole } from "../../../src/roles.ts";
import { processRoles } from "../../../src/roles.ts";
import { type Fault, nothingToLift } from "../fault.ts";
import { signal } from "../processes.ts";

const killed = (role: ProcessRole): Fault => ({
  ...{ id: `${role} killed`, on: "process", raises: ["process:"], holdMs: 0 },
  ...(role === "collector" ? { losesOpenWindows: true } : {}),
  async hurt(_lab, _random, pids) {
    signal(pids[role], "SIGKILL");
    return nothingToLift;
  },
});

/** Long enough to be noticed, not so long that the supervisor ends it. */
const hung = (role: ProcessRole): Fault => ({
  ...{ id: `${role} hung`, on: "process", raises: ["process:"], holdMs: 8_000 },
  async hurt(_lab, _random, pids) {
    signal(pids[role], "SIGSTOP");
    return async () => signal(pids[role], "SIGCONT");
  },
});

export const processFaults: readonly Fault[] = [...processRoles.map(killed), ...processRoles.map(hung)];
