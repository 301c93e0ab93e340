import type { Extension } from "@codemirror/state";
import { type EditorView, hoverTooltip } from "@codemirror/view";

/** What is known about a piece of the text. */
export interface CodeHover {
  /** The piece it is about; offsets as in the text. */
  from: number;
  to: number;
  /** In the words of the language: "bit<32> srcAddr". */
  code: string;
  /** Further facts, one a line: width, value, cost. */
  facts: readonly string[];
}

/** Answers for a place of the text; null when there is nothing to say. */
export type AskHover = (offset: number) => Promise<CodeHover | null>;

function hoverDom({ code, facts }: CodeHover): HTMLElement {
  const box = document.createElement("div");
  box.className = "p4t-hover";
  const head = box.appendChild(document.createElement("code"));
  head.textContent = code;
  for (const fact of facts) box.appendChild(document.createElement("div")).textContent = fact;
  return box;
}

/** A tooltip over the word under the pointer. `ask` gives the way to the answers of the moment. */
export const codeHover = (ask: () => AskHover | undefined): Extension =>
  hoverTooltip(async (view: EditorView, offset: number) => {
    const { doc } = view.state;
    const found = await ask()?.(offset);
    // the answer is about a text that has changed meanwhile
    if (!found || view.state.doc !== doc || found.to > doc.length) return null;
    return { pos: found.from, end: found.to, above: true, create: () => ({ dom: hoverDom(found) }) };
  });
