import type { Topology, TopologyLink, TopologyNode } from "@p4twin/models/topology";
import {
  type Fragment,
  fragmentOf,
  freeId,
  linkKey,
  newLinks,
  type Places,
  patched,
  renamed,
  withCopy,
  withPlaces,
} from "./topologyEdits.ts";

export type NodeKind = TopologyNode["kind"];

export interface Selection {
  nodes: readonly string[];
  /** links by `linkKey` */
  links: readonly string[];
}

/** What undo goes back to. `drawn`: the positions of the nodes are those on the screen, pixel by pixel. */
interface Snapshot {
  doc: Topology;
  drawn: boolean;
}

export interface EditorState extends Snapshot {
  selection: Selection;
  past: readonly Snapshot[];
  future: readonly Snapshot[];
  /** changes of one kind that follow each other are undone together */
  merging: string | null;
  clipboard: Fragment | null;
  pasted: number;
}

export type NodePatch = { [Key in Exclude<keyof TopologyNode, "id">]?: TopologyNode[Key] | undefined };
export type LinkPatch = { [Key in Exclude<keyof TopologyLink, "a" | "b">]?: TopologyLink[Key] | undefined };

/**
 * `base`: where nodes are seen that were not drawn by hand; null for an edit outside the drawing, which gives
 * no node a place.
 */
export type EditorAction =
  | { type: "add"; kind: NodeKind; profile?: string; at: { x: number; y: number }; base: Places }
  | { type: "connect"; a: string; b: string; gbps: number; base: Places }
  | { type: "connectSelected"; gbps: number; base: Places }
  | { type: "move"; places: Places; base: Places; byKey?: boolean }
  | { type: "arrange"; places: Places }
  | { type: "remove"; base: Places }
  | { type: "patchNodes"; ids: readonly string[]; patch: NodePatch; base: Places | null }
  | { type: "patchLinks"; keys: readonly string[]; patch: LinkPatch; base: Places }
  | { type: "rename"; id: string; to: string; base: Places }
  | { type: "name"; name: string }
  | { type: "copy"; base: Places }
  | { type: "paste"; base: Places }
  /** another text was typed, or another file opened (`fresh`: nothing of the old is left to undo) */
  | { type: "replace"; doc: Topology; fresh?: boolean }
  | { type: "select"; selection: Selection }
  | { type: "selectAll" }
  | { type: "undo" }
  | { type: "redo" };

/** How far back undo goes (our choice). */
const MAX_UNDO = 100;
const NOTHING: Selection = { nodes: [], links: [] };

export const createEditorState = (doc: Topology): EditorState => ({
  doc,
  drawn: false,
  selection: NOTHING,
  past: [],
  future: [],
  merging: null,
  clipboard: null,
  pasted: 0,
});

/** The next state of the editor. What cannot be done (a link twice, a name taken) changes nothing. */
export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case "select":
      return { ...state, selection: action.selection, merging: null };
    case "selectAll":
      return {
        ...state,
        selection: { nodes: state.doc.nodes.map((node) => node.id), links: state.doc.links.map(linkKey) },
      };
    case "undo":
      return travel(state, state.past.at(-1), (here) => ({
        past: state.past.slice(0, -1),
        future: [here, ...state.future],
      }));
    case "redo":
      return travel(state, state.future[0], (here) => ({
        past: [...state.past, here],
        future: state.future.slice(1),
      }));
    case "copy":
      return {
        ...state,
        clipboard: fragmentOf(placed(state, action.base), state.selection.nodes),
        pasted: 0,
      };
    case "replace":
      if (action.fresh) return { ...createEditorState(action.doc), clipboard: state.clipboard };
      return {
        ...changed(state, { doc: action.doc, drawn: false }, "text"),
        selection: kept(state.selection, action.doc),
      };
    case "arrange":
      return changed(state, { doc: withPlaces(state.doc, action.places), drawn: true }, null);
    case "name":
      return changed(state, { ...state, doc: { ...state.doc, name: action.name } }, "name");
    default:
      return edit(state, placed(state, action.base), action);
  }
}

type Edit = Exclude<
  EditorAction,
  { type: "select" | "selectAll" | "undo" | "redo" | "copy" | "replace" | "arrange" | "name" }
>;

function edit(state: EditorState, doc: Topology, action: Edit): EditorState {
  const next = (
    after: Topology,
    merging: string | null = null,
    selection = state.selection,
  ): EditorState => ({
    ...changed(state, { doc: after, drawn: state.drawn || action.base !== null }, merging),
    selection,
  });
  const connect = (pairs: readonly (readonly [string, string])[], gbps: number): EditorState => {
    const links = newLinks(doc, pairs, gbps);
    if (links.length === 0) return state;
    const after = { ...doc, links: [...doc.links, ...links] };
    return next(after, null, { nodes: [], links: links.map(linkKey) });
  };
  switch (action.type) {
    case "add": {
      const id = freeId(doc, action.profile ?? action.kind);
      const position = { x: Math.round(action.at.x), y: Math.round(action.at.y) };
      const node: TopologyNode = {
        id,
        kind: action.kind,
        ...(action.profile === undefined ? {} : { profile: action.profile }),
        position,
      };
      return next({ ...doc, nodes: [...doc.nodes, node] }, null, { nodes: [id], links: [] });
    }
    case "connect":
      return connect([[action.a, action.b]], action.gbps);
    case "connectSelected": {
      // the first stays, the others are linked to it: a switch and its hosts
      const [first, ...others] = state.selection.nodes;
      return connect(
        others.map((other) => [first ?? "", other]),
        action.gbps,
      );
    }
    case "move":
      return next(withPlaces(doc, action.places), action.byKey ? "keys" : null);
    case "remove": {
      const [nodes, links] = [new Set(state.selection.nodes), new Set(state.selection.links)];
      if (nodes.size + links.size === 0) return state;
      return next(
        {
          ...doc,
          nodes: doc.nodes.filter((node) => !nodes.has(node.id)),
          links: doc.links.filter(
            (link) => !nodes.has(link.a) && !nodes.has(link.b) && !links.has(linkKey(link)),
          ),
        },
        null,
        NOTHING,
      );
    }
    case "patchNodes": {
      const ids = new Set(action.ids);
      const nodes = doc.nodes.map((node) => (ids.has(node.id) ? patched(node, action.patch) : node));
      return next({ ...doc, nodes }, `nodes ${action.ids.join(" ")} ${Object.keys(action.patch).join(" ")}`);
    }
    case "patchLinks": {
      const keys = new Set(action.keys);
      const links = doc.links.map((link) => (keys.has(linkKey(link)) ? patched(link, action.patch) : link));
      return next({ ...doc, links }, `links ${action.keys.join(" ")} ${Object.keys(action.patch).join(" ")}`);
    }
    case "rename": {
      const after = renamed(doc, action.id, action.to);
      return after === null ? state : next(after, null, { nodes: [action.to], links: [] });
    }
    case "paste": {
      if (!state.clipboard?.nodes.length) return state;
      const copy = withCopy(doc, state.clipboard, state.pasted + 1);
      return { ...next(copy.doc, null, { nodes: copy.ids, links: [] }), pasted: state.pasted + 1 };
    }
  }
}

/** The document with the positions that are on the screen, so that what is not moved stays where it is seen. */
const placed = (state: EditorState, base: Places | null): Topology =>
  state.drawn || base === null ? state.doc : withPlaces(state.doc, base);

function changed(state: EditorState, next: Snapshot, merging: string | null): EditorState {
  const goesOn = merging !== null && merging === state.merging;
  const here: Snapshot = { doc: state.doc, drawn: state.drawn };
  return {
    ...state,
    doc: next.doc,
    drawn: next.drawn,
    past: goesOn ? state.past : [...state.past, here].slice(-MAX_UNDO),
    future: [],
    merging,
  };
}

function travel(
  state: EditorState,
  to: Snapshot | undefined,
  stacks: (here: Snapshot) => Pick<EditorState, "past" | "future">,
): EditorState {
  if (!to) return state;
  return {
    ...state,
    ...stacks({ doc: state.doc, drawn: state.drawn }),
    doc: to.doc,
    drawn: to.drawn,
    selection: kept(state.selection, to.doc),
    merging: null,
  };
}

/** What of a selection is still there. */
function kept(selection: Selection, doc: Topology): Selection {
  const nodes = new Set(doc.nodes.map((node) => node.id));
  const links = new Set(doc.links.map(linkKey));
  return {
    nodes: selection.nodes.filter((id) => nodes.has(id)),
    links: selection.links.filter((key) => links.has(key)),
  };
}
