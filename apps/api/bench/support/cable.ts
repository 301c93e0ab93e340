import { spawnSync } from "node:child_process";
import { existsSync, writeFileSync } from "node:fs";

const [HERE, THERE] = ["p4tbench0", "p4tbench1"];

const ip = (...args: string[]): boolean => spawnSync("ip", args, { stdio: "ignore" }).status === 0;

/** Two interfaces of this machine with a cable between them; null where it cannot be laid (not root, not Linux). */
export function layCable() {
  if (!ip("link", "add", HERE, "type", "veth", "peer", "name", THERE)) return null;
  for (const end of [HERE, THERE]) {
    // the machine would send frames of its own, to look for neighbours and routers
    const own = `/proc/sys/net/ipv6/conf/${end}/disable_ipv6`;
    if (existsSync(own)) writeFileSync(own, "1");
    ip("link", "set", end, "up");
  }
  return { here: HERE, there: THERE, remove: () => ip("link", "del", HERE) };
}
