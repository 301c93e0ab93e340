import type { Flow, Segments } from "../../../program/index.ts";
import { fullSet } from "../../header/fieldSet.ts";
import { PACKET_LAYOUT } from "../../header/layout.ts";
import type { Write, Writes } from "../../header/writes.ts";
import { announcing, packetFieldOf } from "./places.ts";
import { MAX_BITS, NAME_BITS, type Terms } from "./terms.ts";

const PORT_BITS = 9;

/** Packets are IPv4 without options. */
const OF_IPV4: Readonly<Record<string, number>> = { version: 4, ihl: 5 };

/** What the machine gives a packet before the program runs. */
const OPEN = /\.(packet_length|.*timestamp)$/;

/** What the program calls the structs that v1model hands from block to block. */
export type Roots = { headers: string; metadata: string; standard: string };

/** Which fields hold the cells of a program: those of packets, and some of its own. */
export class ProgramCells {
  /** bits of its own fields */
  readonly fields: Record<string, number> = {};
  private readonly nf: string;
  private readonly flow: Flow;
  private readonly roots: Roots;
  private readonly shapes: Segments["shapes"];
  /** its own fields by cell */
  private readonly own = new Map<string, string>();

  constructor(nf: string, flow: Flow, roots: Roots, shapes: Segments["shapes"]) {
    this.nf = nf;
    this.flow = flow;
    this.roots = roots;
    this.shapes = shapes;
  }

  /** Bits of a field. */
  layout = (field: string): number =>
    this.fields[field] ?? PACKET_LAYOUT[field as keyof typeof PACKET_LAYOUT];

  /** What people call a header. */
  nameOf = (header: string): string => this.flow.storage.headers.get(header)?.name ?? header;

  /** Length of a header; null when it varies. */
  bytesOf = (header: string): number | null => this.flow.storage.headers.get(header)?.bytes ?? null;

  isHeader = (cell: string): boolean => cell.startsWith(`${this.roots.headers}.`);

  get ingress(): string {
    return this.ownField(this.standard("ingress_port"), PORT_BITS);
  }

  get egress(): string {
    return this.ownField(this.standard("egress_port"), PORT_BITS);
  }

  /** The field that holds a cell, null when none does or nothing reads it. */
  fieldOf(cell: string): string | null {
    if (cell === this.standard("egress_port")) return this.egress;
    const shape = this.shapes.get(cell);
    if (!shape) return null;
    const { bits, isSigned } = shape;
    if (this.isHeader(cell)) {
      const [header = "", name = ""] = cell.slice(this.roots.headers.length + 1).split(".");
      const field = packetFieldOf(header, name);
      if (field !== null) return PACKET_LAYOUT[field] === bits ? field : null;
      return name in OF_IPV4 && announcing(header, ["ethernet"], null) ? this.ownField(cell, 4) : null;
    }
    if (bits === null) return this.ownField(cell, NAME_BITS);
    return isSigned || bits > MAX_BITS ? null : this.ownField(cell, bits);
  }

  /** A value of the run time. */
  any(field: string): Write {
    const values = fullSet(this.layout(field));
    return { kind: "set", values, choice: "any", state: `${this.nf}/unknown` };
  }

  /** Values of its own fields where a packet comes in; variables begin with 0, as in BMv2. */
  atEntry(port: number, terms: Terms): Writes {
    const { initial } = this.flow.storage;
    return Object.fromEntries(
      [...this.own].map(([cell, field]): [string, Write] => {
        const first = initial.get(cell) ?? 0n;
        if (this.isHeader(cell)) {
          const value = OF_IPV4[cell.slice(cell.lastIndexOf(".") + 1)];
          return [field, value === undefined ? this.any(field) : { kind: "const", value }];
        }
        if (cell === this.standard("ingress_port")) return [field, { kind: "const", value: port }];
        if (!initial.has(cell) && cell.startsWith(this.standard("")) && OPEN.test(cell))
          return [field, this.any(field)];
        const value = terms.numberOf(first);
        return [field, value === null ? this.any(field) : { kind: "const", value }];
      }),
    );
  }

  private standard = (field: string): string => `${this.roots.standard}.${field}`;

  private ownField(cell: string, bits: number): string {
    const known = this.own.get(cell);
    if (known !== undefined) return known;
    const role = Object.entries(this.roots).find(([, root]) => cell.startsWith(`${root}.`));
    const field = `${this.nf}.${role ? `${role[0]}${cell.slice(role[1].length)}` : cell}`;
    this.fields[field] = bits;
    this.own.set(cell, field);
    return field;
  }
}
