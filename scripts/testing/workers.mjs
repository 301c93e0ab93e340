// How many test files run at once: one more than there are cores, because many wait for processes, sockets and timers.
import { availableParallelism } from "node:os";

/** Every project names it: a project does not take it from the root, and alone would run one file after the other. */
export const maxWorkers = availableParallelism() + 1;
