import { existsSync, statSync } from "node:fs";
import { isIP } from "node:net";
import { join } from "node:path";

/** Texts of the examples in deploy/ and .env.example: whoever reads the repository knows them. */
const EXAMPLE = /change[ -_]?me/i;
/** A secret of fewer different characters was typed, not drawn (our choice; 32 random characters have about 20). */
const MIN_DIFFERENT = 10;

const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || (isIP(host) === 4 && host.startsWith("127."));

type Exposed = {
  HOST: string;
  ROLES: readonly string[];
  BASE_URL?: string | undefined;
  DATABASE_URL?: string | undefined;
  AUTH_SECRET?: string | undefined;
  METRICS_TOKEN?: string | undefined;
  NATS_URL?: readonly string[] | undefined;
};

/** Settings that are valid one by one and let others in together. */
export function exposureProblems(value: Exposed): string[] {
  const { HOST, BASE_URL, AUTH_SECRET, DATABASE_URL, METRICS_TOKEN, NATS_URL = [] } = value;
  const problems: string[] = [];
  for (const [name, secret] of Object.entries({ AUTH_SECRET, METRICS_TOKEN })) {
    if (secret === undefined) continue;
    if (EXAMPLE.test(secret) || new Set(secret).size < MIN_DIFFERENT)
      problems.push(`${name}: this is an example or easily guessed; make one with: openssl rand -base64 32`);
  }
  const passwords = [DATABASE_URL, ...NATS_URL].filter((url) => url !== undefined);
  if (passwords.some((url) => EXAMPLE.test(url)))
    problems.push("DATABASE_URL or NATS_URL: the password is the one of the example; choose another");
  if (value.ROLES.includes("http") && !isLoopback(HOST) && !BASE_URL)
    problems.push(
      `HOST=${HOST}: opens P4Twin to the network; set BASE_URL to the address that people use, e.g. https://p4twin.example.org`,
    );
  return problems;
}

/** What works but should be known. */
export function exposureWarnings({
  baseUrl,
  metricsOpen,
}: {
  baseUrl: string;
  metricsOpen: boolean;
}): string[] {
  const { protocol, hostname } = new URL(baseUrl);
  return [
    ...(protocol === "http:" && !isLoopback(hostname)
      ? [
          `BASE_URL=${baseUrl}: passwords and sessions cross the network unencrypted; put a reverse proxy with TLS in front (docs/18-edge.md)`,
        ]
      : []),
    ...(metricsOpen ? ["METRICS=open: everybody who reaches this server reads its metrics"] : []),
  ];
}

/** Files with secrets that others on this machine can read. */
export function fileProblems(files: { dataDir: string; root: string }): string[] {
  if (process.platform === "win32") return [];
  const secrets = [
    join(files.dataDir, "auth-secret"),
    join(files.dataDir, "postgres.json"),
    join(files.root, ".env"),
  ];
  return secrets.flatMap((file) =>
    existsSync(file) && (statSync(file).mode & 0o077) !== 0
      ? [`${file}: others on this machine can read it; run: chmod 600 ${file}`]
      : [],
  );
}

/** True for an origin that P4Twin may be opened at: a scheme and a host, nothing behind. */
export const isOrigin = (text: string): boolean => {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.origin === text.replace(/\/$/, "");
};
