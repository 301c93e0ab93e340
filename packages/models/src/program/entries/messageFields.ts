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
