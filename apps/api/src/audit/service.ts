import type { Person } from "../auth/actor.ts";
import type { Db } from "../database/client.ts";
import { DomainError } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import type { Clock } from "../shared/service.ts";
import { RETENTION_ACTION, verifyChain } from "./chain.ts";
import { idsOf, nameOf, readObject, ruleOf } from "./objects.ts";
import { forLog, MAX_INPUT_BYTES, MAX_STATE_BYTES } from "./redact.ts";
import { createSampler } from "./sampler.ts";
import {
  type AuditEntry,
  type AuditFilter,
  type AuditHead,
  type AuditPage,
  type AuditProof,
  DONE,
  type NewAuditEntry,
} from "./schema.ts";
import type { AuditStore } from "./store.ts";

/** Refused calls and failed sign-ins that are noted one by one in a minute (our choice); of more, their number is. */
const REFUSED = { uses: 200, windowMs: 60_000 };
/** A change that takes longer than this was ended with its process (our choice: the longest jobs answer at once). */
const LOST_AFTER_MS = 15 * 60_000;
const DAY_MS = 86_400_000;

type Deps = { store: AuditStore; db: Db; clock: Clock; log: Log; retentionDays(): Promise<number | null> };

/** Who, and by which session or token (`credentialId` is its id, not its secret). */
type AuditPerson = Pick<Person, "id" | "name"> & { via?: string; credentialId?: string };
/** Who calls, and from where. */
export type AuditCaller = {
  actor: AuditPerson | null;
  address: string;
  userAgent: string | null;
  workspaceId: string | null;
};
export type AuditedCall = AuditCaller & { action: string; input: unknown };
/** How a call ended: `answer` when it was done, else the code of the refusal. */
export type CallEnd = { outcome: string; answer: unknown };

/** The audit log: written around every change, read, proved and kept in bounds. */
export function createAuditService({ store, db, clock, log, retentionDays }: Deps) {
  const entryOf = (
    caller: AuditCaller,
    rest: Partial<NewAuditEntry> & { action: string },
  ): NewAuditEntry => ({
    at: clock().toISOString(),
    actorId: caller.actor?.id ?? null,
    actorName: caller.actor?.name ?? null,
    via: [caller.actor?.via, caller.actor?.credentialId].filter(Boolean).join(" ") || null,
    address: caller.address,
    userAgent: caller.userAgent,
    workspaceId: caller.workspaceId,
    objectKind: null,
    objectId: null,
    objectName: null,
    outcome: DONE,
    times: 1,
    before: null,
    after: null,
    input: null,
    ...rest,
  });

  const nobody: AuditCaller = { actor: null, address: "", userAgent: null, workspaceId: null };
  const summing = (action: string) =>
    createSampler(REFUSED, (times) =>
      store
        .append(entryOf({ ...nobody }, { action, address: null, outcome: "refused", times }))
        .catch((error: unknown) =>
          log.error({ error, action, times }, "refused attempts could not be noted"),
        ),
    );
  // whoever guesses passwords must not hide who tries what as a member, nor the other way round
  const samplers = { calls: summing("refused calls"), signIns: summing("failed sign-ins") };

  const states = async (call: AuditedCall, answer: unknown) => {
    const rule = ruleOf(call.action);
    if (!rule || !call.workspaceId) return { kind: rule?.kind ?? null, ids: [], name: null, state: null };
    const ids = idsOf(rule, call.workspaceId, call.input, answer);
    const found: Record<string, unknown>[] = [];
    for (const id of ids) {
      const state = await readObject(db, rule, id, call.workspaceId);
      if (state) found.push(state);
    }
    const state = found.length > 1 ? found : (found[0] ?? null);
    return { kind: rule.kind, ids, name: nameOf(found[0] ?? null), state: forLog(state, MAX_STATE_BYTES) };
  };

  return {
    /**
     * Runs a change and writes its entry. It is noted as begun first: when the process ends before the entry
     * is written, `housekeep` writes one with the outcome `unknown`. Throws, and changes nothing, when it
     * cannot be noted.
     */
    async around<T>(call: AuditedCall, run: () => Promise<T>, endOf: (result: T) => CallEnd): Promise<T> {
      // nobody changes anything: their calls are refused, and a flood of them must cost little
      const before = call.actor && (await states(call, null));
      const begun = entryOf(call, {
        action: call.action,
        objectKind: before?.kind ?? null,
        objectId: before?.ids[0] ?? null,
        input: forLog(call.input, MAX_INPUT_BYTES),
      });
      const pending = before && (await store.begin(begun));
      const settle = async ({ outcome, answer }: CallEnd): Promise<void> => {
        if (outcome === DONE) {
          const after = await states(call, answer);
          // what names nobody among people concerns whoever asks
          const own = after.kind === "user" && after.ids.length === 0 ? call.actor : null;
          await store.settle(pending, {
            ...begun,
            objectId: after.ids[0] ?? begun.objectId ?? own?.id ?? null,
            objectName: after.name ?? before?.name ?? own?.name ?? null,
            before: before?.state ?? null,
            after: after.state,
          });
        } else if (samplers.calls.take()) await store.settle(pending, { ...begun, outcome });
        else await store.forget(pending);
      };
      const settled = (end: CallEnd): Promise<void> =>
        // what was done is done: that it began is noted, and `housekeep` writes it down
        settle(end).catch((error: unknown) =>
          log.error({ error, action: call.action }, "an entry of the audit log could not be completed"),
        );
      try {
        const result = await run();
        await settled(endOf(result));
        return result;
      } catch (error) {
        await settled({ outcome: error instanceof DomainError ? error.code : "failed", answer: null });
        throw error;
      }
    },

    /**
     * What is no procedure: sign-ins and what else `/api/auth` does. Failed ones beyond a number a minute are summed.
     */
    async note(
      caller: AuditCaller,
      entry: { action: string; outcome: string; input?: unknown },
    ): Promise<void> {
      if (entry.outcome !== DONE && !samplers.signIns.take()) return;
      const { actor } = caller;
      const who = actor && { objectKind: "user", objectId: actor.id, objectName: actor.name };
      const input = forLog(entry.input, MAX_INPUT_BYTES);
      await store.append(entryOf(caller, { ...entry, ...who, input }));
    },

    async page(filter: AuditFilter, before: number | null, limit: number): Promise<AuditPage> {
      if (filter.from && filter.to && filter.from >= filter.to)
        throw new DomainError("bad_input", "The range of time ends before it begins.");
      const found = await store.page(filter, before, limit + 1);
      const entries = found.slice(0, limit);
      return { entries, next: found.length > limit ? (entries.at(-1)?.seq ?? null) : null };
    },

    all: (filter: AuditFilter): AsyncGenerator<AuditEntry> => store.all(filter),

    verify: (noted: readonly AuditHead[]): Promise<AuditProof> => verifyChain(store.all({}), noted),

    /** Writes down what a process that ended left open, and takes away what is older than the retention. */
    async housekeep(): Promise<void> {
      const now = clock().getTime();
      await store.sweep(new Date(now - LOST_AFTER_MS));
      const days = await retentionDays();
      if (days === null) return;
      await store.prune(new Date(now - days * DAY_MS), (after) =>
        entryOf(nobody, { action: RETENTION_ACTION, address: null, after, input: { days } }),
      );
    },

    /** Writes down what was summed so far. */
    async flush(): Promise<void> {
      await samplers.calls.end();
      await samplers.signIns.end();
    },
  };
}
export type AuditService = ReturnType<typeof createAuditService>;
