import { readFile } from "node:fs/promises";
import type { ConnectionOptions } from "@nats-io/transport-node";
import { credsAuthenticator, usernamePasswordAuthenticator } from "@nats-io/transport-node";

/**
 * How a process proves to NATS who it is, and how it knows the server. Files are read at each connection:
 * they may be renewed.
 */
export type NatsAccess = {
  login: { user: string; password: string } | { credsFile: string } | null;
  /** null: as the server says; with it a server without TLS is refused */
  tls: { caFile?: string; certFile?: string; keyFile?: string } | null;
};

export type NatsAccessSettings = {
  NATS_URL?: readonly string[] | undefined;
  NATS_USER?: string | undefined;
  NATS_PASSWORD?: string | undefined;
  NATS_CREDS?: string | undefined;
  NATS_TLS_CA?: string | undefined;
  NATS_TLS_CERT?: string | undefined;
  NATS_TLS_KEY?: string | undefined;
};

/** What contradicts itself in the settings, each with its remedy. */
export function natsAccessProblems(given: NatsAccessSettings): string[] {
  const { NATS_URL = [], NATS_USER, NATS_PASSWORD, NATS_CREDS, NATS_TLS_CERT, NATS_TLS_KEY } = given;
  return [
    ...(NATS_URL.some((url) => new URL(url).username !== "")
      ? ["NATS_URL: give user and password as NATS_USER and NATS_PASSWORD, where no log repeats them"]
      : []),
    ...((NATS_USER === undefined) === (NATS_PASSWORD === undefined)
      ? []
      : ["NATS_USER and NATS_PASSWORD: set both, or neither"]),
    ...(NATS_USER !== undefined && NATS_CREDS !== undefined
      ? ["NATS_CREDS: leave it out, or NATS_USER and NATS_PASSWORD; a process signs in one way"]
      : []),
    ...((NATS_TLS_CERT === undefined) === (NATS_TLS_KEY === undefined)
      ? []
      : ["NATS_TLS_CERT and NATS_TLS_KEY: set both, or neither"]),
  ];
}

/** TLS is required when an address begins with tls:// or a file of it is named. */
export function natsAccess(given: NatsAccessSettings): NatsAccess {
  const { NATS_URL = [], NATS_USER, NATS_PASSWORD, NATS_CREDS } = given;
  const files = { caFile: given.NATS_TLS_CA, certFile: given.NATS_TLS_CERT, keyFile: given.NATS_TLS_KEY };
  const named = Object.fromEntries(Object.entries(files).filter(([, file]) => file !== undefined));
  const wanted = NATS_URL.some((url) => url.startsWith("tls://")) || Object.keys(named).length > 0;
  return {
    login:
      NATS_CREDS !== undefined
        ? { credsFile: NATS_CREDS }
        : NATS_USER !== undefined
          ? { user: NATS_USER, password: NATS_PASSWORD ?? "" }
          : null,
    tls: wanted ? named : null,
  };
}

/** The part of the client's options that is about access. Throws when a file cannot be read. */
export async function accessOptions({ login, tls }: NatsAccess): Promise<ConnectionOptions> {
  const authenticator =
    login === null
      ? null
      : "credsFile" in login
        ? credsAuthenticator(await readFile(login.credsFile))
        : usernamePasswordAuthenticator(login.user, login.password);
  return { ...(authenticator ? { authenticator } : {}), ...(tls ? { tls } : {}) };
}
