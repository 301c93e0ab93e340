import type { ExternArgument } from "../compile/externCall.ts";
import { RunError } from "../values/operators.ts";

/** `assert` and `assume`, of v1model, PSA and PNA alike: what does not hold ends the packet's pass. */
export const assertion =
  (name: "assert" | "assume", check: ExternArgument | null | undefined): (() => undefined) =>
  () => {
    if (check?.value() !== true) throw new RunError(`${name} does not hold`);
    return undefined;
  };
