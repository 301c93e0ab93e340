import { AsyncLocalStorage } from "node:async_hooks";

/** For whom something is done. `by` null: the product itself. `signal` aborts when the caller has left. */
export type Caller = { by: string | null; signal: AbortSignal | undefined };

const callers = new AsyncLocalStorage<Caller>();
const product: Caller = { by: null, signal: undefined };

/** Runs `work` for a caller: whatever it starts takes of that caller's share. */
export const asCaller = <T>(caller: Caller, work: () => T): T => callers.run(caller, work);

/** For whom the present work is done; the product itself when nobody asked. */
export const currentCaller = (): Caller => callers.getStore() ?? product;

/** Runs what others may wait for as well: it takes of the caller's share, and goes on when the caller leaves. */
export const forAll = <T>(work: () => T): T => asCaller({ by: currentCaller().by, signal: undefined }, work);
