import type { Actor, Holder, Person } from "../auth/actor.ts";
import { allows, type RequiredRole } from "../auth/roles.ts";
import { DomainError } from "../errors.ts";
import type { Log } from "../observability/log.ts";
import { enter } from "../workspaces/enter.ts";

/** How soon a change by another process is noticed (our choice). */
const EVERY_MS = 5_000;

/** What a stream needs: a role, in a workspace. */
export type Needed = { required: RequiredRole; workspaceId: string };
type Watched = { actor: Actor; needed: Needed; end(reason: DomainError): void };
type Deps = {
  /** of these sessions and tokens those that still hold, with whom they stand for */
  holders(credentialIds: readonly string[], at: Date): Promise<Map<string, Holder>>;
  log: Log;
};

const ended = (): DomainError => new DomainError("unauthenticated", "Your session has ended. Sign in again.");

/** Why somebody whose session holds may no longer have what they watch; null when they may. */
function lostBy(person: Person, { required, workspaceId }: Needed): DomainError | null {
  const now = enter(person, { named: null, chosen: workspaceId });
  if (now.workspaceId !== workspaceId)
    return new DomainError("forbidden", "You are no longer a member of this workspace.");
  if (allows(now.actor.role, required)) return null;
  return new DomainError("forbidden", `This needs the role ${required}; yours is now ${now.actor.role}.`);
}

/**
 * Ends what lasts longer than a request (streams) soon after its session or token, or the account behind it,
 * no longer allows it: at once for a change in this process, within 5 s for one in another. One query serves
 * all who are watched.
 */
export function createActorWatch({ holders, log }: Deps) {
  const watched = new Set<Watched>();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> = Promise.resolve();

  const check = async (): Promise<void> => {
    const all = [...watched];
    if (all.length === 0) return;
    const holding = await holders([...new Set(all.map(({ actor }) => actor.credentialId))], new Date());
    for (const one of all) {
      const holder = holding.get(one.actor.credentialId);
      const reason = holder ? lostBy({ ...one.actor, ...holder }, one.needed) : ended();
      if (reason) one.end(reason);
    }
  };
  /** After the checks before it; while the database does not answer, everybody keeps what they have. */
  const recheck = (): Promise<void> => {
    running = running
      .then(check)
      .catch((error: unknown) => log.warn({ error }, "could not ask whether those who watch still may"));
    return running;
  };

  return {
    /** Calls `end` once, when the actor may no longer have what is needed; returns what stops the watch. */
    watch(actor: Actor, needed: Needed, end: (reason: DomainError) => void): () => void {
      const stop = (): void => {
        watched.delete(one);
        if (watched.size > 0 || !timer) return;
        clearInterval(timer);
        timer = null;
      };
      const one: Watched = {
        actor,
        needed,
        end: (reason) => {
          stop();
          end(reason);
        },
      };
      watched.add(one);
      timer ??= setInterval(() => void recheck(), EVERY_MS).unref();
      return stop;
    },

    /** Something about accounts or sessions changed here. */
    recheck,
  };
}
