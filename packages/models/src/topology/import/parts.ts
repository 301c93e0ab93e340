import type { Diagnostic, Span } from "../../core/index.ts";
import type { PortName, TopologyNode } from "../schema.ts";

/** Where something stands in the file that is read; computed when a diagnostic asks for it. */
export type Place = () => Span | null;

/** A node as a foreign file has it: `id` is that file's own name, `title` the one shown there, both free text. */
export type ImportedNode = {
  id: string;
  title?: string;
  kind: TopologyNode["kind"];
  profile?: string;
  delayUs?: number;
  position?: { x: number; y: number };
  place: Place;
};

export type ImportedEnd = { node: string; port?: PortName };

/** A link as a foreign file has it. `gbps` and `delayUs` are null when the file does not say. */
export type ImportedLink = {
  a: ImportedEnd;
  b: ImportedEnd;
  gbps: number | null;
  delayUs: number | null;
  /** the delay was computed from the distance of the ends */
  fromDistance?: boolean;
  /** one direction only: the file has another link for the way back, or none */
  directed?: boolean;
  place: Place;
};

/** What a reader of a foreign format found, before the ends of links are looked up. */
export type ImportedParts = {
  name: string;
  nodes: ImportedNode[];
  links: ImportedLink[];
  diagnostics: Diagnostic[];
};

export type ImportOptions = {
  /** profile of programmable nodes for which the file names none; without it they keep none */
  deviceProfile?: string;
  /** rate of links without one */
  linkGbps?: number;
};
