import type { Node, Value } from "../values/node.ts";
import type { Shape } from "../values/shape.ts";

/** What a packet keeps when it goes round or is copied: how each value is read, and where it is put back. */
export type Kept = readonly { read: () => Value; find: () => (value: Value) => void }[];

/** What a packet asked for in one pass of ingress or egress; the last call of each kind counts. */
export class Fate {
  cloneToEgress: { session: number; kept: Kept } | null = null;
  cloneAtEgress: { session: number; kept: Kept } | null = null;
  resubmit: Kept | null = null;
  recirculate: Kept | null = null;
  digest: { name: string; value: Value; shape: Shape } | null = null;
  /** bytes; the smallest of all calls counts */
  truncateTo: number | null = null;
  checksumError = false;
  /** that of the blocks: what `mark_to_drop()` without an argument, v1model's older form, writes */
  standard: Node | null = null;

  clear(): void {
    this.cloneToEgress = null;
    this.cloneAtEgress = null;
    this.resubmit = null;
    this.recirculate = null;
    this.digest = null;
    this.truncateTo = null;
    this.checksumError = false;
  }
}
