"use client";
import { DEFAULT_ESTIMATOR } from "@p4twin/models/latency";
import {
  createParser,
  parseAsArrayOf,
  parseAsFloat,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from "nuqs";

export const PANES = ["inputs", "outline", "source", "graph", "paths"] as const;
export type Pane = (typeof PANES)[number];
/**
 * How latencies are drawn: terms one below the other on all devices or the chosen ones, or in one bar for
 * each chosen one.
 */
export const BARS = ["all", "chosen", "stacked"] as const;
/** What is listed of a comparison. */
export const COMPARED = ["different", "all"] as const;

/** Devices that a program is first held against: one measured target of each kind [harkous-4.2]. */
const FIRST_DEVICES = ["agilio-cx", "netfpga-sume", "t4p4s"];
/** Packet size at which the profiles were measured (thesis Sec. 4.2.1). */
const MTU_BYTES = 1500;

type SourcePlace = { line: number; column: number };

/** `12:5`: where the cursor was sent to. */
const parseAsPlace = createParser<SourcePlace>({
  parse: (text) => {
    const [, line, column] = /^([1-9]\d*)(?::([1-9]\d*))?$/.exec(text) ?? [];
    return line === undefined ? null : { line: Number(line), column: Number(column ?? 1) };
  },
  serialize: ({ line, column }) => `${line}:${column}`,
  eq: (a, b) => a.line === b.line && a.column === b.column,
});

const parsers = {
  path: parseAsString,
  /** the path that is compared with the selected one */
  pin: parseAsString,
  node: parseAsString,
  /** the block of the program that is drawn; none: all, or the first when there is too much to draw */
  block: parseAsString,
  devices: parseAsArrayOf(parseAsString).withDefault(FIRST_DEVICES),
  engine: parseAsString.withDefault(DEFAULT_ESTIMATOR),
  packet: parseAsInteger.withDefault(MTU_BYTES),
  panes: parseAsArrayOf(parseAsStringLiteral(PANES)).withDefault(["outline", "source", "graph", "paths"]),
  bars: parseAsStringLiteral(BARS).withDefault("all"),
  outcome: parseAsString,
  table: parseAsString,
  action: parseAsString,
  /** latency range in us, on the device `on` */
  from: parseAsFloat,
  to: parseAsFloat,
  q: parseAsString.withDefault(""),
  /** the file that is shown; none: the program itself */
  file: parseAsString,
  at: parseAsPlace,
  /** macros as of `-D` */
  define: parseAsArrayOf(parseAsString).withDefault([]),
  /** the file with table contents */
  entries: parseAsString,
  /** the version that is compared with this one */
  with: parseAsString,
  compared: parseAsStringLiteral(COMPARED).withDefault("different"),
};

/**
 * Everything a person can set on the program page, kept in the URL so that "copy link" is always right. What
 * is chosen becomes a step that Back undoes (`{ history: "push" }`); what is typed or follows the cursor
 * replaces.
 */
export const useProgramUrl = () => useQueryStates(parsers, { history: "replace" });
export type ProgramUrl = ReturnType<typeof useProgramUrl>[0];
export type SetProgramUrl = ReturnType<typeof useProgramUrl>[1];
/** Option for what is chosen. */
export const STEP = { history: "push" } as const;
