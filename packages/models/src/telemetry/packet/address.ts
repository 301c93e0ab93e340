/** An IP address as four 32-bit words; IPv4 uses word 0. */
export type IpAddress = { family: 4 | 6; words: Uint32Array };

export const formatIpv4 = (word: number): string =>
  `${word >>> 24}.${(word >>> 16) & 255}.${(word >>> 8) & 255}.${word & 255}`;

/** RFC 5952 text of the four words at `at`: lower case, the longest run of zero groups (two or more) as `::`. */
export function formatIpv6(words: Uint32Array, at: number): string {
  const groups: number[] = [];
  for (let i = 0; i < 4; i++) groups.push(words[at + i] >>> 16, words[at + i] & 0xffff);
  let bestStart = -1;
  let bestLength = 1;
  for (let i = 0; i < 8; i++) {
    let n = 0;
    while (i + n < 8 && groups[i + n] === 0) n++;
    if (n > bestLength) {
      bestStart = i;
      bestLength = n;
    }
  }
  const text = (part: number[]): string => part.map((g) => g.toString(16)).join(":");
  if (bestStart < 0) return text(groups);
  return `${text(groups.slice(0, bestStart))}::${text(groups.slice(bestStart + bestLength))}`;
}

/** Reads an IPv4 or IPv6 address; null when the text is neither. Zone ids are not accepted. */
export function parseIp(text: string): IpAddress | null {
  const v4 = parseIpv4(text);
  if (v4 !== null) return { family: 4, words: Uint32Array.of(v4, 0, 0, 0) };
  const words = parseIpv6(text);
  return words === null ? null : { family: 6, words };
}

function parseIpv4(text: string): number | null {
  const match = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(text);
  if (!match) return null;
  let word = 0;
  for (let i = 1; i <= 4; i++) {
    const byte = Number(match[i]);
    if (byte > 255) return null;
    word = word * 256 + byte;
  }
  return word;
}

function parseIpv6(text: string): Uint32Array | null {
  const halves = text.split("::");
  if (halves.length > 2) return null;
  const head = parseGroups(halves[0]);
  const tail = halves.length === 2 ? parseGroups(halves[1]) : [];
  if (head === null || tail === null) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  const groups = [...head, ...new Array<number>(missing).fill(0), ...tail];
  return Uint32Array.from({ length: 4 }, (_, i) => groups[2 * i] * 0x10000 + groups[2 * i + 1]);
}

function parseGroups(text: string): number[] | null {
  if (text === "") return [];
  const groups: number[] = [];
  const parts = text.split(":");
  for (const [i, part] of parts.entries()) {
    const v4 = i === parts.length - 1 ? parseIpv4(part) : null;
    if (v4 !== null) groups.push(v4 >>> 16, v4 & 0xffff);
    else if (/^[0-9a-fA-F]{1,4}$/.test(part)) groups.push(Number.parseInt(part, 16));
    else return null;
  }
  return groups;
}

/** One spelling per address, so that `::1` and `0:0::1` name the same exporter; other text stays as it is. */
export function normalAddress(text: string): string {
  const address = parseIp(text);
  if (address === null) return text;
  return address.family === 4 ? formatIpv4(address.words[0]) : formatIpv6(address.words, 0);
}

/** A CIDR block; a bare address is a block of one. Bits behind the prefix must not matter, so they are cut off. */
export type Cidr = { family: 4 | 6; words: Uint32Array; masks: Uint32Array; prefixBits: number };

export function parseCidr(text: string): Cidr | null {
  const [addressText, prefixText, ...rest] = text.split("/");
  const address = parseIp(addressText);
  if (address === null || rest.length > 0) return null;
  const width = address.family === 4 ? 32 : 128;
  if (prefixText !== undefined && !/^\d{1,3}$/.test(prefixText)) return null;
  const prefixBits = prefixText === undefined ? width : Number(prefixText);
  if (prefixBits > width) return null;
  const masks = new Uint32Array(4);
  for (let i = 0; i < width / 32; i++) {
    const bits = Math.min(32, Math.max(0, prefixBits - 32 * i));
    masks[i] = bits === 0 ? 0 : (0xffffffff << (32 - bits)) >>> 0;
  }
  return {
    family: address.family,
    words: address.words.map((w, i) => (w & masks[i]) >>> 0),
    masks,
    prefixBits,
  };
}
