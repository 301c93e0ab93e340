import type { ArchitectureDefinition, CheckedProgram } from "../../p4/index.ts";
import type { Contents } from "../entries/contents.ts";
import { type ProgramTable, programTables } from "../entries/programTables.ts";
import type { Flow } from "../flow/flow.ts";
import { lowerControlBody } from "./bodies.ts";
import { type Exits, FlowBuilder, type FlowFor } from "./builder.ts";
import { lowerCall } from "./calls.ts";
import { ARCHITECTURE_GROUP, Decisions } from "./decisions.ts";
import { externName } from "./externs.ts";
import { type Fate, fatePlace } from "./fates.ts";
import { lowerParserBody } from "./parsers.ts";
import { NO_ERROR, semanticsOf } from "./semantics.ts";
import { type Block, type OpenBlock, SharedStructs } from "./sharedStructs.ts";
import { lowerStatements } from "./statements.ts";

/**
 * The flow of a whole program: its blocks in packet order, with the architecture's decisions between them.
 * Null when `main` does not bind an architecture that we know.
 */
export function lowerProgram(
  checked: CheckedProgram,
  contents: Contents | null,
  tables: readonly ProgramTable[] = programTables(checked),
  flowFor: FlowFor = "paths",
): Flow | null {
  const parts = partsOf(checked, contents, tables, flowFor);
  if (!parts) return null;
  const { blocks, builder, structs } = parts;
  const opened = blocks.map((block) => structs.open(block));
  return builder.finish(lowerBlocks(opened, structs, decisionsOf(parts), builder));
}

/** What the flows of a program are made with. */
export type FlowParts = {
  definition: ArchitectureDefinition;
  /** those that are walked, in packet order */
  blocks: readonly Block[];
  builder: FlowBuilder;
  structs: SharedStructs;
  /** what the program asks for by calling an extern */
  fates: ReadonlySet<Fate>;
};

/** Null when `main` does not bind an architecture that we know. */
export function partsOf(
  checked: CheckedProgram,
  contents: Contents | null,
  tables: readonly ProgramTable[],
  flowFor: FlowFor = "paths",
): FlowParts | null {
  const { architecture } = checked;
  if (!architecture) return null;
  const { definition } = architecture;
  const semantics = semanticsOf(definition.id);
  const fates = fatesOf(checked);
  if (semantics.dropsUnlessSent) fates.add("drop");
  const blocks = architecture.bindings.filter(
    (binding): binding is Block => binding.declaration !== null && isWalked(binding.role, definition),
  );
  if (blocks.length === 0) return null;
  const builder = new FlowBuilder(
    checked,
    semantics,
    { tables, contents, flowFor },
    {
      statements: lowerStatements,
      call: lowerCall,
    },
  );
  if (semantics.dropsUnlessSent) builder.storage.set(fatePlace("drop").root, true);
  const structs = new SharedStructs(builder, definition, !fates.has("recirculate"));
  return { definition, blocks, builder, structs, fates };
}

/** The decisions of the architecture, once all blocks are open. */
export const decisionsOf = ({ definition, builder, structs, fates }: FlowParts): Decisions =>
  new Decisions(builder, {
    dropPort: definition.dropPort,
    fates,
    values: structs.decidingValues(),
    flowFor: builder.flowFor,
    span: builder.checked.program.span,
  });

/** Checksums cost nothing (SPEC G11); a deparser is of interest where externs in it decide about the packet. */
function isWalked(role: string, { externOutcomes }: ArchitectureDefinition): boolean {
  if (role === "deparser") return Object.keys(externOutcomes).some((name) => name.includes("."));
  return role !== "verifyChecksum" && role !== "computeChecksum";
}

/** Lowers the blocks from the last to the first; the id of the first node. */
function lowerBlocks(
  blocks: readonly OpenBlock[],
  structs: SharedStructs,
  decisions: Decisions,
  builder: FlowBuilder,
): string {
  builder.addGroup({ id: ARCHITECTURE_GROUP, kind: "architecture", label: "architecture" });
  const ends = decisions.ends();
  const last = decisions.last(ends);
  const firstOfEgress = blocks.find((block) => block.isEgress);
  let next = last;
  for (const opened of [...blocks].reverse()) {
    const { block, frame } = opened;
    const { declaration } = block;
    if (declaration.kind === "parser") {
      const errorField = structs.errorFieldOf(opened);
      const rejectTo = errorField
        ? decisions.parserError(errorField, NO_ERROR, next)
        : decisions.rejected(opened.isEgress, ends);
      next = lowerParserBody(declaration, frame, next, rejectTo, builder);
    } else {
      if (block.role === "deparser") builder.leaveUncounted(frame.group);
      next = lowerControlBody(declaration, frame, controlExits(next, ends.drop), builder);
    }
    if (opened === firstOfEgress) next = decisions.trafficManager(next, last, ends);
  }
  return next;
}

export const controlExits = (next: string, drop: string): Exits => ({
  next,
  returnTo: next,
  exitTo: next,
  rejectTo: drop,
  breakTo: null,
  continueTo: null,
  result: null,
});

/** What the program asks for by calling an extern. */
export function fatesOf(checked: CheckedProgram): Set<Fate> {
  const outcomes = checked.architecture?.definition.externOutcomes ?? {};
  const fates = new Set<Fate>();
  for (const call of checked.calls.values()) {
    if (call.kind !== "externFunction" && call.kind !== "externMethod") continue;
    const fate = outcomes[externName(call)];
    if (fate) fates.add(fate);
  }
  return fates;
}
