import type { Layout } from "../header/layout.ts";
import type { Rewriter, Target, Unit } from "./unit.ts";

/** One network function as units, before it is joined with others. An output interface is an `exit` of its own. */
export type NfGraph = {
  id: string;
  units: Unit[];
  edges: Map<string, (Target | null)[]>;
  /** where packets go that come in at an interface */
  inputs: Map<string, Target>;
  outputs: Set<string>;
  /** fields that only this function has (metadata of a P4 program) */
  fields: Layout;
  /** its rewriters by the id of their state */
  rewriters: Map<string, Rewriter>;
};

/** Whether only one function has the field: its value ends with the function. */
export const isLocalField = (field: string): boolean => field.includes(".");

/** The field of a function that holds the address which its last querier asked ARP for. */
export const hopField = (nf: string): string => `${nf}.hop`;

/** The field of a Click function that holds the destination annotation. */
export const destinationField = (nf: string): string => `${nf}.destination`;
