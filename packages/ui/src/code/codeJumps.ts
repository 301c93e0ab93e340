import type { Extension } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";

/** What is asked for at a place of the text. */
export interface JumpHandlers {
  /** F12, or a click with Ctrl (Cmd) held. */
  onDefinition?: ((offset: number) => void) | undefined;
  /** Shift-F12. */
  onReferences?: ((offset: number) => void) | undefined;
}

/** Keys and clicks that ask where something is declared or used. `handlers` gives those of the moment. */
export function codeJumps(handlers: () => JumpHandlers): Extension {
  const atCursor = (name: keyof JumpHandlers) => (view: EditorView) => {
    const handler = handlers()[name];
    handler?.(view.state.selection.main.head);
    return handler !== undefined;
  };
  return [
    keymap.of([
      { key: "F12", run: atCursor("onDefinition"), preventDefault: true },
      { key: "Shift-F12", run: atCursor("onReferences"), preventDefault: true },
    ]),
    EditorView.domEventHandlers({
      mousedown(event, view) {
        const { onDefinition } = handlers();
        if (!(event.ctrlKey || event.metaKey) || event.button !== 0 || !onDefinition) return false;
        const offset = view.posAtCoords({ x: event.clientX, y: event.clientY });
        if (offset === null) return false;
        event.preventDefault();
        onDefinition(offset);
        return true;
      },
    }),
  ];
}
