import type { Span } from "../../core/index.ts";
import { memberPlace } from "../flow/cells.ts";
import type { NumberShape, Place } from "../flow/flow.ts";
import type { FlowNodes } from "../lower/flowNodes.ts";
import { STANDARD_METADATA } from "../lower/semantics.ts";
import { boolShape } from "../state/term.ts";
import type { Bmv2Program, Located } from "./schema.ts";

/** What the machine tells and is told about a packet. */
export const INTRINSIC = "standard_metadata";
/** Before the names of headers that are kept as they came. */
const KEPT = "$came.";

/** What the names of a compiled program mean as places, and where its parts stand in the source. */
export class Names {
  readonly file: string;
  private readonly program: Bmv2Program;
  private readonly shapes = new Map<string, NumberShape>();
  private readonly places = new Map<string, Place>();

  constructor(program: Bmv2Program, file: string) {
    this.program = program;
    this.file = file;
  }

  /**
   * Registers headers, stacks and unions; `isZeroed`: user metadata starts as zero. `isKept`: a second time, for the
   * headers as they came (`keptPlace`).
   */
  declare(nodes: FlowNodes, isZeroed: boolean, isKept = false): void {
    const types = new Map(this.program.header_types.map((type) => [type.name, type.fields]));
    const byId = new Map(this.program.headers.map((header) => [header.id, header.name]));
    for (const stack of this.program.header_stacks) {
      for (const prefix of isKept ? ["", KEPT] : [""])
        nodes.storage.addStack(`${prefix}${stack.name}`, stack.size);
      stack.header_ids.forEach((id, index) => {
        const value = { kind: "constant" as const, value: BigInt(index) };
        const name = byId.get(id);
        const place: Place = { root: stack.name, steps: [{ kind: "index", index: value }] };
        if (name !== undefined) this.places.set(name, place);
      });
    }
    const siblings = new Map<string, string[]>();
    for (const { header_ids } of this.program.header_unions) {
      const members = header_ids.flatMap((id) => byId.get(id) ?? []);
      for (const member of members)
        siblings.set(
          member,
          members.filter((each) => each !== member),
        );
    }
    for (const { name, header_type, metadata } of this.program.headers) {
      const fields = (types.get(header_type) ?? []).map(([field, bits, isSigned]) => ({
        name: field,
        bits: bits === "*" ? null : bits,
        shape: bits === "*" ? boolShape : { bits, isSigned: isSigned === true },
      }));
      for (const field of fields) this.shapes.set(`${name}.${field.name}`, field.shape);
      if (!metadata) {
        const bits = fields.reduce<number | null>(
          (sum, field) => (sum === null || field.bits === null ? null : sum + field.bits),
          0,
        );
        for (const prefix of isKept ? ["", KEPT] : [""])
          nodes.storage.addHeader(`${prefix}${name}`, {
            name,
            fields,
            bytes: bits === null ? null : Math.ceil(bits / 8),
            siblings: (siblings.get(name) ?? []).map((each) => `${prefix}${each}`),
          });
        continue;
      }
      const isStandard = name === INTRINSIC;
      if (isStandard) nodes.metadata.add(STANDARD_METADATA, name, (field) => this.shape([name, field]));
      const { semantics } = nodes;
      const initial = (isStandard && semantics.initialMetadata[STANDARD_METADATA]) || {};
      const zeroed = isStandard
        ? semantics.zeroedAtFirst.filter(({ field }) => !(field in semantics.openedBy))
        : [];
      for (const { name: field } of fields) {
        const known = initial[field];
        const cell = `${name}.${field}`;
        // errors are numbers here, and no error is zero
        if (known !== undefined) nodes.storage.set(cell, typeof known === "string" ? 0n : known);
        else if (
          isZeroed &&
          (isStandard ? zeroed.some((each) => each.field === field) : isUserMetadata(name, field))
        )
          nodes.storage.set(cell, 0n);
      }
    }
  }

  /** Where a header is kept as it came. */
  keptPlace(name: string): Place {
    const { root, steps } = this.header(name);
    return { root: `${KEPT}${root}`, steps };
  }

  /** Headers that packets carry. */
  packetHeaders(): string[] {
    return this.program.headers.flatMap(({ name, metadata }) =>
      metadata || this.isLocal(name) ? [] : [name],
    );
  }

  /** Fields of user metadata, as header and field. */
  userMetadata(): [string, string][] {
    const types = new Map(this.program.header_types.map((type) => [type.name, type.fields]));
    return this.program.headers.flatMap(({ name, header_type, metadata }) =>
      !metadata || name === INTRINSIC
        ? []
        : (types.get(header_type) ?? []).flatMap(([field]): [string, string][] =>
            isUserMetadata(name, field) ? [[name, field]] : [],
          ),
    );
  }

  header(name: string): Place {
    return this.places.get(name) ?? { root: name, steps: [] };
  }

  field([header = "", field = ""]: readonly string[]): Place {
    return memberPlace(this.header(header), field);
  }

  shape([header = "", field = ""]: readonly string[]): NumberShape {
    return this.shapes.get(`${header}.${field}`) ?? boolShape;
  }

  /** Shape of a field of a stack's elements. */
  elementShape(stack: string, field: string): NumberShape {
    return this.shapes.get(`${stack}[0].${field}`) ?? boolShape;
  }

  /** The field at `position` of a stack's elements. */
  elementField(stack: string, position: unknown): { name: string; shape: NumberShape } | null {
    const type = this.program.headers.find((each) => each.name === `${stack}[0]`)?.header_type;
    const fields = this.program.header_types.find((each) => each.name === type)?.fields;
    const name = typeof position === "number" ? fields?.[position]?.[0] : undefined;
    return name === undefined ? null : { name, shape: this.elementShape(stack, name) };
  }

  isMetadata(header: string): boolean {
    return this.program.headers.some((each) => each.name === header && each.metadata);
  }

  /**
   * A header variable, of the program or of the compiler: p4c declares them before its scalars, and no packet
   * carries them.
   */
  isLocal(header: string): boolean {
    const position = (name: string): number => this.program.headers.findIndex((each) => each.name === name);
    const [own, scalars] = [position(header), position("scalars")];
    return own >= 0 && own < scalars;
  }

  /** Place in the P4 source, or, where the compiler wrote none, the first line of the compiled file. */
  span({ source_info }: Located, around?: Located): Span {
    const info = source_info ?? around?.source_info;
    const line = info?.line ?? 1;
    const column = Math.max(1, info?.column ?? 1);
    const file = info?.filename ?? this.file;
    return { file, start: 0, end: 0, line, column, endLine: line, endColumn: column };
  }
}

/** Among the compiler's scalars, user metadata is named with its struct; variables have no dot. */
const isUserMetadata = (header: string, field: string): boolean =>
  header !== "scalars" || field.includes(".");
