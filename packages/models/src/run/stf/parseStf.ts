import type { Diagnostic, Span } from "../../core/index.ts";
import type { ProfileUse } from "../../program/index.ts";
import { bytesOfHex } from "../values/hex.ts";

/** `name:value` of a key or parameter; values as written. The name is empty where a value stands by its place. */
export type StfPair = { name: string; value: string };

/** A line of an STF file, with its place. */
export type StfCommand = { at: Span } & (
  | { kind: "packet"; port: number; bytes: Uint8Array }
  | { kind: "expect"; port: number; pattern: string | null; isExact: boolean }
  | { kind: "noPacket" }
  | {
      kind: "add";
      table: string;
      priority: number | null;
      keys: StfPair[];
      action: string;
      values: StfPair[];
    }
  | { kind: "addUse"; table: string; priority: number | null; keys: StfPair[]; use: ProfileUse }
  | { kind: "member"; profile: string; id: number; action: string; values: StfPair[] }
  | { kind: "group"; profile: string; id: number; members: number[] }
  | { kind: "setDefault"; table: string; action: string; values: StfPair[] }
  | { kind: "other"; verb: string; words: string[] }
);

export type ParsedStf = { commands: StfCommand[]; diagnostics: Diagnostic[] };

/** Verbs that go to the switch as they are, or say nothing that is checked. */
const OTHERS = new Set([
  ...["remove", "wait", "check_counter", "mirroring_add", "mirroring_add_mc", "mirroring_delete"],
  ...["mirroring_get", "mc_mgrp_create", "mc_node_create", "mc_node_update", "mc_node_associate"],
  ...["counter_read", "counter_write", "register_read", "register_write", "register_reset"],
  ...["meter_get_rates", "meter_set_rates", "meter_array_set_rates", "check_register"],
]);

/**
 * The commands of a packet test in p4c's STF, and what other runners read besides: values by place, addresses as
 * 10.0.0.1/8, and `member PROFILE ID ACTION …`, `group PROFILE ID MEMBER …` with `group=ID` or `member=ID` in place
 * of an action. Every line that cannot be understood is a diagnostic.
 */
export function parseStf(text: string, file: string): ParsedStf {
  const commands: StfCommand[] = [];
  const diagnostics: Diagnostic[] = [];
  let start = 0;
  let before = "";
  text.split("\n").forEach((raw, index) => {
    const at = spanOf(file, raw, start, index + 1);
    start += raw.length + 1;
    // a line that ends with a backslash goes on in the next
    if (raw.endsWith("\\")) {
      before += `${raw.slice(0, -1)} `;
      return;
    }
    const command = parseLine(before + raw, at);
    before = "";
    if (typeof command === "string")
      diagnostics.push({ severity: "error", code: "stf-syntax", message: command, span: at });
    else if (command) commands.push(command);
  });
  return { commands, diagnostics };
}

const spanOf = (file: string, raw: string, start: number, line: number): Span => ({
  file,
  start,
  end: start + raw.length,
  line,
  column: 1,
  endLine: line,
  endColumn: raw.length + 1,
});

/** A command, null for a line without one, or what is wrong with it. */
function parseLine(raw: string, at: Span): StfCommand | string | null {
  const [, word = "", rest = ""] = /^\s*([^\s#]*)\s*(.*?)\s*$/.exec(raw) ?? [];
  const verb = word.toLowerCase();
  if (verb === "") return null;
  const plain = rest.replace(/#.*$/, "").trim();
  if (verb === "packet") return packet(plain, at);
  if (verb === "expect") return expectation(plain, at);
  if (verb === "no_packet") return { kind: "noPacket", at };
  if (verb === "add") return addition(plain.replace(/;$/, ""), at);
  if (verb === "setdefault") return fallback(plain, at);
  if (verb === "member") return member(plain, at);
  if (verb === "group") return group(plain, at);
  if (OTHERS.has(verb)) return { kind: "other", verb, words: plain.split(/\s+/).filter((each) => each), at };
  return `${word} is not an STF command`;
}

function packet(rest: string, at: Span): StfCommand | string {
  const [, port, data = ""] = /^(\d+)(.*)$/.exec(rest) ?? [];
  const hex = data.replace(/\s+/g, "");
  if (port === undefined) return "packet needs a port and bytes, as in packet 0 00112233";
  if (!/^[\da-f]*$/i.test(hex))
    return `the bytes of a packet are hexadecimal digits, but this is ${data.trim()}`;
  if (hex.length % 2 !== 0) return `a packet has whole bytes, but these are ${hex.length} hexadecimal digits`;
  return { kind: "packet", port: Number(port), bytes: bytesOfHex(hex), at };
}

function expectation(rest: string, at: Span): StfCommand | string {
  const [, port, data = ""] = /^(\d+)(.*)$/.exec(rest) ?? [];
  if (port === undefined) return "expect needs a port, as in expect 0 0011**33 $";
  const pattern = data.replace(/\s+/g, "").toLowerCase();
  if (!/^[\da-f*]*\$?$/.test(pattern))
    return `expect takes hexadecimal digits, * and a last $, not ${data.trim()}`;
  const isExact = pattern.endsWith("$");
  const digits = isExact ? pattern.slice(0, -1) : pattern;
  return {
    kind: "expect",
    port: Number(port),
    pattern: digits === "" && !isExact ? null : digits,
    isExact,
    at,
  };
}

/** A name is quoted, or letters, digits, `_`, `$`, dots, `[n]`; that of a key may be an expression without blanks. */
const NAME = String.raw`"[^"]+"|[\w$.]+(?:\[\d+\])?[\w$.]*`;
const unquoted = (name: string): string => name.replaceAll('"', "");
const CALL = new RegExp(String.raw`^(${NAME})\s*\(([^)]*)\)\s*(?:=\s*\S+)?$`);
const KEY = /("[^"]+"|[^\s:"=,][^\s:"=]*)\s*[:=]\s*([\w*/&.]+)/g;
/** keys and behind them the name of an action that takes no values */
const NO_VALUES = /^[^()]*[:=][^()]*\s([A-Za-z_"][^\s:=()]*)$/;
const USE = /^(.*?)\s*\b(group|member)=(\d+)$/;

function addition(rest: string, at: Span): StfCommand | string {
  const [, table, behind = ""] = new RegExp(String.raw`^(${NAME})\s*(.*)$`).exec(rest) ?? [];
  const [, beforeUse, what, id] = USE.exec(behind) ?? [];
  if (table !== undefined && beforeUse !== undefined) {
    const use: ProfileUse = what === "group" ? { group: Number(id) } : { member: Number(id) };
    return { kind: "addUse", table: unquoted(table), ...keysOf(beforeUse), use, at };
  }
  const [, bare] = NO_VALUES.exec(behind) ?? [];
  if (table !== undefined && bare !== undefined) return addition(`${rest}()`, at);
  const open = behind.indexOf("(");
  if (table === undefined || open < 0)
    return "add needs a table, keys and an action, as in add t 1 k:0x10 a(p:1)";
  const [, actionName = ""] = new RegExp(String.raw`(${NAME})\s*$`).exec(behind.slice(0, open)) ?? [];
  const before = behind.slice(0, open).trimEnd().slice(0, -actionName.length).trim();
  const called = CALL.exec(`${actionName}${behind.slice(open)}`);
  if (!called) return `expected an action with its parameters, as in a(p:1), but found ${behind}`;
  return {
    kind: "add",
    table: unquoted(table),
    ...keysOf(before),
    action: unquoted(called[1]!),
    values: valuesOf(called[2]!),
    at,
  };
}

function keysOf(text: string): { priority: number | null; keys: StfPair[] } {
  const [, priority, keys = ""] = /^(\d+(?![\w.$:*]))?\s*(.*)$/.exec(text) ?? [];
  return { priority: priority === undefined ? null : Number(priority), keys: pairs(keys) };
}

/** `member PROFILE ID ACTION p=v …`, or with the values in brackets. */
function member(rest: string, at: Span): StfCommand | string {
  const [, profile, id, action, behind = ""] =
    new RegExp(String.raw`^(${NAME})\s+(\d+)\s+(${NAME})\s*(.*)$`).exec(rest) ?? [];
  if (profile === undefined || action === undefined)
    return "member needs an action profile, a number and an action, as in member p 1 a p=1";
  const values = valuesOf(behind.replace(/^\((.*)\)$/, "$1"));
  return { kind: "member", profile: unquoted(profile), id: Number(id), action: unquoted(action), values, at };
}

function group(rest: string, at: Span): StfCommand | string {
  const [, profile, id, behind = ""] =
    new RegExp(String.raw`^(${NAME})\s+(\d+)((?:\s+\d+)*)$`).exec(rest) ?? [];
  if (profile === undefined)
    return "group needs an action profile, a number and members, as in group p 1 0 1";
  const members = behind
    .trim()
    .split(/\s+/)
    .filter((each) => each)
    .map(Number);
  return { kind: "group", profile: unquoted(profile), id: Number(id), members, at };
}

function fallback(rest: string, at: Span): StfCommand | string {
  const [, table, call = ""] = new RegExp(String.raw`^(${NAME})\s+(.*)$`).exec(rest) ?? [];
  const called = CALL.exec(call);
  if (table === undefined || !called)
    return "setdefault needs a table and an action, as in setdefault t a(p:1)";
  return {
    kind: "setDefault",
    table: unquoted(table),
    action: unquoted(called[1]!),
    values: valuesOf(called[2]!),
    at,
  };
}

const pairs = (text: string): StfPair[] =>
  [...text.matchAll(KEY)].map(([, name, value]) => ({ name: unquoted(name!), value: value! }));

/** Parameters by name, or values by their place. */
function valuesOf(text: string): StfPair[] {
  const named = pairs(text);
  if (named.length > 0) return named;
  return text
    .split(/[\s,]+/)
    .filter((each) => each)
    .map((value) => ({ name: "", value }));
}
