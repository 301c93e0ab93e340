import type { IncomingHttpHeaders } from "node:http";

/** Node's header object as web `Headers`. */
export function toHeaders(incoming: IncomingHttpHeaders): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming)) {
    // pseudo headers of HTTP/2 are none of the web's
    if (value === undefined || name.startsWith(":")) continue;
    for (const one of Array.isArray(value) ? value : [value]) headers.append(name, one);
  }
  return headers;
}

/** The token of `Authorization: Bearer …`; null without one. */
export const bearerOf = ({ authorization }: { authorization?: string | null }): string | null =>
  /^Bearer\s+(\S+)$/i.exec(authorization ?? "")?.[1] ?? null;
