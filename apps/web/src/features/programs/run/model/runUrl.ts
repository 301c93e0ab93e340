"use client";
import {
  parseAsArrayOf,
  parseAsBoolean,
  parseAsInteger,
  parseAsString,
  parseAsStringLiteral,
  useQueryStates,
} from "nuqs";

/** A packet that most programs parse further than Ethernet. */
export const FIRST_PACKET = "eth/ipv4(ttl=64)/udp(dport=53)";

const parsers = {
  packet: parseAsString.withDefault(FIRST_PACKET),
  port: parseAsInteger.withDefault(0),
  /** the device whose times are shown; one that is not known: none */
  device: parseAsString.withDefault("agilio-cx"),
  /** macros as of `-D`, as the program page has them */
  define: parseAsArrayOf(parseAsString).withDefault([]),
  /** the step that is shown, from 1 */
  step: parseAsInteger.withDefault(1),
  /** where the step is lit */
  view: parseAsStringLiteral(["source", "graph"]).withDefault("source"),
  /** the block that is drawn alone; empty: as fits */
  block: parseAsString.withDefault(""),
  /** whether a packet for each listed path is part of the test set */
  every: parseAsBoolean.withDefault(false),
};

/** What is run and looked at; table entries are behind the `#` of the address (`useHashText`). */
export const useRunUrl = () => useQueryStates(parsers, { history: "replace" });
export type RunUrl = ReturnType<typeof useRunUrl>[0];
export type SetRunUrl = ReturnType<typeof useRunUrl>[1];
