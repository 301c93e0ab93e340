import type { CheckedProgram } from "../../p4/index.ts";
import { UnsupportedError } from "../compile/scope.ts";
import { type BlockParameters, compilePortable } from "../portable/blocks.ts";
import { PortableSwitch } from "../portable/switch.ts";
import type { RunOptions } from "../target.ts";
import { PnaWish, pnaExterns } from "./externs.ts";

type Block = "main_parser" | "pre_control" | "main_control" | "main_deparser";
type Name = "headers" | "metadata" | "parserInput" | "preInput" | "preOutput" | "input" | "output";

const PARAMETERS: BlockParameters<Block, Name> = {
  blocks: {
    main_parser: ["headers", "metadata", "parserInput"],
    pre_control: ["headers", "metadata", "preInput", "preOutput"],
    main_control: ["headers", "metadata", "input", "output"],
    main_deparser: ["headers", "metadata", "output"],
  },
};

/** A packet on its way to the parser. */
type Arrival = { bytes: Uint8Array; port: number; round: number };

/**
 * A NIC of the Portable NIC Architecture 0.7. What that leaves open is our choice: every port is one of the network,
 * the control before the main control runs behind the parser (as in DPDK), mirrored packets leave as the deparser
 * wrote them, and a packet that nothing sends is dropped.
 */
export class PnaSwitch extends PortableSwitch<Block, Name> {
  private readonly wish: PnaWish;

  constructor(checked: CheckedProgram, options: RunOptions = {}) {
    const wish = new PnaWish();
    super(checked, options, (_, machine) => compilePortable(checked, machine, pnaExterns(wish), PARAMETERS));
    this.wish = wish;
    for (const name of ["main_parser", "main_control", "main_deparser"] as const)
      if (!this.has(name)) throw new UnsupportedError(`main has no block ${name}`, null);
  }

  protected enter(port: number, bytes: Uint8Array): void {
    this.pass({ bytes, port, round: 0 });
  }

  /** Parser, controls, deparser, and what becomes of the packet. */
  private pass({ bytes, port, round }: Arrival): void {
    const { machine, wish } = this;
    this.clear(...this.program.nodes.keys());
    wish.clear();
    machine.missed = null;
    machine.receivedBytes = bytes.length;
    machine.addedBits = 0;
    const told = {
      input_port: port,
      direction: "NET_TO_HOST",
      pass: round % 8,
      loopedback: false,
      recirculated: round > 0,
    };
    this.set("parserInput", told);
    const parser_error = this.parse("main_parser", bytes);
    this.set("preInput", { ...told, parser_error });
    if (this.has("pre_control")) this.run("pre_control");
    this.set("input", { ...told, parser_error, timestamp: machine.nowUs });
    this.run("main_control");
    this.leave(port, round);
  }

  private leave(port: number, round: number): void {
    const { wish } = this;
    const bytes = this.deparse("main_deparser");
    const isCloned = wish.mirrors.size > 0;
    const copies = [...wish.mirrors].flatMap(([slot, session]) => {
      const ports = this.sessionCopies(session).map((to) => to.port);
      if (ports.length > 0)
        this.note("mirrored", `slot ${slot}, session ${session}: port ${ports.join(", ")}`);
      return ports;
    });
    if (wish.recirculates) {
      this.note("recirculate", "the packet as it left goes to the parser again");
      this.end("recirculate");
      this.again("recirculated", () => this.pass({ bytes, port, round: round + 1 }));
    } else if (wish.port === null) {
      this.drop("nothing sends the packet at the end of the main control", isCloned);
    } else {
      this.note("sent", `port ${wish.port}`);
      this.end(isCloned ? "clone" : "forward");
      this.send(wish.port, bytes);
    }
    for (const to of copies) this.send(to, bytes);
  }
}
