import type { ConstantValue } from "../checkedProgram.ts";
import type {
  ControlDeclaration,
  Expression,
  InstantiationDeclaration,
  PackageDeclaration,
  ParserDeclaration,
} from "../tree/index.ts";
import type { BoundArgument } from "../types/call/resolvedCall.ts";

/** What a block does to a packet; the order of blocks is the order of `ArchitectureDefinition.blocks`. */
type BlockRole =
  | "parser"
  | "verifyChecksum"
  | "ingress"
  | "egress"
  | "computeChecksum"
  | "deparser"
  | "filter";

type PacketOutcome = "drop" | "recirculate" | "clone";

/** One programmable block of an architecture. */
export type BlockDefinition = {
  /** name of the constructor parameter of the package (or, nested, `ig.p` for a package that takes packages) */
  parameter: string;
  role: BlockRole;
  /** what people call it: "ParserImpl", "Ingress" */
  title: string;
  /** a form of the package may lack the block */
  isOptional?: true;
};

/** A field (or an `out` parameter of a block) whose value decides the fate of the packet. */
export type MetadataOutcome = {
  /**
   * the name of the struct type that has `field`; or a block, by its parameter of the package, and the
   * position of its parameter
   */
  holder: { struct: string } | { block: string; parameter: number };
  /** null when the parameter itself is meant */
  field: string | null;
  value: ConstantValue;
  /** what the architecture puts there before the program runs; null when it says nothing */
  initial: ConstantValue | null;
  outcome: PacketOutcome;
};

/**
 * An architecture as data: adding one means adding a record and its declarations, no code branch.
 * Effects name extern functions and metadata fields, so that paths can tell their outcome.
 */
export type ArchitectureDefinition = {
  /** "v1model" */
  id: string;
  /** "V1Switch": the package that `main` instantiates */
  packageName: string;
  /** "v1model.p4" */
  includeFile: string;
  /** macros that compilers set for it; used when the architecture is asked for by name */
  defines: Readonly<Record<string, string>>;
  /**
   * a struct or header that tells it from other architectures with a package of this name; null when the name is enough
   */
  declares: string | null;
  blocks: BlockDefinition[];
  /** extern functions, and methods as "Mirror.emit", that decide the fate of the packet */
  externOutcomes: Readonly<Record<string, PacketOutcome>>;
  /** writing this constant to this metadata field drops; null when there is no such port */
  dropPort: { field: string; value: bigint } | null;
  metadataOutcomes: readonly MetadataOutcome[];
  /** its machine divides; left out: only by powers of two, by shifting */
  dividesAtRunTime?: true;
};

/** Which parser or control of the program plays a block. */
export type BlockBinding = BlockDefinition & {
  /** null when the argument does not resolve to a parser or control of the program */
  declaration: ParserDeclaration | ControlDeclaration | null;
  /** what stands for it among the arguments of `main`, or of a package inside it */
  argument: Expression | null;
  /** what its constructor gets */
  given: readonly BoundArgument[];
};

/** The architecture that `main` instantiates, with the program's blocks in packet order. */
export type ArchitectureModel = {
  definition: ArchitectureDefinition;
  main: InstantiationDeclaration;
  package: PackageDeclaration;
  bindings: BlockBinding[];
};
