import {
  type ArchitectureDefinition,
  type BlockBinding,
  type CheckedProgram,
  type ControlDeclaration,
  controlPlanePath,
  type MetadataOutcome,
  type Parameter,
  type ParserDeclaration,
  type Type,
} from "../../p4/index.ts";
import { memberPlace } from "../flow/cells.ts";
import type { Constant, Place } from "../flow/flow.ts";
import type { FlowBuilder } from "./builder.ts";
import { bindConstructor } from "./constructors.ts";
import { type Frame, typeOfDeclaration } from "./frame.ts";
import { constantOf, type DecidingValue, decidingValues, type OutcomeCell } from "./outcomes.ts";
import { type MetadataField, NO_ERROR } from "./semantics.ts";
import { shapeOf } from "./storageBuilder.ts";

/** A block that the program fills. */
export type Block = BlockBinding & { declaration: ParserDeclaration | ControlDeclaration };

/** The same with its parameters bound. `parser`: number of parsers before it, its own one included. */
export type OpenBlock = {
  block: Block;
  frame: Frame;
  parser: number;
  isEgress: boolean;
  /** works on copies of headers and user metadata */
  isAside: boolean;
};

type StructType = Extract<Type, { kind: "struct" }>;
type Shared = { type: StructType; place: Place; parser: number; isEgress: boolean };

/**
 * The structs that an architecture hands from block to block. Structs of one type are the same cells in all
 * blocks behind one parser; the next parser begins anew with the bytes of the packet, and with metadata of
 * its own.
 */
export class SharedStructs {
  private readonly builder: FlowBuilder;
  private readonly checked: CheckedProgram;
  private readonly definition: ArchitectureDefinition;
  private readonly isZeroed: boolean;
  private readonly blocks: OpenBlock[] = [];
  /** by type and parser */
  private readonly structs = new Map<string, Shared>();
  private readonly roots = new Set<string>();

  /** `isFirst`: no packet comes round, so that where the architecture sees to it user metadata is zero. */
  constructor(builder: FlowBuilder, definition: ArchitectureDefinition, isFirst: boolean) {
    this.builder = builder;
    this.checked = builder.checked;
    this.definition = definition;
    const { zeroesUserMetadata } = builder.semantics;
    this.isZeroed = zeroesUserMetadata === "always" || (zeroesUserMetadata === "at first" && isFirst);
  }

  /** Binds the parameters of a block; blocks come in packet order. `isAside`: what it writes others do not see. */
  open(block: Block, isAside = false): OpenBlock {
    const { declaration } = block;
    const before = this.blocks.at(-1);
    const parser = (before?.parser ?? 0) + (declaration.kind === "parser" ? 1 : 0);
    const isEgress = before?.isEgress === true || block.role === "egress" || parser > 1;
    const group = declaration.name.text;
    this.builder.addGroup({ id: group, kind: declaration.kind, label: group });
    const frame = this.builder.frame(group, group, block.role, null, controlPlanePath("", declaration));
    const opened = { block, frame, parser, isEgress, isAside };
    this.bindParameters(declaration.parameters, opened);
    bindConstructor(block.given, frame, {
      builder: this.builder,
      frame,
      results: new Map(),
    });
    this.blocks.push(opened);
    return opened;
  }

  /** The outcomes that the architecture reads from metadata, once all blocks are open. */
  decidingValues(): DecidingValue[] {
    const { semantics, metadata } = this.builder;
    return decidingValues(this.definition, semantics, metadata, (outcome) => this.cellOf(outcome));
  }

  /**
   * Where the controls behind a parser find the error of a packet that it rejects; null when such a packet is dropped.
   */
  errorFieldOf({ parser }: OpenBlock): MetadataField | null {
    const { parserErrors } = this.builder.semantics;
    return parserErrors.find(({ struct }) => this.structs.has(keyOf(struct, 0, parser))) ?? null;
  }

  private bindParameters(parameters: readonly Parameter[], opened: OpenBlock): void {
    const { frame, parser, isEgress, isAside } = opened;
    const seen = new Map<string, number>();
    for (const parameter of parameters) {
      const type = typeOfDeclaration(this.checked, parameter);
      if (type.kind === "extern") continue;
      if (type.kind !== "struct") {
        this.builder.declare(frame, parameter, parameter.name.text);
        continue;
      }
      const count = seen.get(type.name) ?? 0;
      seen.set(type.name, count + 1);
      const key = keyOf(type.name, count, parser, isAside && !this.isMachine(type));
      const known = this.structs.get(key);
      const place = known?.place ?? this.share(parameter.name.text, type);
      if (!known) this.structs.set(key, { type, place, parser, isEgress });
      frame.bindings.set(parameter, { kind: "place", place });
    }
  }

  /** The program's structs that `opened` works on aside, with those that the other blocks behind its parser see. */
  copiesOf({ parser }: OpenBlock): { type: StructType; aside: Place; place: Place }[] {
    return [...this.structs].flatMap(([key, { type, place: aside }]) => {
      const [, count] = key.split("/");
      const place = this.structs.get(keyOf(type.name, Number(count), parser))?.place;
      return place && key === keyOf(type.name, Number(count), parser, true) ? [{ type, aside, place }] : [];
    });
  }

  /** The struct at `position` of a block's parameters, as the other blocks behind its parser see it. */
  parameterOf({ block, parser }: OpenBlock, position: number): { type: StructType; place: Place } | null {
    const parameter = block.declaration.parameters[position];
    const type = parameter && typeOfDeclaration(this.checked, parameter);
    return (type?.kind === "struct" && this.structs.get(keyOf(type.name, 0, parser))) || null;
  }

  private share(name: string, type: StructType): Place {
    const { metadata, semantics, storage } = this.builder;
    const root = this.roots.has(name) ? `${name}@${this.roots.size}` : name;
    this.roots.add(root);
    storage.declare(root, type, type.form === "header" ? name : "");
    const outcomes = this.definition.metadataOutcomes.filter(
      ({ holder }) => "struct" in holder && holder.struct === type.name,
    );
    const initial = semantics.initialMetadata[type.name] ?? {};
    for (const [field, value] of Object.entries(initial)) storage.set(`${root}.${field}`, value);
    for (const { field, initial: value } of outcomes) {
      const fieldType = field === null ? undefined : type.fields.get(field)?.type;
      if (value !== null && fieldType) storage.set(`${root}.${field}`, constantOf(value, fieldType));
    }
    if (this.isZeroed) {
      if (!this.isMachine(type)) storage.initialise(root, type, zeroOf);
      const zeroed = semantics.zeroedAtFirst.filter(
        (each) => each.struct === type.name && !this.isOpened(each),
      );
      for (const { field } of zeroed) if (type.fields.has(field)) storage.set(`${root}.${field}`, 0n);
    }
    metadata.add(type.name, root, (field) => {
      const found = type.fields.get(field);
      return found ? shapeOf(found.type) : null;
    });
    return { root, steps: [] };
  }

  /** The program calls something that gives the field its value. */
  private isOpened({ field }: MetadataField): boolean {
    const by = this.builder.semantics.openedBy[field];
    if (by === undefined) return false;
    for (const call of this.checked.calls.values())
      if (call.kind === "externFunction" && by.includes(call.declaration.name.text)) return true;
    return false;
  }

  /** The architecture's own struct, not the program's. */
  private isMachine({ name }: StructType): boolean {
    return (
      Object.keys(this.builder.semantics.initialMetadata[name] ?? {}).length > 0 ||
      this.definition.metadataOutcomes.some(({ holder }) => "struct" in holder && holder.struct === name)
    );
  }

  private cellOf({ holder, field }: MetadataOutcome): OutcomeCell | null {
    const hasEgress = this.blocks.some((each) => each.isEgress);
    if ("struct" in holder) {
      const found = [...this.structs.values()].find((each) => each.type.name === holder.struct);
      const type = field === null ? undefined : found?.type.fields.get(field)?.type;
      if (!found || field === null || !type) return null;
      return { place: memberPlace(found.place, field), type, isIngress: hasEgress && !found.isEgress };
    }
    const opened = this.blocks.find(({ block }) => block.parameter === holder.block);
    const parameter = opened?.block.declaration.parameters[holder.parameter];
    const binding = parameter && opened.frame.bindings.get(parameter);
    if (!parameter || binding?.kind !== "place") return null;
    const isIngress = hasEgress && !opened.isEgress;
    return { place: binding.place, type: typeOfDeclaration(this.checked, parameter), isIngress };
  }
}

const keyOf = (struct: string, count: number, parser: number, isAside = false): string =>
  `${struct}/${count}/${parser}${isAside ? "/aside" : ""}`;

/** What zeroed memory means in `type`. */
function zeroOf(_field: string, type: Type): Constant | null {
  switch (type.kind) {
    case "bits":
      return 0n;
    case "bool":
      return false;
    case "error":
      return NO_ERROR;
    case "newtype":
      return zeroOf(_field, type.base);
    case "enum": {
      const first = type.declaration.members[0]?.name.text;
      return type.underlying ? 0n : first === undefined ? null : constantOf(first, type);
    }
    default:
      return null;
  }
}
