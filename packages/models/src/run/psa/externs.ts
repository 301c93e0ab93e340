import type { ExternCall } from "../compile/externCall.ts";
import type { ExternLibrary } from "../compile/scope.ts";
import { assertion } from "../externs/assertion.ts";
import { portableMethod, portableObject } from "../portable/externs.ts";
import { fieldOf } from "../portable/metadata.ts";
import type { Node, Value } from "../values/node.ts";

type Call = () => Value | undefined;

/** The externs of the Portable Switch Architecture. */
export const PSA_EXTERNS: ExternLibrary = {
  construct: portableObject,
  method: portableMethod,
  function: psaFunction,
};

/** The port that sends a packet from egress to ingress. */
export const RECIRCULATE_PORT = 0xfffffffa;

function psaFunction(name: string, { arguments: given }: ExternCall): Call | null {
  const metadata = (): Node => given[0]!.value() as Node;
  switch (name) {
    case "psa_clone_i2e":
    case "psa_clone_e2e":
      return () => fieldOf(metadata(), "clone");
    case "psa_resubmit":
      return () => fieldOf(metadata(), "drop") !== true && fieldOf(metadata(), "resubmit") === true;
    case "psa_normal":
      return () => fieldOf(metadata(), "drop") !== true && fieldOf(metadata(), "resubmit") !== true;
    case "psa_recirculate":
      return () =>
        fieldOf(metadata(), "drop") !== true &&
        fieldOf(given[1]!.value() as Node, "egress_port") === RECIRCULATE_PORT;
    case "assert":
    case "assume":
      return assertion(name, given[0]);
    default:
      return null;
  }
}
