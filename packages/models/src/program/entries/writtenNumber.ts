/**
 * A value as controllers write it: decimal, `0x`, `0b`, an IPv4, IPv6 or MAC address, true or false;
 * null when it is none of them.
 */
export function writtenNumber(value: unknown): bigint | null {
  if (typeof value === "number" && Number.isSafeInteger(value)) return BigInt(value);
  if (typeof value === "boolean") return value ? 1n : 0n;
  const text = String(value).trim();
  if (/^(-?\d+|0x[\da-f]+|0b[01]+)$/i.test(text)) return BigInt(text.toLowerCase());
  if (text === "true" || text === "false") return text === "true" ? 1n : 0n;
  if (/^\d{1,3}(\.\d{1,3}){3}$/.test(text)) return joined(text.split(".").map(Number), 8);
  if (/^[\da-f]{1,2}(:[\da-f]{1,2}){5}$/i.test(text)) return joined(text.split(":").map(hex), 8);
  if (/^[\da-f:]*::?[\da-f:]*$/i.test(text)) return ipv6(text);
  return null;
}

const hex = (digits: string): number => Number.parseInt(digits, 16);

function joined(parts: readonly number[], bits: number): bigint | null {
  if (parts.some((part) => !(part >= 0 && part < 2 ** bits))) return null;
  return parts.reduce((value, part) => (value << BigInt(bits)) | BigInt(part), 0n);
}

function ipv6(text: string): bigint | null {
  const [before = "", after, more] = text.split("::");
  const groups = (part: string): number[] => (part === "" ? [] : part.split(":").map(hex));
  const [head, tail] = [groups(before), groups(after ?? "")];
  const missing = 8 - head.length - tail.length;
  if (more !== undefined || missing < 0 || (after === undefined && missing > 0)) return null;
  return joined([...head, ...Array<number>(missing).fill(0), ...tail], 16);
}
