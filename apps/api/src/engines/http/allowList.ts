import { BlockList, isIP, SocketAddress } from "node:net";

/** One entry: a host name, an address or a network (`10.0.0.0/8`), each with a port of its own when one is given. */
type Entry = { text: string; host: string; port: number | null; bits: number | null };

/** Whom the server may ask: names decide by themselves, private addresses only when they are listed as addresses. */
export type AllowList = {
  /** why a URL may not be asked, null when it may, as far as its text tells */
  refuses(url: URL): string | null;
  /** why the address that the URL's host stands for may not be asked, null when it may */
  refusesAddress(address: string, url: URL): string | null;
};

const reserved = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  reserved.addSubnet(network, bits, "ipv4");
}
for (const [network, bits] of [
  ["::", 96],
  ["64:ff9b::", 96],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["ff00::", 8],
] as const) {
  reserved.addSubnet(network, bits, "ipv6");
}

const family = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");
const bare = (host: string): string => host.replace(/^\[|\]$/g, "").toLowerCase();
const portOf = (url: URL): number => Number(url.port) || (url.protocol === "https:" ? 443 : 80);

/** Entries of an administrator's list, or why one cannot be read. */
export function readAllowList(texts: readonly string[]): { list: AllowList; problems: string[] } {
  const read = texts.map((text) => ({ text, entry: entryOf(text.trim()) }));
  const problems = read.flatMap(({ text, entry }) =>
    entry ? [] : [`"${text}" is not a host: write engines.example.org, 10.0.0.5, 10.0.0.0/8 or host:8080`],
  );
  const entries = read.flatMap(({ entry }) => (entry ? [entry] : []));
  const remedy = "an owner can allow it under Engines, Allowed hosts";
  return {
    problems,
    list: {
      refuses(url) {
        if (url.protocol !== "http:" && url.protocol !== "https:")
          return "an engine's address begins with http:// or https://";
        if (url.username || url.password) return "an engine's address carries no user name or password";
        const host = bare(url.hostname);
        const listed = entries.some((entry) => matches(entry, host, portOf(url)));
        return listed ? null : `${url.host} is not among the allowed hosts; ${remedy}`;
      },
      refusesAddress(address, url) {
        if (!reserved.check(address, family(address))) return null;
        const listed = entries.some((entry) => isIP(entry.host) > 0 && matches(entry, address, portOf(url)));
        return listed
          ? null
          : `${url.hostname} resolves to the private address ${address}, which is not listed itself; ${remedy}`;
      },
    },
  };
}

function entryOf(text: string): Entry | null {
  const match =
    /^(?:\[(?<six>[0-9a-f:.]+)\]|(?<host>[a-z0-9.-]+|[0-9a-f:.]*:[0-9a-f:.]*:[0-9a-f:.]*))(?:\/(?<bits>\d{1,3}))?(?::(?<port>\d{1,5}))?$/i.exec(
      text,
    );
  const groups = match?.groups;
  if (!groups) return null;
  const host = (groups.six ?? groups.host ?? "").toLowerCase();
  const bits = groups.bits === undefined ? null : Number(groups.bits);
  const port = groups.port === undefined ? null : Number(groups.port);
  if (port !== null && (port < 1 || port > 65_535)) return null;
  if (bits !== null && (isIP(host) === 0 || bits > (isIP(host) === 6 ? 128 : 32))) return null;
  return { text, host, port, bits };
}

function matches({ host, port, bits }: Entry, asked: string, askedPort: number): boolean {
  if (port !== null && port !== askedPort) return false;
  if (isIP(host) === 0 || isIP(asked) === 0) return host === asked;
  if (family(host) !== family(asked)) return false;
  const net = new BlockList();
  if (bits === null) net.addAddress(new SocketAddress({ address: host, family: family(host) }));
  else net.addSubnet(host, bits, family(host));
  return net.check(asked, family(asked));
}
