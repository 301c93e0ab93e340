import { readFileSync } from "node:fs";

const FILE = "/proc/net/netstat";

/**
 * Packets that this machine has dropped for a wrong IPv4 header checksum since it started, as the kernel counts
 * them; null where it does not tell. Reports with an outer checksum of 0 are among them.
 */
export function checksumDrops(read: () => string = () => readFileSync(FILE, "utf8")): number | null {
  let text: string;
  try {
    text = read();
  } catch {
    return null;
  }
  const [names = [], values = []] = text
    .split("\n")
    .filter((line) => line.startsWith("IpExt:"))
    .map((line) => line.split(" "));
  const at = names.indexOf("InCsumErrors");
  const value = Number(values[at]);
  return at > 0 && Number.isFinite(value) ? value : null;
}
