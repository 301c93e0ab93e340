/** A layer of a packet as it is written, with its place in the text. */
export type LayerText =
  | { kind: "header"; name: string; start: number; end: number; fields: FieldText[] }
  | { kind: "payload"; bytes: Uint8Array };
export type FieldText = { name: string; value: string; start: number; end: number };

/** What is wrong with a text, from offset to offset. */
export class PacketTextError extends Error {
  override name = "PacketTextError";
  readonly start: number;
  readonly end: number;

  constructor(message: string, start: number, end: number) {
    super(message);
    this.start = start;
    this.end = end;
  }
}

const NAME = /[A-Za-z_][\w.]*(?:\[\d+\])?/y;
const FIELD = /([A-Za-z_][\w.]*)\s*=\s*([^\s,()"]+)/y;
const HEX = /0[xX]([\da-fA-F]*)/y;
const QUOTED = /"([^"]*)"/y;

/** Reads `eth/ipv4(ttl=1)/udp(dport=53)/"text"/0xff`. Throws `PacketTextError`. */
export function readLayers(text: string): LayerText[] {
  let at = 0;
  const skip = (): void => {
    while (/\s/.test(text[at] ?? "")) at++;
  };
  const take = (pattern: RegExp): RegExpExecArray | null => {
    skip();
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at += found[0].length;
    return found;
  };
  const is = (mark: string): boolean => {
    skip();
    if (text[at] !== mark) return false;
    at++;
    return true;
  };
  const wrong = (message: string): never => {
    throw new PacketTextError(message, Math.min(at, text.length), Math.min(at + 1, text.length));
  };

  const fields = (): FieldText[] => {
    const found: FieldText[] = [];
    if (!is("(") || is(")")) return found;
    do {
      skip();
      const start = at;
      const [, name, value] = take(FIELD) ?? wrong("a field is missing here: write name=value, as in ttl=1");
      found.push({ name: name!, value: value!, start, end: at });
    } while (is(","));
    if (!is(")")) wrong("a comma or ) is missing here");
    return found;
  };
  const layer = (): LayerText => {
    const digits = take(HEX)?.[1];
    if (digits !== undefined) {
      if (digits.length % 2 === 1) wrong("a payload is whole bytes: two hexadecimal digits each");
      return {
        kind: "payload",
        bytes: Uint8Array.from(digits.match(/../g) ?? [], (two) => Number(`0x${two}`)),
      };
    }
    const quoted = take(QUOTED)?.[1];
    if (quoted !== undefined) return { kind: "payload", bytes: new TextEncoder().encode(quoted) };
    skip();
    const start = at;
    const name =
      take(NAME)?.[0] ?? wrong('a header is missing here: write a name as in eth/ipv4, "text" or 0x…');
    return { kind: "header", name, start, end: at, fields: fields() };
  };

  const layers = [layer()];
  while (is("/")) layers.push(layer());
  skip();
  if (at < text.length) wrong("headers are apart by /");
  return layers;
}
