import type {
  BlockBinding,
  CheckedProgram,
  ControlDeclaration,
  ParserDeclaration,
  Type,
} from "../../p4/index.ts";
import type { TableEntries } from "../entries.ts";
import type { Flow, Operation, Place, Value } from "../flow/flow.ts";
import { lowerControlBody } from "./bodies.ts";
import { type Exits, FlowBuilder } from "./builder.ts";
import { lowerCall } from "./calls.ts";
import { fatePlace } from "./externs.ts";
import { type Frame, typeOfDeclaration, unknownType } from "./frame.ts";
import { lowerParserBody } from "./parsers.ts";
import { semanticsOf } from "./semantics.ts";
import { lowerStatements } from "./statements.ts";
import { shapeOf } from "./storageBuilder.ts";
import { constant, operation, readPlace, unknownValue } from "./values.ts";

const ARCHITECTURE_GROUP = "architecture";

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

  constructor(builder: FlowBuilder, checked: CheckedProgram) {
    this.builder = builder;
    this.checked = checked;
  }

  lower(blocks: readonly Block[]): string {
    const frames = blocks.map((block) => this.openBlock(block));
    this.builder.addGroup({ id: ARCHITECTURE_GROUP, kind: "architecture", label: "architecture" });
    const ends = this.ends();
    let next = this.lastDecision(ends);
    for (let index = blocks.length - 1; index >= 0; index--) {
      const block = blocks[index];
      const frame = frames[index];
      if (!block || !frame) continue;
      const { declaration } = block;
      if (declaration.kind === "parser") next = this.parser(declaration, frame, next, ends.drop);
      else next = this.control(declaration, frame, next, ends.drop);
      if (block.role === "egress") next = this.trafficManager(next, ends);
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
      this.builder.storage.initialise(root, type, (name) => semantics.initialMetadata[name] ?? null);
    } else if (semantics.zeroesUserMetadata && !this.carriesMetadata()) {
      this.builder.storage.initialise(root, type, (_, leaf) => zeroOf(leaf));
    }
    return { root, steps: [] };
  }

  /** Packets that come round again bring their metadata along, so it does not start as zero. */
  private carriesMetadata(): boolean {
    const outcomes = this.checked.architecture?.definition.externOutcomes ?? {};
    for (const call of this.checked.calls.values()) {
      if (call.kind === "externFunction" && outcomes[call.declaration.name.text] === "recirculate")
        return true;
    }
    return false;
  }

  private parser(declaration: ParserDeclaration, frame: Frame, next: string, drop: string): string {
    const { rejectContinues } = this.builder.semantics;
    const rejectTo = rejectContinues ? this.parserError(rejectContinues.errorField, next) : drop;
    const entry = lowerParserBody(declaration, frame, next, rejectTo, this.builder);
    const operations = declaration.parameters.flatMap((parameter): Operation[] => {
      const binding = frame.bindings.get(parameter);
      if (parameter.direction !== "out" || binding?.kind !== "place") return [];
      return this.builder.storage
        .headersIn(binding.place.root)
        .map((cell) => ({ kind: "reset", header: { root: cell, steps: [] } }));
    });
    if (operations.length === 0 || this.isFirst(frame)) return entry;
    return this.decision("parse again", operations, [{ to: entry, label: "", guard: null }]);
  }

  private isFirst(frame: Frame): boolean {
    const [first] = this.checked.architecture?.bindings ?? [];
    return first?.declaration?.name.text === frame.group;
  }

  private parserError(field: string, next: string): string {
    const place = this.intrinsic(field);
    if (!place) return next;
    const span = this.checked.program.span;
    const operations: Operation[] = [
      { kind: "assign", target: place, header: null, value: unknownValue(), span },
    ];
    const isError = operation("!=", [readPlace(place), constant("error.NoError")]);
    return this.decision("parser error", operations, [{ to: next, label: "", guard: isError }]);
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

  private ends(): { forward: string; drop: string; recirculate: string; clone: string } {
    const end = (outcome: "forward" | "drop" | "recirculate" | "clone"): string =>
      this.builder.add(ARCHITECTURE_GROUP, { kind: "end", label: outcome, span: null, outcome, ways: [] });
    return {
      forward: end("forward"),
      drop: end("drop"),
      recirculate: end("recirculate"),
      clone: end("clone"),
    };
  }

  /** After ingress: resubmission goes before multicast, multicast before drop. */
  private trafficManager(next: string, ends: ReturnType<Pipeline["ends"]>): string {
    const { changedBeforeEgress } = this.builder.semantics;
    const span = this.checked.program.span;
    const operations = changedBeforeEgress.flatMap((field): Operation[] => {
      const target = this.intrinsic(field);
      const shape = this.shapeOfIntrinsic(field);
      return target ? [{ kind: "assign", target, header: null, value: unknownValue(shape), span }] : [];
    });
    const queue = this.decision("to egress", operations, [{ to: next, label: "", guard: null }]);
    return this.decision(
      "traffic manager",
      [],
      [
        { to: ends.recirculate, label: "resubmit", guard: decided("recirculate") },
        ...this.dropWays(ends),
        { to: queue, label: "", guard: null },
      ],
    );
  }

  private lastDecision(ends: ReturnType<Pipeline["ends"]>): string {
    return this.decision(
      "deparser",
      [],
      [
        ...this.dropWays(ends),
        { to: ends.recirculate, label: "recirculate", guard: decided("recirculate") },
        { to: ends.clone, label: "clone", guard: decided("clone") },
        { to: ends.forward, label: "", guard: null },
      ],
    );
  }

  private dropWays(ends: ReturnType<Pipeline["ends"]>) {
    const dropped = this.dropped();
    return [
      { to: ends.clone, label: "clone, drop", guard: operation("&&", [dropped, decided("clone")]) },
      { to: ends.drop, label: "drop", guard: dropped },
    ];
  }

  /** The packet's egress port is known to be the drop port and no multicast group is set. */
  private dropped(): Value {
    const dropPort = this.checked.architecture?.definition.dropPort;
    const port = dropPort && this.intrinsic(dropPort.field);
    if (!dropPort || !port) return decided("drop");
    const isDropPort = operation("known", [readPlace(port), constant(dropPort.value)]);
    const { multicastField } = this.builder.semantics;
    const group = multicastField === null ? null : this.intrinsic(multicastField);
    if (!group) return isDropPort;
    return operation("&&", [isDropPort, operation("known", [readPlace(group), constant(0n)])]);
  }

  private intrinsic(field: string): Place | null {
    const root = this.builder.intrinsic;
    return root === null ? null : { root, steps: [{ kind: "member", name: field }] };
  }

  private shapeOfIntrinsic(field: string) {
    for (const type of this.checked.declarationTypes.values()) {
      if (type.kind === "struct" && type.fields.has(field))
        return shapeOf(type.fields.get(field)?.type ?? unknownType);
    }
    return shapeOf(undefined);
  }

  private decision(
    label: string,
    operations: readonly Operation[],
    ways: Parameters<FlowBuilder["add"]>[1]["ways"],
  ): string {
    return this.builder.add(ARCHITECTURE_GROUP, {
      kind: "architecture",
      label,
      span: null,
      operations,
      ways,
    });
  }
}

const decided = (fate: "drop" | "recirculate" | "clone"): Value =>
  operation("known", [readPlace(fatePlace(fate)), constant(true)]);

function zeroOf(type: Type): bigint | boolean | null {
  if (type.kind === "bits") return 0n;
  return type.kind === "bool" ? false : null;
}
