import type { Value } from "../values/node.ts";
import type { Shape } from "../values/shape.ts";

/** What parsers and deparsers asked for; begins anew with each of them. */
export class TnaWish {
  /** sums and counters of parsers, which begin anew with each packet */
  readonly ofParsers: { clear(): void }[] = [];
  /** run when the parser has ended */
  readonly behindParser: (() => void)[] = [];
  /** a clone with these bytes in front; the last one counts */
  mirror: { session: number; front: Uint8Array } | null = null;
  /** once more through ingress, with these bytes in place of what is known of the port */
  resubmits: Uint8Array | null = null;
  readonly digests: { name: string; value: Value; shape: Shape }[] = [];
  /** whether the deparser's metadata has this value in `mirror_type`, `resubmit_type` or `digest_type` */
  isAskedFor: (field: string, value: number) => boolean = () => true;

  clear(): void {
    this.behindParser.length = 0;
    this.mirror = null;
    this.resubmits = null;
    this.digests.length = 0;
  }
}
