import { networkInterfaces } from "node:os";
import { parseIp } from "@p4twin/models/telemetry";

const LOOK_EVERY_MS = 10_000;

/** Which IPv4 destinations the sockets of this collector receive: addresses of the machine that they are bound to. */
export function createOwnAddresses(host: string): (address: number) => boolean {
  const bound = parseIp(host)?.words[0] ?? 0;
  let own = new Set<number>();
  let nextMs = 0;
  const look = (): void => {
    const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
    own = new Set(
      all.flatMap(({ address, family }) => (family === "IPv4" ? [parseIp(address)?.words[0] ?? 0] : [])),
    );
  };
  return (address) => {
    if (bound !== 0) return address === bound;
    const nowMs = performance.now();
    if (nowMs >= nextMs) {
      nextMs = nowMs + LOOK_EVERY_MS;
      look();
    }
    return own.has(address);
  };
}
