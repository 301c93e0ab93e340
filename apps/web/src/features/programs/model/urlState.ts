"use client";
import { parseAsArrayOf, parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from "nuqs";

export const PANES = ["source", "graph", "paths"] as const;
export type Pane = (typeof PANES)[number];

/** Devices that a program is first held against: one measured target of each kind (harkous 4.1). */
const FIRST_DEVICES = ["agilio-cx", "netfpga-sume", "t4p4s"];
/** Packet size at which the profiles were measured (thesis Sec. 4.2.1). */
const MTU_BYTES = 1500;

const parsers = {
  path: parseAsString,
  /** the path that is compared with the selected one */
  pin: parseAsString,
  node: parseAsString,
  devices: parseAsArrayOf(parseAsString).withDefault(FIRST_DEVICES),
  engine: parseAsString.withDefault("linear"),
  packet: parseAsInteger.withDefault(MTU_BYTES),
  panes: parseAsArrayOf(parseAsStringLiteral(PANES)).withDefault([...PANES]),
  outcome: parseAsString,
  q: parseAsString.withDefault(""),
};

/** Everything a person can set on the program page, kept in the URL so that "copy link" is always right. */
export const useProgramUrl = () => useQueryStates(parsers, { history: "replace" });
export type ProgramUrl = ReturnType<typeof useProgramUrl>[0];
export type SetProgramUrl = ReturnType<typeof useProgramUrl>[1];
