import type {
  BlockBinding,
  CheckedProgram,
  ControlDeclaration,
  ParserDeclaration,
  Type,
} from "../../p4/index.ts";
import type { TableEntries } from "../entries/entries.ts";
import type { Flow, Place } from "../flow/flow.ts";
import { lowerControlBody } from "./bodies.ts";
import { type Exits, FlowBuilder } from "./builder.ts";
import { lowerCall } from "./calls.ts";
import { ARCHITECTURE_GROUP, Decisions } from "./decisions.ts";
import type { Fate } from "./fates.ts";
import { type Frame, typeOfDeclaration } from "./frame.ts";
import { lowerParserBody } from "./parsers.ts";
import { NO_ERROR, semanticsOf } from "./semantics.ts";
import { lowerStatements } from "./statements.ts";
import { shapeOf } from "./storageBuilder.ts";
import { constant, unknownValue } from "./values.ts";

type Block = BlockBinding & { declaration: ParserDeclaration | ControlDeclaration };

/** Roles that no path walks: checksums cost nothing (SPEC G11) and the deparser emits what is valid. */
const unwalkedRoles = new Set(["verifyChecksum", "computeChecksum", "deparser"]);

/**
 * The flow of a whole program: its blocks in packet order, with the architecture's decisions between them.
 * Null when `main` does not bind an architecture that we know.
 */
export function lowerProgram(checked: CheckedProgram, entries: TableEntries | null): Flow | null {
  const { architecture } = checked;
  if (!architecture) return null;
  const blocks = architecture.bindings.filter(
    (binding): binding is Block => binding.declaration !== null && !unwalkedRoles.has(binding.role),
  );
  if (blocks.length === 0) return null;
  const builder = new FlowBuilder(checked, semanticsOf(architecture.definition.id), entries, {
    statements: lowerStatements,
    call: lowerCall,
  });
  const pipeline = new Pipeline(builder, checked);
  return builder.finish(pipeline.lower(blocks));
}

class Pipeline {
  private readonly builder: FlowBuilder;
  private readonly checked: CheckedProgram;
  /** cells of the structs that the architecture hands from block to block, by type */
  private readonly shared = new Map<string, Place>();

  private readonly fates: ReadonlySet<Fate>;
  private readonly decisions: Decisions;
  private intrinsicType: Type | null = null;

  constructor(builder: FlowBuilder, checked: CheckedProgram) {
    this.builder = builder;
    this.checked = checked;
    this.fates = fatesOf(checked);
    this.decisions = new Decisions(builder, {
      dropPort: checked.architecture?.definition.dropPort ?? null,
      fates: this.fates,
      span: checked.program.span,
    });
  }

  lower(blocks: readonly Block[]): string {
    const frames = blocks.map((block) => this.openBlock(block));
    this.builder.addGroup({ id: ARCHITECTURE_GROUP, kind: "architecture", label: "architecture" });
    const ends = this.decisions.ends();
    let next = this.decisions.last(ends);
    for (let index = blocks.length - 1; index >= 0; index--) {
      const block = blocks[index];
      const frame = frames[index];
      if (!block || !frame) continue;
      const { declaration } = block;
      if (declaration.kind === "parser") next = this.parser(declaration, frame, next, ends.drop);
      else next = this.control(declaration, frame, next, ends.drop);
      if (block.role === "egress") {
        const fields = this.intrinsicType?.kind === "struct" ? this.intrinsicType.fields : null;
        next = this.decisions.trafficManager(next, ends, (field) => shapeOf(fields?.get(field)?.type));
      }
    }
    return next;
  }

  /** Binds the parameters of a block; structs of the same type are the same cells in every block. */
  private openBlock(block: Block): Frame {
    const { declaration } = block;
    const group = declaration.name.text;
    this.builder.addGroup({ id: group, kind: declaration.kind, label: group });
    const frame = this.builder.frame(group, group, block.role, null);
    const seen = new Map<string, number>();
    for (const parameter of declaration.parameters) {
      const type = typeOfDeclaration(this.checked, parameter);
      if (type.kind === "extern") continue;
      const name = type.kind === "struct" ? type.name : null;
      if (name === null) {
        this.builder.declare(frame, parameter, parameter.name.text);
        continue;
      }
      const count = seen.get(name) ?? 0;
      seen.set(name, count + 1);
      const key = `${name}/${count}`;
      const place = this.shared.get(key) ?? this.shareStruct(parameter.name.text, type);
      this.shared.set(key, place);
      frame.bindings.set(parameter, { kind: "place", place });
    }
    for (const { parameter, argument } of this.constructorBindings(block)) {
      if (!argument) continue;
      const known = this.checked.constants.get(argument.value);
      frame.bindings.set(parameter, {
        kind: "value",
        value: known === undefined ? unknownValue() : constant(known),
      });
    }
    return frame;
  }

  private constructorBindings(block: Block) {
    const main = this.checked.architecture && this.checked.instances.get(this.checked.architecture.main);
    const argument = main?.bindings.find((each) => each.parameter.name.text === block.parameter)?.argument
      ?.value;
    const call = argument?.kind === "call" ? this.checked.calls.get(argument) : undefined;
    return call?.kind === "construct" ? call.bindings : [];
  }

  private shareStruct(root: string, type: Type): Place {
    this.builder.storage.declare(root, type, "");
    const { definition } = this.checked.architecture ?? {};
    const field = definition?.dropPort?.field;
    const isIntrinsic = type.kind === "struct" && field !== undefined && type.fields.has(field);
    const { semantics } = this.builder;
    if (isIntrinsic) {
      this.builder.intrinsic = root;
      this.intrinsicType = type;
      this.builder.storage.initialise(root, type, (name) => semantics.initialMetadata[name] ?? null);
    } else if (semantics.zeroesUserMetadata && !this.fates.has("recirculate")) {
      // packets that come round again would bring their metadata along
      this.builder.storage.initialise(root, type, (_, leaf) => zeroOf(leaf));
    }
    return { root, steps: [] };
  }

  private parser(declaration: ParserDeclaration, frame: Frame, next: string, drop: string): string {
    const { rejectContinues } = this.builder.semantics;
    const rejectTo = rejectContinues
      ? this.decisions.parserError(rejectContinues.errorField, NO_ERROR, next)
      : drop;
    const entry = lowerParserBody(declaration, frame, next, rejectTo, this.builder);
    const headers = declaration.parameters.flatMap((parameter) => {
      const binding = frame.bindings.get(parameter);
      if (parameter.direction !== "out" || binding?.kind !== "place") return [];
      return this.builder.storage.headersIn(binding.place.root);
    });
    return headers.length === 0 || this.isFirst(frame) ? entry : this.decisions.parseAgain(headers, entry);
  }

  private isFirst(frame: Frame): boolean {
    const [first] = this.checked.architecture?.bindings ?? [];
    return first?.declaration?.name.text === frame.group;
  }

  private control(declaration: ControlDeclaration, frame: Frame, next: string, drop: string): string {
    const exits: Exits = {
      next,
      returnTo: next,
      exitTo: next,
      rejectTo: drop,
      breakTo: null,
      continueTo: null,
      result: null,
    };
    return lowerControlBody(declaration, frame, exits, this.builder);
  }
}

function zeroOf(type: Type): bigint | boolean | null {
  if (type.kind === "bits") return 0n;
  return type.kind === "bool" ? false : null;
}

function fatesOf(checked: CheckedProgram): Set<Fate> {
  const outcomes = checked.architecture?.definition.externOutcomes ?? {};
  const fates = new Set<Fate>();
  for (const call of checked.calls.values()) {
    const fate = call.kind === "externFunction" ? outcomes[call.declaration.name.text] : undefined;
    if (fate) fates.add(fate);
  }
  return fates;
}
