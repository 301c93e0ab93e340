import { tokenizeP4 } from "../../p4/index.ts";
import { DecompileError } from "./failure.ts";

/** Names of the architecture that the written source uses, or that a reader would take for them. */
const USED =
  `packet hdr meta standard_metadata standard_metadata_t headers_t metadata_t packet_in packet_out error
  NoAction mark_to_drop hash random digest clone clone_preserving_field_list resubmit_preserving_field_list
  recirculate_preserving_field_list truncate log_msg assert assume verify verify_checksum update_checksum
  verify_checksum_with_payload update_checksum_with_payload counter meter register direct_counter direct_meter
  action_profile action_selector HashAlgorithm CounterType MeterType CloneType V1Switch main error_number
  ParserImpl VerifyChecksumImpl IngressImpl EgressImpl ComputeChecksumImpl DeparserImpl Parser Pipe Ingress Egress
  VerifyChecksum ComputeChecksum Deparser Checksum16 start accept reject`.split(/\s+/);

/** Names for P4 text: each is given once. */
export class Identifiers {
  private readonly taken: Set<string>;

  constructor(taken: Iterable<string> = USED) {
    this.taken = new Set(taken);
  }

  /** `wanted` itself where it is a name of P4 and free. */
  make(wanted: string): string {
    const plain = wanted
      .replace(/[^A-Za-z0-9_]+/g, "_")
      .replace(/^_+(?=.)|_+$/g, "")
      .replace(/^(?=\d|$)/, "n");
    let name = isKeyword(plain) ? `${plain}_` : plain;
    for (let i = 2; this.taken.has(name); i++) name = `${plain}_${i}`;
    this.taken.add(name);
    return name;
  }
}

const isKeyword = (word: string): boolean => tokenizeP4(word)[0]?.kind === "keyword";

/** A name of the control plane as an annotation; `isGlobal`: with all that is before it. */
export function named(name: string, isGlobal = true): string {
  if (!/^[\w.$[\] :&/-]+$/.test(name))
    throw new DecompileError(`the name ${JSON.stringify(name)} has no words in P4`);
  return `@name("${isGlobal ? "." : ""}${name}")`;
}
