"use client";
import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

export const ENGINES = ["linear", "p8"] as const;
export const PANES = ["source", "graph", "paths"] as const;
export const SORTS = ["order", "fastest", "slowest", "tables"] as const;
export type EngineId = (typeof ENGINES)[number];
export type Pane = (typeof PANES)[number];

/** Devices that a program is first held against: one measured target of each kind (harkous 4.1). */
export const FIRST_DEVICES = ["t4p4s", "agilio-cx", "netfpga-sume"];

const parsers = {
  /** version of the program; the newest when absent */
  version: parseAsInteger,
  path: parseAsString,
  pin: parseAsString,
  devices: parseAsArrayOf(parseAsString).withDefault(FIRST_DEVICES),
  engine: parseAsStringLiteral(ENGINES).withDefault("linear"),
  packet: parseAsInteger.withDefault(1500),
  panes: parseAsArrayOf(parseAsStringLiteral(PANES)).withDefault([...PANES]),
  sort: parseAsStringLiteral(SORTS).withDefault("order"),
  outcome: parseAsString,
  q: parseAsString.withDefault(""),
};

/** Everything a person can set on the program page, kept in the URL so that "copy link" is always right. */
export const useProgramUrl = () => useQueryStates(parsers, { history: "replace" });
export type ProgramUrl = ReturnType<typeof useProgramUrl>[0];
export type SetProgramUrl = ReturnType<typeof useProgramUrl>[1];
