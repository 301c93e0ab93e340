import type { FastifyRequest } from "fastify";
import { DomainError } from "../errors.ts";
import { bearerOf } from "../shared/headers.ts";

/** Methods that change nothing: no procedure behind a GET does. */
const safeMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/** One value of a header that may come once only; two of them are one that matches nothing. */
const one = (value: string | string[] | undefined): string | null =>
  value === undefined ? null : Array.isArray(value) ? value.join(",") : value;

/**
 * Refuses what a page of another origin sends with the cookie of a person who is signed in here. Another port
 * of the same host is another origin, though cookies do not tell them apart. A token is not sent by browsers
 * by themselves: its requests need no check.
 */
export function refuseOtherOrigins(request: FastifyRequest, origins: ReadonlySet<string>): void {
  if (bearerOf(request.headers)) return;
  const site = one(request.headers["sec-fetch-site"]);
  const origin = one(request.headers.origin);
  const hasCookie = request.headers.cookie !== undefined;
  if (safeMethods.has(request.method)) {
    // a link from elsewhere may open a page or a download; a script of elsewhere may not make us work for it
    const navigates = one(request.headers["sec-fetch-mode"]) === "navigate";
    if (hasCookie && !navigates && (site === "cross-site" || site === "same-site")) throw foreign(site);
    return;
  }
  if (site !== null && site !== "same-origin" && site !== "none") throw foreign(site);
  if (origin !== null && !origins.has(origin))
    throw new DomainError(
      "forbidden",
      `A page of ${origin} may not change anything here. If people open P4Twin at that address, set BASE_URL to it or add it to TRUSTED_ORIGINS.`,
    );
  if (hasCookie && site === null && origin === null)
    throw new DomainError(
      "forbidden",
      "A change with a session cookie needs the header Origin, which browsers send. Scripts use an API token.",
    );
}

const foreign = (site: string): DomainError =>
  new DomainError("forbidden", `A page of another origin (${site}) may not use your session.`);
