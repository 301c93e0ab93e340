import { z } from "zod";
import { type Auth, createAuth } from "./auth/auth.ts";
import { secretOf } from "./auth/secret.ts";
import { createSessionStore } from "./auth/sessionStore.ts";
import type { Config } from "./config.ts";
import { createDatabaseClient, type Db } from "./database/client.ts";
import type { Log } from "./observability/log.ts";
import { createTokenService } from "./tokens/service.ts";
import { createTokenStore } from "./tokens/store.ts";
import { createUserService, type UserService } from "./users/service.ts";
import { createUserStore } from "./users/store.ts";

const KEY = "ownerSignedInAt";

/** Notes that the owner has signed in: from then on no link is printed unasked. */
export async function noteOwnerSignIn(db: Db, userId: string, at: Date): Promise<void> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { role: true } });
  if (user?.role !== "owner") return;
  const value = at.toISOString();
  await db.setting.upsert({ where: { key: KEY }, create: { key: KEY, value }, update: {} });
}

/**
 * The owner's one-time sign-in link: on the first start (which makes the account), on later ones as long as
 * the owner never signed in, and whenever it is asked for. Null otherwise. Each link replaces the one before.
 */
export async function ownerLink(db: Db, users: UserService, asked: boolean): Promise<string | null> {
  const owner = await users.ensureOwner();
  const row = await db.setting.findUnique({ where: { key: KEY } });
  if (!asked && z.string().safeParse(row?.value).success) return null;
  return (await users.linkFor(owner, { terminal: true })).url;
}

/** The addresses at which this server is opened besides BASE_URL: on this machine, and those that are set. */
export const originsOf = ({ port, origins }: Config): string[] => [
  `http://localhost:${port}`,
  `http://127.0.0.1:${port}`,
  ...origins,
];

/** Sign-in as it is configured. */
export const authFor = async (config: Config, db: Db, log: Log): Promise<Auth> =>
  createAuth(
    {
      baseUrl: config.baseUrl,
      secret: await secretOf(config),
      trustedOrigins: [config.baseUrl, ...originsOf(config)],
      oidc: config.oidc,
    },
    { db, log, onSignIn: (userId) => noteOwnerSignIn(db, userId, new Date()) },
  );

/** A new one-time link for the owner, made beside a server that runs. */
export async function newOwnerLink(config: Config, databaseUrl: string, log: Log): Promise<string | null> {
  const client = createDatabaseClient(databaseUrl, 2);
  try {
    const { db } = client;
    const auth = await authFor(config, db, log);
    const clock = (): Date => new Date();
    const [store, sessions] = [createUserStore({ db }), createSessionStore({ db })];
    const tokens = createTokenService({ store: createTokenStore({ db }), actorOf: store.actor, clock });
    const users = createUserService({
      ...{ store, sessions, auth, tokens, clock, onChange: () => {} },
      twoFactorFrom: async () => null,
    });
    return await ownerLink(db, users, true);
  } finally {
    await client.close();
  }
}
