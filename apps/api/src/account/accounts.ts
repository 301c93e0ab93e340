import type { Auth } from "../auth/auth.ts";
import { createSessionStore } from "../auth/sessionStore.ts";
import type { Db } from "../database/client.ts";
import type { Mailer } from "../notifications/mailer.ts";
import type { Log } from "../observability/log.ts";
import type { Clock } from "../shared/service.ts";
import type { SystemService } from "../system/service.ts";
import type { TokenService } from "../tokens/service.ts";
import { createActorWatch } from "../users/actorWatch.ts";
import { createUserService } from "../users/service.ts";
import type { UserStore } from "../users/store.ts";
import type { WorkspaceService } from "../workspaces/service.ts";
import { createPasswords } from "./password.ts";
import { createPasswordReset } from "./passwordReset.ts";
import { createAccountService } from "./service.ts";
import { createTwoFactor } from "./twoFactor.ts";

type Deps = { db: Db; auth: Auth; clock: Clock; log: Log };
type Given = {
  store: UserStore;
  tokens: TokenService;
  mailer: Mailer;
  workspaces: Pick<WorkspaceService, "takeRoles">;
  system: Pick<SystemService, "settings">;
};

/** Everything about people and how they sign in, wired by hand. */
export function createAccounts(
  { db, auth, clock, log }: Deps,
  { store, tokens, mailer, workspaces, system }: Given,
) {
  const sessions = createSessionStore({ db });
  const actorWatch = createActorWatch({ holders: store.holders, log });
  const onChange = (): void => void actorWatch.recheck();
  const users = createUserService({
    ...{ store, sessions, auth, tokens, clock, onChange },
    twoFactorFrom: async () => (await system.settings()).twoFactorFrom,
  });
  const passwords = createPasswords({ auth, sessions });
  const twoFactor = createTwoFactor({ db, auth });
  const reset = createPasswordReset({ users, mailer, auth, log });
  auth.use({
    sendReset: ({ id }, token) => reset.send(id, token),
    takeRole: async (userId, given) => {
      await users.takeRole(userId, given);
      await workspaces.takeRoles(userId, given);
      onChange();
    },
    onPasswordReset: async (userId) => {
      await store.dropLinks(userId);
      await sessions.endOthers(userId, null);
      onChange();
    },
  });
  const account = createAccountService({
    users: { get: users.get, dropLinks: store.dropLinks },
    sessions,
    passwords,
    twoFactor,
    auth,
    mailReady: mailer.ready,
    onChange,
  });
  return { account, actorWatch, twoFactor, users };
}
