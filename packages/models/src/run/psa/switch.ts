import type { CheckedProgram } from "../../p4/index.ts";
import { compilePortable } from "../portable/blocks.ts";
import { PortableSwitch } from "../portable/switch.ts";
import type { RunOptions } from "../target.ts";
import { copyPlace } from "../v1model/replication.ts";
import type { Node, Value } from "../values/node.ts";
import { PSA_PARAMETERS, type PsaBlock, type PsaNode } from "./blocks.ts";
import { PSA_EXTERNS, RECIRCULATE_PORT } from "./externs.ts";

/** A packet on its way to ingress or egress, with what the deparser before gave it. */
type Arrival = {
  bytes: Uint8Array;
  port: number;
  path: string;
  carried: readonly (readonly [PsaNode, Node])[];
};
/** `isCloned`: ingress asked for a clone of it; `isOfGroup`: it is a copy of a multicast group. */
type Departure = Arrival & { instance: number; service: Value; isCloned: boolean; isOfGroup: boolean };

/** A PSA switch with a program, as BMv2's psa_switch behaves (`psa_switch.cpp`). */
export class PsaSwitch extends PortableSwitch<PsaBlock, PsaNode> {
  constructor(checked: CheckedProgram, options: RunOptions = {}) {
    super(checked, options, (_, machine) => compilePortable(checked, machine, PSA_EXTERNS, PSA_PARAMETERS));
  }

  protected enter(port: number, bytes: Uint8Array): void {
    this.ingress({ bytes, port, path: "NORMAL", carried: [] });
  }

  private ingress({ bytes, port, path, carried }: Arrival): void {
    const { machine } = this;
    machine.receivedBytes = bytes.length;
    this.clear("headers", "metadata", "resubmit", "recirculate");
    this.restore(carried);
    this.set("parserInput", { ingress_port: port, packet_path: path });
    const parser_error = this.parse("ingress.ip", bytes);
    const ingress_timestamp = machine.nowUs;
    this.set("input", { ingress_port: port, packet_path: path, ingress_timestamp, parser_error });
    this.set("output", { drop: true });
    this.run("ingress.ig");
    this.clear("cloneIngress", "resubmit", "normal");
    const left = this.deparse("ingress.id");
    this.route({ bytes, port, path, carried }, left);
  }

  /** In the order of psa_switch: clone, drop, resubmit, multicast, unicast. */
  private route(arrival: Arrival, left: Uint8Array): void {
    const service = this.get("output", "class_of_service");
    const isCloned = this.get("output", "clone") === true;
    if (isCloned) {
      const carried = this.copyOf("cloneIngress");
      const clone = { bytes: arrival.bytes, path: "CLONE_I2E", carried, service };
      this.cloneTo(Number(this.get("output", "clone_session_id")), clone);
    }
    if (this.get("output", "drop") === true) {
      this.drop("drop is set at the end of ingress", isCloned);
      return;
    }
    if (this.get("output", "resubmit") === true) {
      this.note("resubmit", "the packet as it came goes through ingress again");
      this.end("recirculate");
      const carried = this.copyOf("resubmit");
      this.again("resubmitted", () => this.ingress({ ...arrival, path: "RESUBMIT", carried }));
      return;
    }
    const carried = this.copyOf("normal");
    const group = Number(this.get("output", "multicast_group"));
    const departure = { bytes: left, carried, service, isCloned };
    if (group === 0) {
      const port = Number(this.get("output", "egress_port"));
      const to = { port, path: "NORMAL_UNICAST", instance: 0, isOfGroup: false };
      this.goOn(null, () => this.egress({ ...departure, ...to }));
      return;
    }
    const copies = this.replication.copies(group);
    for (const copy of copies) {
      const to = { port: copy.port, path: "NORMAL_MULTICAST", instance: copy.rid, isOfGroup: true };
      this.goOn(`copy of group ${group} for ${copyPlace(copy)}`, () => this.egress({ ...departure, ...to }));
    }
    if (copies.length === 0) this.drop(`multicast group ${group} has no ports`, isCloned, { group });
  }

  private cloneTo(session: number, copy: Pick<Departure, "bytes" | "path" | "carried" | "service">): void {
    this.clone(session, ({ port, rid }) =>
      this.egress({ ...copy, port, instance: rid, isCloned: false, isOfGroup: false }),
    );
  }

  private egress({ bytes, port, path, carried, instance, service, isCloned, isOfGroup }: Departure): void {
    this.clear("outHeaders", "outMetadata", "normal", "cloneIngress", "cloneEgress");
    this.restore(carried);
    this.set("outParserInput", { egress_port: port, packet_path: path });
    const parser_error = this.parse("egress.ep", bytes);
    const egress_timestamp = this.machine.nowUs;
    this.set("outInput", {
      class_of_service: service,
      egress_port: port,
      packet_path: path,
      instance,
      egress_timestamp,
      parser_error,
    });
    this.set("outOutput", {});
    this.run("egress.eg");
    this.set("deparserInput", { egress_port: port });
    this.clear("cloneEgress", "recirculate");
    const left = this.deparse("egress.ed");
    const isClonedHere = this.get("outOutput", "clone") === true;
    if (isClonedHere) {
      const session = Number(this.get("outOutput", "clone_session_id"));
      this.cloneTo(session, { bytes: left, path: "CLONE_E2E", carried: this.copyOf("cloneEgress"), service });
    }
    if (this.get("outOutput", "drop") === true)
      this.drop("drop is set at the end of egress", isCloned || isClonedHere);
    else if (port === RECIRCULATE_PORT) {
      this.note("recirculate", "the packet as it left goes to the parser again");
      this.end(isOfGroup ? "forward" : "recirculate");
      const again = { bytes: left, port, path: "RECIRCULATE", carried: this.copyOf("recirculate") };
      this.again("recirculated", () => this.ingress(again));
    } else {
      this.note("sent", `port ${port}`);
      this.end(isCloned || isClonedHere ? "clone" : "forward");
      this.send(port, left);
    }
  }
}
