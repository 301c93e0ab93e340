import type { Span } from "../../core/index.ts";
import type { CheckedProgram, Type } from "../../p4/index.ts";
import type { Contents } from "../entries/contents.ts";
import type { ProgramTable } from "../entries/programTables.ts";
import { memberPlace } from "../flow/cells.ts";
import type { Constant, Flow, Operation, Place, Value } from "../flow/flow.ts";
import { copyVariable } from "./assignments.ts";
import { lowerControlBody } from "./bodies.ts";
import { ARCHITECTURE_GROUP, type Decisions, type Ends } from "./decisions.ts";
import { externName } from "./externs.ts";
import { fatePlace } from "./fates.ts";
import type { FlowNodes } from "./flowNodes.ts";
import { lowerParserBody } from "./parsers.ts";
import { controlExits, decisionsOf, type FlowParts, fatesOf, partsOf } from "./pipeline.ts";
import { NO_ERROR, semanticsOf } from "./semantics.ts";
import type { OpenBlock } from "./sharedStructs.ts";
import { shapeOf } from "./storageBuilder.ts";
import { constant, operation, readPlace, unknownValue } from "./values.ts";

/** The parameter of a control that is user metadata. */
const METADATA = 1;

/** The block that asks for a clone: of the packet as it came, or as it leaves. */
export type ClonedBy = "ingress" | "egress";

/** The flow of the packets that a block clones; `begin`: the node where the clone begins, before egress. */
export type CloneFlow = { flow: Flow; begin: string };

/** Whether a program asks for clones, of an architecture whose clones are followed. */
export const asksForClones = (checked: CheckedProgram): boolean =>
  checked.architecture !== null &&
  semanticsOf(checked.architecture.definition.id).clones !== null &&
  fatesOf(checked).has("clone");

/**
 * What happens to clones, which meet egress only. What the packet met before is in the flow as well, because it decides
 * which headers and values a clone has. Null when the program asks for none, or its architecture is another.
 */
export function lowerClones(
  checked: CheckedProgram,
  contents: Contents | null,
  tables: readonly ProgramTable[],
  by: ClonedBy,
): CloneFlow | null {
  const parts = partsOf(checked, contents, tables);
  if (!parts?.fates.has("clone") || !parts.builder.semantics.clones) return null;
  const { blocks, structs, builder } = parts;
  const [parserBlock, ingressBlock, egressBlock] = ["parser", "ingress", "egress"].map((role) =>
    blocks.find((block) => block.role === role),
  );
  if (!parserBlock || !ingressBlock || !egressBlock) return null;
  const parser = structs.open(parserBlock);
  const ingress = structs.open(ingressBlock, by === "ingress");
  const original = by === "egress" ? structs.open(egressBlock) : null;
  const egress = structs.open(egressBlock);
  const decisions = decisionsOf(parts);
  builder.addGroup({ id: ARCHITECTURE_GROUP, kind: "architecture", label: "architecture" });
  const lowering = new CloneLowering(parts, decisions);
  const begin = lowering.begin(egress, ingress, by);
  const asked = whereAskedFor(builder, begin);
  const cloned = original ? lowering.throughEgress(original, asked) : asked;
  const behindParser = lowering.aside(ingress, lowering.control(ingress, cloned));
  const flow = builder.finish(lowering.parser(parser, behindParser));
  return cloneFlowOf(flow);
}

/** The flow with its node where the clone begins; null when no packet comes there. */
export function cloneFlowOf(flow: Flow): CloneFlow | null {
  const found = [...flow.nodes.values()].find(({ operations }) =>
    operations.some(({ kind }) => kind === "begin"),
  );
  return found ? { flow, begin: found.id } : null;
}

/** What the machine tells a clone of itself, and that nothing is decided about it yet. */
export function beginOperations(
  { semantics, metadata }: FlowNodes,
  by: ClonedBy,
  noError: Constant,
  span: Span,
): Operation[] {
  const { clones, changedBeforeEgress, parserErrors } = semantics;
  const assign = (target: Place, value: Value): Operation => ({
    ...{ kind: "assign", target, header: null, value, span },
  });
  const machine = [
    ...changedBeforeEgress.map((field) => ({ field, value: null })),
    ...parserErrors.map((field) => ({ field, value: noError })),
    ...(clones
      ? [{ field: clones.type, value: by === "ingress" ? clones.fromIngress : clones.fromEgress }]
      : []),
  ].flatMap(({ field, value }) => {
    const target = metadata.place(field);
    return target
      ? [assign(target.place, value === null ? unknownValue(target.shape) : constant(value))]
      : [];
  });
  const fates = (["drop", "recirculate", "clone"] as const).map((fate) =>
    assign(fatePlace(fate), constant(false)),
  );
  return [...machine, ...fates, { kind: "begin", span }];
}

/** Leads to `begin` when a clone was asked for, and nowhere else. */
export function whereAskedFor(nodes: FlowNodes, begin: string): string {
  const guard = operation("known", [readPlace(fatePlace("clone")), constant(true)]);
  return nodes.add(ARCHITECTURE_GROUP, {
    kind: "architecture",
    label: "clone",
    span: null,
    ways: [{ to: begin, label: "clone", guard }],
  });
}

class CloneLowering {
  private readonly parts: FlowParts;
  private readonly decisions: Decisions;
  private readonly ends: Ends;

  constructor(parts: FlowParts, decisions: Decisions) {
    this.parts = parts;
    this.decisions = decisions;
    this.ends = decisions.ends();
  }

  /** The clone enters egress: its headers came with it, its metadata is zero but for what a field list keeps. */
  begin(egress: OpenBlock, ingress: OpenBlock, by: ClonedBy): string {
    const { builder, structs } = this.parts;
    const kept = keptMetadata(builder.checked);
    const user = structs.parameterOf(egress, METADATA);
    const aside = structs.copiesOf(ingress).find(({ place }) => place === user?.place)?.aside;
    const metadata = user ? this.startValues(user.type, user.place, aside ?? user.place, kept) : [];
    const { span } = builder.checked.program;
    return this.node(
      "clone",
      [...metadata, ...beginOperations(builder, by, NO_ERROR, span)],
      this.control(egress, this.decisions.last(this.ends)),
    );
  }

  /** What ingress asked for is another clone. */
  throughEgress(egress: OpenBlock, next: string): string {
    const forget = [this.assign(fatePlace("clone"), constant(false))];
    const last = this.decisions.last(this.ends);
    return this.decisions.trafficManager(
      this.node("egress", forget, this.control(egress, next)),
      last,
      this.ends,
    );
  }

  /** Before `next`, a block that works aside gets what the others see. */
  aside(opened: OpenBlock, next: string): string {
    const { builder, structs } = this.parts;
    const scope = { builder, frame: opened.frame, results: new Map() };
    const operations = structs
      .copiesOf(opened)
      .flatMap(({ type, aside, place }) =>
        copyVariable(aside, place, type, builder.checked.program.span, scope),
      );
    return operations.length === 0 ? next : this.node("aside", operations, next);
  }

  control({ block, frame }: OpenBlock, next: string): string {
    const { declaration } = block;
    if (declaration.kind !== "control") return next;
    return lowerControlBody(declaration, frame, controlExits(next, this.ends.drop), this.parts.builder);
  }

  parser(opened: OpenBlock, next: string): string {
    const { declaration } = opened.block;
    if (declaration.kind !== "parser") return next;
    const { builder, structs } = this.parts;
    const errorField = structs.errorFieldOf(opened);
    const rejectTo = errorField ? this.decisions.parserError(errorField, NO_ERROR, next) : this.ends.drop;
    return lowerParserBody(declaration, opened.frame, next, rejectTo, builder);
  }

  /** `from`: where the fields that are kept come from. */
  private startValues(type: Type, place: Place, from: Place, kept: Kept, isKept = false): Operation[] {
    const { span } = this.parts.builder.checked.program;
    if (type.kind === "stack") return [];
    if (type.kind === "struct" && type.form === "header")
      return [{ kind: "setInvalid", header: place, span, isPassing: true }];
    if (type.kind === "struct")
      return [...type.fields.values()].flatMap(({ name, type: inner, declaration }): Operation[] => {
        const isListed = declaration.annotations.some((each) => each.name.text === "field_list");
        const [to, source] = [memberPlace(place, name), memberPlace(from, name)];
        return this.startValues(inner, to, source, kept, isKept || isListed);
      });
    const shape = shapeOf(type);
    if (kept === "open") return [this.assign(place, unknownValue(shape))];
    if (kept === "listed" && isKept)
      return place === from ? [] : [this.assign(place, readPlace(from, shape))];
    const zero = type.kind === "bits" ? 0n : type.kind === "bool" ? false : null;
    return [this.assign(place, zero === null ? unknownValue(shape) : constant(zero))];
  }

  private assign(target: Place, value: Value): Operation {
    return { kind: "assign", target, header: null, value, span: this.parts.builder.checked.program.span };
  }

  private node(label: string, operations: readonly Operation[], next: string): string {
    const ways = [{ to: next, label: "", guard: null }];
    return this.parts.builder.add(ARCHITECTURE_GROUP, {
      kind: "architecture",
      label,
      span: null,
      operations,
      ways,
    });
  }
}

/** What clones keep of user metadata: nothing, the fields of a list, or what we do not know. */
type Kept = "nothing" | "listed" | "open";

/** Fields of several lists, or clones with and without one, are not told apart. */
function keptMetadata(checked: CheckedProgram): Kept {
  const lists = new Set<string>();
  for (const call of checked.calls.values()) {
    if (call.kind !== "externFunction") continue;
    const name = externName(call);
    if (checked.architecture?.definition.externOutcomes[name] !== "clone") continue;
    const list = call.bindings[2]?.argument?.value;
    const text = list && checked.files.get(list.span.file)?.slice(list.span.start, list.span.end);
    lists.add(name === "clone_preserving_field_list" ? (text ?? "") : name);
  }
  const [only] = lists;
  if (lists.size > 1 || only === "clone3") return "open";
  return only === "clone" ? "nothing" : "listed";
}
