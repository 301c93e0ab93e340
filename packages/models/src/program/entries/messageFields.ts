import { ControlError } from "./names.ts";
import type { TextField, TextMessage } from "./textProto.ts";

/** Fields of P4Runtime messages in protobuf's text format. */
export const fieldOf = (message: TextMessage, name: string): TextField | undefined =>
  message.find((each) => each.name === name);

export const messagesOf = (message: TextMessage, name: string): TextMessage[] =>
  message.flatMap((each) => (each.name === name && typeof each.value !== "string" ? [each.value] : []));

export function textOf(message: TextMessage, name: string): string {
  const value = fieldOf(message, name)?.value;
  return typeof value === "string" ? value : "";
}

/** Ids are written in decimal or hexadecimal. */
export const decimal = (text: string): string => (/^0x[0-9a-f]+$/i.test(text) ? String(Number(text)) : text);

/** Every message in `message` that has a field `name` itself. */
export const holders = (message: TextMessage, name: string): TextMessage[] =>
  updatesOf(message, name).map((each) => each.message);

/** As `holders`, with the update that each is part of: its `type` as it is written, null outside of one. */
export function updatesOf(
  message: TextMessage,
  name: string,
  type: string | null = null,
): { message: TextMessage; type: string | null }[] {
  const own = fieldOf(message, name) ? [{ message, type }] : [];
  const within = fieldOf(message, "entity") ? textOf(message, "type") || null : type;
  return [
    ...own,
    ...message.flatMap(({ value }) => (typeof value === "string" ? [] : updatesOf(value, name, within))),
  ];
}

/** Ids and names of the preambles of a P4Info. */
export function namesOf(message: TextMessage): Map<string, string> {
  const preambles = message.flatMap(({ value }) =>
    typeof value === "string" ? [] : messagesOf(value, "preamble"),
  );
  return new Map(preambles.map((preamble) => [decimal(textOf(preamble, "id")), textOf(preamble, "name")]));
}

/** A number in decimal or hexadecimal, 0 where it is left out. Throws `ControlError`. */
export function numberOf(message: TextMessage, name: string): number {
  const text = textOf(message, name);
  const number = Number(text || 0);
  if (Number.isInteger(number) && number >= 0) return number;
  throw new ControlError(`${name} is a whole number from 0 on, not ${text}`, "entries-syntax");
}

/** A string of bytes with the escapes of protobuf's text format. */
export function bytesOf(message: TextMessage, name: string): bigint {
  const pattern = /\\x([\da-f]{1,2})|\\([0-7]{1,3})|\\(.)|([\s\S])/giy;
  const controls: Record<string, number> = { n: 10, r: 13, t: 9, a: 7, b: 8, f: 12, v: 11 };
  let value = 0n;
  for (const [, hex, octal, special, plain] of textOf(message, name).matchAll(pattern)) {
    const byte =
      hex !== undefined
        ? Number.parseInt(hex, 16)
        : octal !== undefined
          ? Number.parseInt(octal, 8)
          : special !== undefined
            ? (controls[special] ?? special.charCodeAt(0))
            : plain!.charCodeAt(0);
    value = (value << 8n) | BigInt(byte & 0xff);
  }
  return value;
}
