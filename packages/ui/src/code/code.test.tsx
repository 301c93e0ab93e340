// @vitest-environment jsdom
import { EditorState, Text } from "@codemirror/state";
import { EditorView } from "@codemirror/view";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { act } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { CodeEditor } from "./CodeEditor.tsx";
import { CodeView } from "./CodeView.tsx";
import { lineMarks, setLineHeat, setLineRanges } from "./lineMarks.ts";
import type { CodeToken } from "./tokenColumns.ts";
import { toLintDiagnostics } from "./toLintDiagnostics.ts";

afterEach(cleanup);

const SOURCE = "header h_t {}\nparser P() {\n}\n";

const span = (start: number, end: number, file = "a.p4") => ({
  file,
  start,
  end,
  line: 1,
  column: 1,
  endLine: 1,
  endColumn: 1,
});

describe("toLintDiagnostics", () => {
  test.each([
    ["as it stands", span(2, 5), { from: 2, to: 5 }],
    ["empty spans cover a character", span(2, 2), { from: 2, to: 3 }],
    ["past the end", span(50, 60), { from: 10, to: 10 }],
    ["without a span", null, { from: 0, to: 1 }],
  ])("%s", (_name, place, expected) => {
    const [found] = toLintDiagnostics(
      Text.of(["0123456789"]),
      [{ severity: "error", code: "X", message: "m", span: place }],
      "a.p4",
    );
    expect(found).toMatchObject({ ...expected, severity: "error", message: "m", source: "X" });
  });

  test("those of other files are left out", () => {
    const other = { severity: "error" as const, code: "X", message: "m", span: span(0, 1, "core.p4") };
    expect(toLintDiagnostics(Text.of(["0"]), [other], "a.p4")).toEqual([]);
  });
});

const editorOf = (name: string) => EditorView.findFromDOM(screen.getByRole("textbox", { name }));

test("the view shows tokens, lit lines and problems, and cannot be changed", () => {
  const tokens = (): CodeToken[] => [
    { kind: "keyword", start: 0, end: 6 },
    { kind: "identifier", start: 7, end: 10 },
    { kind: "keyword", start: 3, end: 5 },
    { kind: "keyword", start: 90, end: 95 },
  ];
  const { container } = render(
    <CodeView
      label="Source"
      value={SOURCE}
      tokens={tokens}
      highlights={[{ from: 2, to: 9 }]}
      diagnostics={[{ severity: "error", code: "P4", message: "boom", span: span(14, 20) }]}
    />,
  );
  expect([...container.querySelectorAll(".p4t-keyword")].map((element) => element.textContent)).toEqual([
    "header",
  ]);
  expect(container.querySelectorAll(".p4t-line-path")).toHaveLength(3);
  expect(container.querySelector(".cm-lintRange-error")?.textContent).toBe("parser");
  expect(editorOf("Source")?.state.readOnly).toBe(true);
});

test("the editor tells changes and the cursor's line, and takes a new value", () => {
  const onChange = vi.fn();
  const onCursorLine = vi.fn();
  const props = { label: "Source", onChange, onCursorLine };
  const { rerender } = render(<CodeEditor {...props} value={SOURCE} />);
  const editor = editorOf("Source");
  act(() => editor?.dispatch({ selection: { anchor: 15 } }));
  expect(onCursorLine).toHaveBeenLastCalledWith(2);
  act(() => editor?.dispatch({ changes: { from: 0, insert: "//" } }));
  expect(onChange).toHaveBeenLastCalledWith(`//${SOURCE}`);
  rerender(<CodeEditor {...props} value="new" />);
  expect(editor?.state.doc.toString()).toBe("new");
});

test("marks beyond the text are left out, and follow an edit", () => {
  const parent = document.createElement("div");
  const view = new EditorView({
    parent,
    state: EditorState.create({ doc: "a\nb\nc", extensions: [lineMarks()] }),
  });
  view.dispatch({
    effects: [
      setLineRanges.of([
        { from: 3, to: 3, tone: "focus" },
        { from: 0, to: 1 },
      ]),
      setLineHeat.of([
        { line: 2, heat: 1, title: "1 µs" },
        { line: 99, heat: 1 },
      ]),
    ],
  });
  view.dispatch({ changes: { from: 1, insert: "\nnew" } });
  const lit = [...parent.querySelectorAll(".p4t-line-path, .p4t-line-focus")].map((element) => [
    element.className.match(/p4t-line-\w+/)?.[0],
    element.textContent,
  ]);
  expect(lit).toEqual([
    ["p4t-line-path", "a"],
    ["p4t-line-focus", "c"],
  ]);
  expect(parent.querySelectorAll(".p4t-heat")).toHaveLength(1);
  view.destroy();
});

test("definitions and uses are asked for by key, at the cursor", () => {
  const onDefinition = vi.fn();
  const onReferences = vi.fn();
  const { rerender } = render(
    <CodeEditor label="Source" value={SOURCE} {...{ onDefinition, onReferences }} />,
  );
  const editor = editorOf("Source");
  act(() => editor?.dispatch({ selection: { anchor: 8 } }));
  const content = screen.getByRole("textbox", { name: "Source" });
  fireEvent.keyDown(content, { key: "F12", keyCode: 123 });
  fireEvent.keyDown(content, { key: "F12", keyCode: 123, shiftKey: true });
  expect([onDefinition.mock.calls, onReferences.mock.calls]).toEqual([[[8]], [[8]]]);
  rerender(<CodeEditor label="Source" value={SOURCE} goTo={{ line: 2, column: 8 }} />);
  expect(editor?.state.selection.main.head).toBe(SOURCE.indexOf("P()"));
});

test("marks of an older text wait for those of the new one", () => {
  const props = { label: "Source", value: SOURCE, onChange: vi.fn() };
  const heat = [{ line: 1, heat: 1 }];
  const { container, rerender } = render(<CodeEditor {...props} marksFor={SOURCE} />);
  act(() => editorOf("Source")?.dispatch({ changes: { from: 0, insert: "// " } }));
  rerender(<CodeEditor {...props} heat={heat} marksFor={SOURCE} />);
  expect(container.querySelectorAll(".p4t-heat")).toHaveLength(0);
  rerender(<CodeEditor {...props} heat={heat} marksFor={`// ${SOURCE}`} />);
  expect(container.querySelectorAll(".p4t-heat")).toHaveLength(1);
});
