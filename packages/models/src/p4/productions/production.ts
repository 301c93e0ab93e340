import type { Node } from "../tree/index.ts";

/**
 * One alternative of the grammar of P4_16 1.2.5 (appendix "P4 grammar"; the ids are its nonterminals, the
 * part behind the colon says which alternative), and how it shows in the tree.
 */
export type Production = { id: string; shows: (node: Node, parent: Node | null) => boolean };

/** A production that nodes of one kind show, all of them or those for which `when` holds. */
export const production = <K extends Node["kind"]>(
  id: string,
  kind: K,
  when: (node: Extract<Node, { kind: K }>, parent: Node | null) => boolean = () => true,
): Production => {
  const isOfKind = (node: Node): node is Extract<Node, { kind: K }> => node.kind === kind;
  return { id, shows: (node, parent) => isOfKind(node) && when(node, parent) };
};
