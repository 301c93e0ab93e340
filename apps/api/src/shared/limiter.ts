import { isIPv6 } from "node:net";

/** Counts uses of a key in fixed windows. `nowMs` is of a clock that never steps. */
export type Limiter = {
  /** Takes one use; answers 0, or how long (ms) until the key has uses again. */
  take(key: string, nowMs: number): number;
  /** Gives one use back: it was none of those that are bounded. */
  giveBack(key: string): void;
};

/** Keys that are remembered (our choice): some 10 MB. The one whose window began first makes room. */
const MAX_KEYS = 50_000;

/** At most `uses` of each key within `windowMs`. Memory is bounded under any number of keys. */
export function createLimiter(
  { uses, windowMs }: { uses: number; windowMs: number },
  maxKeys = MAX_KEYS,
): Limiter {
  // in the order in which the windows began
  const windows = new Map<string, { start: number; used: number }>();
  return {
    take(key, nowMs) {
      const current = windows.get(key);
      if (current && nowMs - current.start < windowMs) {
        if (current.used >= uses) return current.start + windowMs - nowMs;
        current.used += 1;
        return 0;
      }
      windows.delete(key);
      if (windows.size >= maxKeys) for (const first of windows.keys()) if (windows.delete(first)) break;
      windows.set(key, { start: nowMs, used: 1 });
      return 0;
    },
    giveBack(key) {
      const current = windows.get(key);
      if (current && current.used > 0) current.used -= 1;
    },
  };
}

/** What counts as one client: an IPv4 address; of IPv6 the network of 64 bits, which one machine has to itself. */
export function clientKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(ip)) return ip;
  const [head = "", tail] = ip.split("%")[0]?.split("::") ?? [];
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) {
    const behind = tail === "" ? 0 : tail.split(":").length;
    while (groups.length + behind < 8) groups.push("0");
    groups.push(...(tail === "" ? [] : tail.split(":")));
  }
  return `${groups
    .slice(0, 4)
    .map((g) => Number.parseInt(g, 16).toString(16))
    .join(":")}::/64`;
}
