import { type Diagnostic, err, ok, type Result } from "../../core/index.ts";
import { bytesOfHex } from "../values/hex.ts";
import { buildPacket, type FieldDefaults } from "./buildPacket.ts";
import type { NamedShape } from "./headerShapes.ts";
import { PacketTextError } from "./packetText.ts";

/** Our choice: the length of the largest IP packet in Ethernet. */
const MOST_BYTES = 65_549;

/**
 * A packet of a text: hexadecimal digits (blanks, colons and a leading 0x are free), or headers by name as
 * `buildPacket` takes them. `shapes`: the headers of the program; `defaults`: what the outermost header of a protocol
 * holds where the text does not say. What is wrong has its place in the text.
 */
export function readPacket(
  text: string,
  shapes: readonly NamedShape[],
  defaults: FieldDefaults = {},
): Result<Uint8Array, Diagnostic> {
  try {
    const bytes = isHeaders(text) ? buildPacket(text, shapes, defaults) : hexBytes(text);
    if (bytes.length > MOST_BYTES)
      throw new PacketTextError(
        `a packet has at most ${MOST_BYTES} bytes, this one ${bytes.length}`,
        0,
        text.length,
      );
    return ok(bytes);
  } catch (error) {
    if (!(error instanceof PacketTextError)) throw error;
    const { message, start, end } = error;
    return err({ severity: "error", code: "packet-text", message, span: placeIn(text, start, end) });
  }
}

/** Names have letters that no digit has, or what stands behind a name. */
const isHeaders = (text: string): boolean =>
  /[/("]/.test(text) || (/^\s*[a-z_]\w*/i.test(text) && !/^\s*[\da-f]{2}([\s:]|$|[\da-f]{2})/i.test(text));

function hexBytes(text: string): Uint8Array {
  const prefix = /^\s*0x/i.exec(text)?.[0].length ?? 0;
  const wrong = /[^\da-fA-F\s:]/.exec(text.slice(prefix));
  if (wrong) {
    const at = prefix + wrong.index;
    throw new PacketTextError(
      `"${wrong[0]}" is not a hexadecimal digit: a packet is digits 0 to f, or headers as in eth/ipv4/udp`,
      at,
      at + 1,
    );
  }
  const digits = text.slice(prefix).replace(/[\s:]/g, "");
  if (digits === "")
    throw new PacketTextError(
      "the packet is empty: write hexadecimal digits, or headers as in eth/ipv4/udp",
      0,
      0,
    );
  if (digits.length % 2 === 1)
    throw new PacketTextError(
      `${digits.length} hexadecimal digits are not whole bytes: one is missing or too many`,
      0,
      text.length,
    );
  return bytesOfHex(digits);
}

function placeIn(text: string, start: number, end: number): NonNullable<Diagnostic["span"]> {
  const at = (offset: number) => {
    const lines = text.slice(0, offset).split("\n");
    return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
  };
  const [from, to] = [at(start), at(end)];
  return { file: "packet", start, end, ...from, endLine: to.line, endColumn: to.column };
}
