import type { Parts } from "../smallSwitch.ts";

/** A small program that runs on BMv2 and here: what no public packet test covers. */
export type Bmv2Case = {
  parts: Parts;
  /** BMv2 commands before the packets; tables get further entries */
  commands?: string;
  /** bytes that chance or the clock decides: left out of the comparison, `[from, to)` */
  open?: readonly [number, number];
  /** what is read when all packets have passed */
  state?: readonly string[];
};

/** Programs by name. */
export type Bmv2Cases = Readonly<Record<string, Bmv2Case>>;
