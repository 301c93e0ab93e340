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

/** Every message in `message` that has a field `name` itself, without those inside deletions. */
export function holders(message: TextMessage, name: string): TextMessage[] {
  if (textOf(message, "type") === "DELETE") return [];
  const own = fieldOf(message, name) ? [message] : [];
  return [...own, ...message.flatMap(({ value }) => (typeof value === "string" ? [] : holders(value, name)))];
}

/** Ids and names of the preambles of a P4Info. */
export function namesOf(message: TextMessage): Map<string, string> {
  const preambles = message.flatMap(({ value }) =>
    typeof value === "string" ? [] : messagesOf(value, "preamble"),
  );
  return new Map(preambles.map((preamble) => [decimal(textOf(preamble, "id")), textOf(preamble, "name")]));
}
