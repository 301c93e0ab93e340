import type { Diagnostic } from "@p4twin/models/core";
import {
  type ImportedTopology,
  importTopology,
  parseTopology,
  type Topology,
  type TopologyFormat,
  topologyJson,
  topologyYaml,
} from "@p4twin/models/topology";
import { createEditorState, type EditorAction, type EditorState, editorReducer } from "@p4twin/ui/graph";

/** A cloud that is being described: its text and its drawing, which say the same. */
export type CloudDraft = {
  text: string;
  fileName: string;
  /** errors of the text, with their places in it */
  problems: readonly Diagnostic[];
  /** what changed the cloud last: wrong text stops the drawing, a wrong drawing can still be mended there */
  from: "text" | "drawing";
  /** null when no text ever said a topology */
  editor: EditorState | null;
  /** what the file of another format held and ours does not, or what was supposed */
  imported: { fileName: string; format: TopologyFormat; notes: readonly Diagnostic[] } | null;
};

export type DraftAction =
  /** `read`: the text as a worker read it; left out, it is read here */
  | { type: "text"; text: string; fileName?: string; read?: ImportedTopology }
  /** a large text is on its way through the worker */
  | { type: "reading"; text: string; fileName?: string }
  | { type: "start"; topology: Topology }
  | { type: "edit"; action: EditorAction }
  | { type: "forgetImport" };

const textOf = (topology: Topology, fileName: string): string =>
  /\.ya?ml$/i.test(fileName) ? topologyYaml(topology) : topologyJson(topology);

export const createDraft = (topology: Topology): CloudDraft => ({
  text: topologyJson(topology),
  fileName: "topology.json",
  problems: [],
  from: "drawing",
  editor: createEditorState(topology),
  imported: null,
});

/** Keeps text and drawing in step, whichever of them is changed. */
export function draftReducer(draft: CloudDraft, action: DraftAction): CloudDraft {
  switch (action.type) {
    case "text":
      return ofText(draft, action);
    case "reading":
      return { ...draft, text: action.text, fileName: action.fileName ?? draft.fileName, problems: READING };
    case "start":
      return createDraft(action.topology);
    case "forgetImport":
      return { ...draft, imported: null };
    case "edit":
      return draft.editor ? ofDrawing(draft, editorReducer(draft.editor, action.action)) : draft;
  }
}

/** Texts from here on are read in a worker: thousands of mistakes take seconds (our choice). */
export const LARGE_TEXT = 64_000;
const READING: readonly Diagnostic[] = [
  { severity: "error", code: "reading", message: "This text is still being read.", span: null },
];

type TextAction = Extract<DraftAction, { type: "text" }>;

function ofText(draft: CloudDraft, { text, fileName: opened, read }: TextAction): CloudDraft {
  // an editor of text also tells what was written into it
  if (opened === undefined && read === undefined && text === draft.text) return draft;
  // a newer text was written meanwhile
  if (read !== undefined && text !== draft.text) return draft;
  const fileName = opened ?? draft.fileName;
  const { format, topology, diagnostics } = read ?? importTopology(text, fileName);
  if (!topology) {
    // while one types, the last drawing without problems stays; of another file nothing is left
    const editor = opened === undefined ? draft.editor : null;
    return { ...draft, text, fileName, problems: diagnostics, from: "text", editor };
  }
  const fresh = opened !== undefined || format !== "p4twin";
  const editor = editorReducer(draft.editor ?? createEditorState(topology), {
    type: "replace",
    doc: topology,
    fresh,
  });
  if (format === "p4twin") {
    const imported = opened === undefined ? draft.imported : null;
    return { ...draft, text, fileName, problems: [], from: "text", editor, imported };
  }
  // a foreign text becomes ours at once, so that it can be edited as text too
  return {
    text: topologyYaml(topology),
    fileName: "topology.yaml",
    problems: [],
    from: "text",
    editor,
    imported: { fileName, format, notes: diagnostics },
  };
}

function ofDrawing(draft: CloudDraft, editor: EditorState): CloudDraft {
  if (editor.doc === draft.editor?.doc) return { ...draft, editor };
  const text = textOf(editor.doc, draft.fileName);
  const { diagnostics } = parseTopology(text, draft.fileName);
  return { ...draft, text, problems: diagnostics, from: "drawing", editor };
}
