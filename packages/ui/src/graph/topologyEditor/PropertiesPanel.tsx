"use client";
import type { ReactNode } from "react";
import { CommitInput } from "../../primitives/CommitInput.tsx";
import { Field } from "../../primitives/Field.tsx";
import type { SelectOption } from "../../primitives/Select.tsx";
import type { EditorAction, EditorState, LinkPatch, NodePatch } from "./editorState.ts";
import { LinkFields } from "./LinkFields.tsx";
import { NodeFields } from "./NodeFields.tsx";
import { linkKey, type Places } from "./topologyEdits.ts";

export interface PropertiesPanelProps {
  state: EditorState;
  base: Places;
  dispatch: (action: EditorAction) => void;
  profiles: readonly SelectOption<string>[];
  /** why a text cannot be the id of a node; null when it can */
  checkId: (text: string) => string | null;
}

/** Why a text is no name; null when it is one. */
const named = (text: string): string | null => (text === "" ? "A name is needed." : null);

/** What is selected, field by field; of several nodes or links the fields that they share. */
export function PropertiesPanel({ state, base, dispatch, profiles, checkId }: PropertiesPanelProps) {
  const { doc, selection } = state;
  const nodes = doc.nodes.filter((node) => selection.nodes.includes(node.id));
  const links = doc.links.filter((link) => selection.links.includes(linkKey(link)));
  const patchNodes = (patch: NodePatch) =>
    dispatch({ type: "patchNodes", ids: selection.nodes, patch, base });
  const patchLinks = (patch: LinkPatch) =>
    dispatch({ type: "patchLinks", keys: selection.links, patch, base });
  const [node] = nodes;
  if (nodes.length === 0 && links.length === 0) {
    return (
      <>
        <Field label="Name of the cloud">
          {(control) => (
            <CommitInput
              {...control}
              value={doc.name}
              check={named}
              onCommit={(name) => dispatch({ type: "name", name })}
            />
          )}
        </Field>
        <p className="text-xs text-ink-3">
          Select a node or a link to edit it. Add nodes from the palette, link them by the dot beside a node,
          or select several and press L.
        </p>
      </>
    );
  }
  return (
    <>
      {node ? (
        <Group title={nodes.length === 1 ? `Node ${node.id}` : `${nodes.length} nodes`}>
          {nodes.length === 1 ? (
            <Field label="Id">
              {(control) => (
                <CommitInput
                  key={node.id}
                  {...control}
                  value={node.id}
                  check={(text) =>
                    named(text) ??
                    (text !== node.id && doc.nodes.some((other) => other.id === text)
                      ? `There is another node "${text}".`
                      : checkId(text))
                  }
                  onCommit={(to) => dispatch({ type: "rename", id: node.id, to, base })}
                />
              )}
            </Field>
          ) : null}
          <NodeFields nodes={nodes} profiles={profiles} onPatch={patchNodes} />
        </Group>
      ) : null}
      {links.length > 0 ? (
        <Group title={links.length === 1 ? `Link ${links[0]?.a} – ${links[0]?.b}` : `${links.length} links`}>
          <LinkFields links={links} onPatch={patchLinks} />
        </Group>
      ) : null}
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-2 text-sm font-semibold text-ink">{title}</legend>
      {children}
    </fieldset>
  );
}
