import { isIP } from "node:net";
import type { FastifyRequest } from "fastify";
import { DomainError } from "../errors.ts";

/** The name in a Host header, without its port and brackets. */
const nameOf = (host: string): string => {
  const name = host.startsWith("[") ? host.slice(1, host.indexOf("]")) : (host.split(":")[0] ?? "");
  return name.toLowerCase();
};

/**
 * True for `localhost` and for addresses: they are not looked up, so that nobody can make them mean another machine.
 */
export const needsNoLookup = (host: string): boolean => {
  const name = nameOf(host);
  return name === "localhost" || isIP(name) > 0;
};

/**
 * Refuses a request whose Host header names a machine that P4Twin does not answer for: a page whose name was
 * made to lead here (DNS rebinding) would otherwise count as our own.
 */
export function refuseOtherHosts(request: FastifyRequest, origins: ReadonlySet<string>): void {
  const { host } = request;
  if (needsNoLookup(host)) return;
  for (const origin of origins) if (new URL(origin).host === host.toLowerCase()) return;
  throw new DomainError(
    "misdirected",
    `P4Twin does not answer for the host ${host}. Open the address of BASE_URL, or add this one to TRUSTED_ORIGINS.`,
  );
}
