import { createHash, timingSafeEqual } from "node:crypto";
import { BlockList, isIPv6 } from "node:net";
import type { FastifyRequest } from "fastify";
import { DomainError } from "../errors.ts";
import { bearerOf } from "../shared/headers.ts";
import { needsNoLookup } from "./hosts.ts";

/**
 * Who may read `/metrics`: programs on this machine, everybody, nobody; and, unless it is nobody, whoever
 * sends the token.
 */
export type MetricsAccess = { open: "loopback" | "open" | "off"; token: string | null };

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();

/** What a proxy on this machine passes on is not of this machine. */
const fromThisMachine = ({ raw, headers }: FastifyRequest): boolean => {
  const peer = raw.socket.remoteAddress ?? "";
  const forwarded = headers["x-forwarded-for"] ?? headers.forwarded ?? headers["x-real-ip"] ?? headers.via;
  return (
    forwarded === undefined &&
    needsNoLookup(headers.host ?? "localhost") &&
    loopback.check(peer, isIPv6(peer) ? "ipv6" : "ipv4")
  );
};

/** Throws unless this request may read the metrics. Asks no database: metrics are for when that is gone. */
export function refuseMetrics(request: FastifyRequest, { open, token }: MetricsAccess): void {
  if (open === "off") throw new DomainError("not_found", "Metrics are switched off (METRICS=off).");
  if (open === "open") return;
  const given = bearerOf(request.headers);
  if (token !== null && given !== null && timingSafeEqual(digest(given), digest(token))) return;
  if (fromThisMachine(request)) return;
  throw new DomainError(
    "unauthenticated",
    "Metrics are read on this machine, or with Authorization: Bearer and the METRICS_TOKEN of this server.",
  );
}
