import type { Construct, DeviceProfile } from "../device/index.ts";
import type { Slopes } from "./constructTerms.ts";
import type { Features } from "./program.ts";
import type { Term } from "./term.ts";

/** Base term and slopes of one path, or why the form has no answer for it. */
type Basis =
  | {
      readonly available: true;
      readonly base: Term;
      readonly slopes: Slopes;
      readonly notes: readonly string[];
    }
  | { readonly available: false; readonly reason: string };

/** A published way to turn a profile and counts into a latency. */
export type LatencyForm = {
  readonly id: string;
  readonly title: string;
  /** constructs whose count decides the base */
  readonly baseConstructs: readonly Construct[];
  /** slopes on every path that has an answer (they depend on no count); null when the form has no answer at all */
  slopes(profile: DeviceProfile): Slopes | null;
  basis(profile: DeviceProfile, features: Features): Basis;
};
