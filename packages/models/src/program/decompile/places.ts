import type { Bmv2Program } from "../bmv2/schema.ts";
import { DecompileError } from "./failure.ts";
import { Identifiers } from "./identifiers.ts";

/** What a field or value is: `bit<bits>` or `int<bits>`. `isError`: `error`, a number of 32 bits in the JSON. */
export type DataType = { bits: number; isSigned: boolean; isError?: boolean; isVarbit?: boolean };
/** A field as P4 writes it. */
export type FieldPlace = { text: string; type: DataType };

const BLOCKS = ["parser", "verify", "ingress", "egress", "compute"] as const;
export type Block = (typeof BLOCKS)[number];

const STANDARD = "standard_metadata";

/** Names and types of headers, metadata and variables; which block a compiler's variable is declared in. */
export class Places {
  /** declarations of types, before everything else */
  readonly types: string[] = [];
  /** members of the structs of headers and of metadata */
  readonly headers: string[] = [];
  readonly metadata: string[] = [];
  private readonly inMetadata = new Identifiers([]);
  private readonly locals = new Map<Block, string[]>();
  private readonly byHeader = new Map<string, string>();
  private readonly fields = new Map<string, FieldPlace>();
  /** by header: its fields in order, as `access_field` counts them */
  private readonly members = new Map<string, FieldPlace[]>();
  private readonly stacks = new Map<string, { text: string; size: number; element: string }>();

  constructor(program: Bmv2Program, globals: Identifiers) {
    const uses = new Uses(program);
    const typeNames = new Map<
      string,
      { name: string; fields: { name: string; json: string; type: DataType }[] }
    >();
    const needed = new Set(
      program.headers.filter(({ metadata }) => !metadata).map((each) => each.header_type),
    );
    for (const { headers } of program.header_union_types) for (const [, type] of headers) needed.add(type);
    for (const type of program.header_types) {
      const own = new Identifiers([]);
      const fields = type.fields.map(([json, bits, isSigned]) => ({
        name: own.make(json),
        json,
        type:
          bits === "*"
            ? { bits: varbitsOf(type), isSigned: false, isVarbit: true }
            : { bits, isSigned: isSigned === true },
      }));
      const name = needed.has(type.name) ? globals.make(type.name) : type.name;
      typeNames.set(type.name, { name, fields });
      if (needed.has(type.name))
        this.types.push(
          `header ${name} {`,
          ...fields.map((field) => `    ${typeText(field.type)} ${field.name};`),
          "}",
        );
    }
    const typeOf = (header: string) => {
      const found = typeNames.get(header);
      if (!found) throw new DecompileError(`there is no header type ${header}`);
      return found;
    };
    const names = new Identifiers();
    const byId = new Map(program.headers.map((header) => [header.id, header]));
    const scalars = program.headers.findIndex(({ name }) => name === "scalars");
    const isLocal = (name: string): boolean => {
      const position = program.headers.findIndex((each) => each.name === name);
      return position >= 0 && position < scalars;
    };
    const place = (text: string, header: string, type: string): void => {
      this.byHeader.set(header, text);
      const fields = typeOf(type).fields.map((field) => ({
        text: `${text}.${field.name}`,
        type: field.type,
      }));
      this.members.set(header, fields);
      typeOf(type).fields.forEach(({ json }, i) => void this.fields.set(`${header}.${json}`, fields[i]!));
    };
    const declare = (name: string, type: string, local: boolean, parts: readonly string[]): string => {
      const block = local ? uses.only([name, ...parts]) : null;
      const own = local && block === null ? this.inMetadata.make(name) : names.make(name);
      if (block !== null) {
        this.localsOf(block).push(`${type} ${own};`);
        return own;
      }
      (local ? this.metadata : this.headers).push(`${type} ${own};`);
      return `${local ? "meta" : "hdr"}.${own}`;
    };
    const grouped = new Set<string>();
    const unions = new Map<number, { text: string }>();
    const unionTypes = new Map(program.header_union_types.map((type) => [type.name, type]));
    const unionType = new Map<string, { name: string; members: string[] }>();
    for (const { name, headers } of program.header_union_types) {
      const own = new Identifiers([]);
      const members = headers.map(([member]) => own.make(member));
      const text = globals.make(name);
      unionType.set(name, { name: text, members });
      this.types.push(
        `header_union ${text} {`,
        ...headers.map(([, type], i) => `    ${typeOf(type).name} ${members[i]};`),
        "}",
      );
    }
    const placeUnion = (text: string, union: Bmv2Program["header_unions"][number]): void => {
      const type = unionType.get(union.union_type ?? "");
      if (!type || !unionTypes.has(union.union_type ?? ""))
        throw new DecompileError(`header union ${union.name} has no type`);
      this.byHeader.set(union.name, text);
      union.header_ids.forEach((id, i) => {
        const header = byId.get(id);
        if (!header) return;
        grouped.add(header.name);
        place(`${text}.${type.members[i]}`, header.name, header.header_type);
      });
    };
    for (const stack of program.header_union_stacks) {
      const text = declare(stack.name, `${unionType.get(stack.union_type)?.name}[${stack.size}]`, false, []);
      this.byHeader.set(stack.name, text);
      this.stacks.set(stack.name, { text, size: stack.size, element: stack.name });
      stack.header_union_ids.forEach((id, i) => void unions.set(id, { text: `${text}[${i}]` }));
    }
    for (const union of program.header_unions) {
      const members = union.header_ids.flatMap((id) => byId.get(id)?.name ?? []);
      const inStack = union.id === undefined ? undefined : unions.get(union.id);
      const type = unionType.get(union.union_type ?? "")?.name ?? union.name;
      placeUnion(inStack?.text ?? declare(union.name, type, members.every(isLocal), members), union);
    }
    for (const stack of program.header_stacks) {
      const elements = stack.header_ids.flatMap((id) => byId.get(id)?.name ?? []);
      if (elements.every((name) => grouped.has(name)) && elements.length > 0) continue;
      const type = typeOf(stack.header_type ?? byId.get(stack.header_ids[0] ?? -1)?.header_type ?? "").name;
      const text = declare(stack.name, `${type}[${stack.size}]`, elements.every(isLocal), elements);
      this.byHeader.set(stack.name, text);
      this.stacks.set(stack.name, { text, size: stack.size, element: elements[0] ?? "" });
      elements.forEach((name, i) => {
        grouped.add(name);
        place(`${text}[${i}]`, name, byId.get(stack.header_ids[i] ?? -1)?.header_type ?? "");
      });
    }
    for (const { name, header_type, metadata } of program.headers) {
      if (grouped.has(name)) continue;
      if (!metadata) place(declare(name, typeOf(header_type).name, isLocal(name), []), name, header_type);
      else if (name === STANDARD) place(STANDARD, name, header_type);
      else if (header_type === STANDARD)
        place(declare(name, "standard_metadata_t", true, []), name, header_type);
      else this.placeScalars(name, typeOf(header_type).fields, uses, names);
    }
    for (const header of program.headers.filter((each) => each.header_type === STANDARD)) {
      const error = this.fields.get(`${header.name}.parser_error`);
      if (error) error.type = { bits: 32, isSigned: false, isError: true };
    }
  }

  /** User metadata is named with its struct; variables of the compiler have no dot. */
  private placeScalars(
    header: string,
    fields: readonly { json: string; type: DataType }[],
    uses: Uses,
    names: Identifiers,
  ): void {
    const isVariable = (json: string): boolean => header === "scalars" && !json.includes(".");
    const structs = new Set(fields.flatMap(({ json }) => (isVariable(json) ? [] : [json.split(".")[0]])));
    for (const { json, type } of fields) {
      if (/^_padding/.test(json)) continue;
      const full = `${header}.${json}`;
      const lists = uses.listsOf(full);
      const block = isVariable(json) && lists.length === 0 ? uses.only([full]) : null;
      let text: string;
      if (block === null) {
        const short = structs.size === 1 && !isVariable(json) ? json.slice(json.indexOf(".") + 1) : json;
        const own = this.inMetadata.make(short);
        const kept = lists.length > 0 ? `@field_list(${lists.join(", ")}) ` : "";
        this.metadata.push(`${kept}${typeText(type)} ${own};`);
        text = `meta.${own}`;
      } else {
        text = names.make(json);
        this.localsOf(block).push(`${typeText(type)} ${text};`);
      }
      this.fields.set(full, { text, type });
    }
  }

  localsOf(block: Block): string[] {
    const known = this.locals.get(block);
    if (known) return known;
    const lines: string[] = [];
    this.locals.set(block, lines);
    return lines;
  }

  header(name: string): string {
    const found = this.byHeader.get(name);
    if (found === undefined) throw new DecompileError(`there is no header ${name}`);
    return found;
  }

  field([header = "", field = ""]: readonly string[]): FieldPlace {
    const found = this.fields.get(`${header}.${field}`);
    if (!found) throw new DecompileError(`there is no field ${header}.${field}`);
    return found;
  }

  stack(name: string): { text: string; size: number } {
    const found = this.stacks.get(name);
    if (!found) throw new DecompileError(`there is no header stack ${name}`);
    return found;
  }

  /** The field that elements of a stack have under `name`, or at a position; `text` is what follows the element. */
  elementField(stack: string, at: string | number): FieldPlace {
    const element = this.stacks.get(stack)?.element ?? "";
    const field = typeof at === "number" ? this.members.get(element)?.[at] : this.field([element, at]);
    if (!field) throw new DecompileError(`elements of ${stack} have no field ${at}`);
    return { text: field.text.slice(this.header(element).length), type: field.type };
  }
}

const typeText = ({ bits, isSigned, isError, isVarbit }: DataType): string =>
  isError ? "error" : `${isVarbit ? "varbit" : isSigned ? "int" : "bit"}<${bits}>`;

function varbitsOf({ fields, max_length }: Bmv2Program["header_types"][number]): number {
  const fixed = fields.reduce((sum, [, bits]) => sum + (bits === "*" ? 0 : bits), 0);
  return Math.max(0, 8 * (max_length ?? 0) - fixed);
}

/** Which blocks name a header or variable. */
class Uses {
  private readonly blocks = new Map<string, Set<Block>>();
  private readonly lists = new Map<string, number[]>();

  constructor(program: Bmv2Program) {
    const actions = new Map(program.actions.map((each) => [each.id, each]));
    this.note("parser", program.parsers);
    for (const name of ["ingress", "egress"] as const)
      for (const pipeline of program.pipelines.filter((each) => each.name === name)) {
        this.note(name, pipeline);
        const run = new Set(pipeline.tables.flatMap((table) => table.action_ids));
        for (const id of run) this.note(name, actions.get(id)?.primitives);
        // hashes name their input
        this.note(
          name,
          calculationsIn(
            [...run].map((id) => actions.get(id)?.primitives),
            program,
          ),
        );
      }
    for (const checksum of program.checksums) {
      const input = program.calculations.filter(({ name }) => name === checksum.calculation);
      if (checksum.verify) this.note("verify", [checksum, input]);
      if (checksum.update) this.note("compute", [checksum, input]);
    }
    for (const { id, elements } of program.field_lists)
      for (const { value } of elements)
        if (Array.isArray(value)) {
          const name = value.join(".");
          this.lists.set(name, [...(this.lists.get(name) ?? []), id]);
        }
    const digests = program.learn_lists;
    // a digest may be asked for in either pipeline
    if (digests.length > 0) for (const block of ["ingress", "egress"] as const) this.note(block, digests);
  }

  private note(block: Block, json: unknown): void {
    if (typeof json === "string") this.add(block, json);
    else if (Array.isArray(json)) {
      if (json.length === 2 && json.every((each) => typeof each === "string"))
        this.add(block, json.join("."));
      for (const each of json) this.note(block, each);
    } else if (typeof json === "object" && json !== null)
      for (const each of Object.values(json)) this.note(block, each);
  }

  private add(block: Block, name: string): void {
    const known = this.blocks.get(name);
    if (known) known.add(block);
    else this.blocks.set(name, new Set([block]));
  }

  /** The block that is the only one to name any of them; null where there are more, or none. */
  only(names: readonly string[]): Block | null {
    const found = new Set(names.flatMap((name) => [...(this.blocks.get(name) ?? [])]));
    const [first] = found;
    return found.size === 1 && first !== undefined ? first : null;
  }

  listsOf(name: string): number[] {
    return this.lists.get(name) ?? [];
  }
}

/** The inputs of hashes that primitives name. */
const calculationsIn = (primitives: unknown, { calculations }: Bmv2Program) => {
  const text = JSON.stringify(primitives);
  return calculations.filter(({ name }) => text.includes(JSON.stringify(name)));
};
