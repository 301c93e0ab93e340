import type { GraphLayout, Point } from "./layoutGraph.ts";
import { BROKEN_SIGN, INNER, NODE_SIGNS, OUTER } from "./TopologyNodeShape.tsx";
import { linkMood, linkWidth, type Mood, moodOf } from "./topologyLook.ts";
import type { TopologyLink, TopologyNode } from "./topologyTypes.ts";

/** Colours of a drawing, resolved from the tokens. */
export interface TopologyColours {
  background: string;
  face: string;
  line: string;
  edge: string;
  ink: string;
  quiet: string;
  accent: string;
  warn: string;
  bad: string;
  series: readonly string[];
}

/** Reads the tokens as they apply to `element`. */
export function readTopologyColours(element: Element): TopologyColours {
  const style = getComputedStyle(element);
  const token = (name: string) => style.getPropertyValue(`--${name}`).trim() || "#888888";
  return {
    background: token("bg"),
    face: token("surface"),
    line: token("line"),
    edge: token("line-strong"),
    ink: token("ink"),
    quiet: token("ink-3"),
    accent: token("accent"),
    warn: token("warn"),
    bad: token("bad"),
    series: Array.from({ length: 8 }, (_, index) => token(`series-${index + 1}`)),
  };
}

type Placed = { node: TopologyNode; x: number; y: number };

/** A cloud made ready for painting: lines grouped by look into paths that are built once. */
export interface TopologyScene {
  placed: readonly Placed[];
  byId: ReadonlyMap<string, Placed>;
  lines: readonly { mood: Mood; width: number; broken: boolean; path: Path2D }[];
  /** all nodes from afar, by kind of shape and mood */
  dots: readonly { square: boolean; mood: Mood; known: boolean; path: Path2D }[];
  width: number;
  height: number;
}

/** From this magnification on nodes show their signs, and from the next one their names (our choice). */
const SIGNS_FROM = 0.4;
const NAMES_FROM = 0.6;
/** Below this one lines are faint. */
const FAINT_BELOW = 0.25;

export function prepareScene(
  nodes: readonly TopologyNode[],
  links: readonly TopologyLink[],
  layout: GraphLayout,
): TopologyScene {
  const placed = nodes.flatMap((node): Placed[] => {
    const place = layout.nodes[node.id];
    return place ? [{ node, x: place.x, y: place.y }] : [];
  });
  const byId = new Map(placed.map((entry) => [entry.node.id, entry]));
  const lines = new Map<string, TopologyScene["lines"][number]>();
  for (const link of links) {
    const [a, b] = [byId.get(link.a), byId.get(link.b)];
    if (!a || !b) continue;
    const mood = linkMood(link);
    const width = Math.round(linkWidth(link.gbps) * 2) / 2;
    const broken = link.problem !== undefined;
    const key = `${mood} ${width} ${broken}`;
    const group = lines.get(key) ?? { mood, width, broken, path: new Path2D() };
    lines.set(key, group);
    group.path.moveTo(a.x, a.y);
    group.path.lineTo(b.x, b.y);
  }
  const dots = new Map<string, TopologyScene["dots"][number]>();
  for (const { node, x, y } of placed) {
    const square = node.kind === "cluster";
    const [mood, known] = [nodeMood(node), node.utilisation != null];
    const key = `${square} ${mood} ${known}`;
    const group = dots.get(key) ?? { square, mood, known, path: new Path2D() };
    dots.set(key, group);
    if (square) group.path.rect(x - OUTER, y - OUTER, 2 * OUTER, 2 * OUTER);
    else {
      const radius = node.kind === "host" ? INNER : OUTER;
      group.path.moveTo(x + radius, y);
      group.path.arc(x, y, radius, 0, 2 * Math.PI);
    }
  }
  return {
    placed,
    byId,
    lines: [...lines.values()],
    dots: [...dots.values()],
    width: layout.width,
    height: layout.height,
  };
}

export interface TopologyView {
  /** magnification and shift in pixels of the page */
  k: number;
  x: number;
  y: number;
  width: number;
  height: number;
  /** device pixels of a pixel */
  ratio: number;
}

export interface TopologyMarks {
  selectedId: string | null;
  focusedId: string | null;
  hoveredId: string | null;
  /** lines of the routes; `lit` is the only one that stands out, null when all do */
  routes: readonly { id: string; points: readonly Point[]; nodeIds: readonly string[] }[];
  litId: string | null;
  /** ways of a baseline */
  ghosts: readonly { points: readonly Point[] }[];
  /** a node that is being dragged, and where to */
  dragged: { id: string; x: number; y: number } | null;
}

const nodeMood = (node: TopologyNode): Mood => (node.problem ? "bad" : moodOf(node.utilisation));

const signs = new Map<string, Path2D>();

function signOf(kind: TopologyNode["kind"]): Path2D {
  const known = signs.get(kind) ?? new Path2D(NODE_SIGNS[kind]);
  signs.set(kind, known);
  return known;
}

let cross: Path2D | null = null;
/** The sign of what is broken; made late, as there is no Path2D outside a browser. */
function crossPath(): Path2D {
  cross ??= new Path2D(BROKEN_SIGN);
  return cross;
}

const moodColour = (mood: Mood, calm: string, colours: TopologyColours): string =>
  mood === "bad" ? colours.bad : mood === "warn" ? colours.warn : calm;

/** Paints one frame. What is small or outside is left out, so that the cost follows what can be seen. */
export function paintTopology(
  context: CanvasRenderingContext2D,
  scene: TopologyScene,
  view: TopologyView,
  marks: TopologyMarks,
  colours: TopologyColours,
): void {
  const { k, x, y, ratio } = view;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = colours.background;
  context.fillRect(0, 0, view.width, view.height);
  context.setTransform(ratio * k, 0, 0, ratio * k, ratio * x, ratio * y);
  for (const { mood, width, broken, path } of scene.lines) {
    context.strokeStyle = moodColour(mood, colours.edge, colours);
    // many calm lines over each other must not hide what they join
    context.globalAlpha = k < FAINT_BELOW && mood === "calm" ? 0.35 : 1;
    // from afar a line stays as thick as can be seen
    context.lineWidth = Math.max(width, 0.6 / k);
    context.setLineDash(broken ? [4, 4] : []);
    context.stroke(path);
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
  paintRoutes(context, k, marks, colours);
  if (k < SIGNS_FROM) paintDots(context, scene, k, colours);
  else {
    const lit = marks.routes.find((route) => route.id === marks.litId);
    const named = k >= NAMES_FROM;
    for (const entry of inView(scene, view))
      paintNode(context, entry, named, lit !== undefined && !lit.nodeIds.includes(entry.node.id), colours);
  }
  paintMarks(context, scene, k, marks, colours);
}

/** Nodes that can be seen. */
function inView({ placed }: TopologyScene, { k, x, y, width, height }: TopologyView): Placed[] {
  const margin = 2 * OUTER;
  const [left, top] = [-x / k - margin, -y / k - margin];
  const [right, bottom] = [(width - x) / k + margin, (height - y) / k + margin];
  return placed.filter((at) => at.x >= left && at.x <= right && at.y >= top && at.y <= bottom);
}

function paintDots(
  context: CanvasRenderingContext2D,
  scene: TopologyScene,
  k: number,
  colours: TopologyColours,
): void {
  context.lineWidth = Math.max(2, 1 / k);
  for (const { square, mood, known, path } of scene.dots) {
    context.fillStyle = mood === "calm" ? colours.face : moodColour(mood, colours.face, colours);
    context.strokeStyle = moodColour(
      mood,
      known ? colours.accent : square ? colours.ink : colours.quiet,
      colours,
    );
    context.fill(path);
    context.stroke(path);
  }
}

function paintNode(
  context: CanvasRenderingContext2D,
  { node, x, y }: Placed,
  named: boolean,
  faded: boolean,
  colours: TopologyColours,
): void {
  const share = node.utilisation ?? null;
  context.fillStyle = colours.background;
  context.beginPath();
  if (node.kind === "cluster") context.roundRect(x - OUTER, y - OUTER, 2 * OUTER, 2 * OUTER, 5);
  else context.arc(x, y, OUTER, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = colours.face;
  context.strokeStyle = colours.edge;
  context.lineWidth = 1;
  if (node.kind === "cluster") context.stroke();
  else {
    context.beginPath();
    context.arc(x, y, INNER, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
  if (share !== null) {
    context.strokeStyle = moodColour(moodOf(share), colours.accent, colours);
    context.lineWidth = OUTER - INNER - 1;
    context.beginPath();
    context.arc(
      x,
      y,
      (INNER + 1 + OUTER) / 2,
      -Math.PI / 2,
      -Math.PI / 2 + 2 * Math.PI * Math.min(1, Math.max(0, share)),
    );
    context.stroke();
  }
  context.strokeStyle = faded ? colours.quiet : colours.ink;
  context.lineWidth = 1.25;
  context.translate(x, y);
  context.stroke(signOf(node.kind));
  if (node.problem) {
    context.strokeStyle = colours.bad;
    context.lineWidth = 2.5;
    context.stroke(crossPath());
  }
  context.translate(-x, -y);
  if (!named) return;
  context.textAlign = "center";
  context.font = "500 12px system-ui, sans-serif";
  context.fillStyle = faded ? colours.quiet : colours.ink;
  context.fillText(shortened(node.label), x, y + OUTER + 12);
  if (!node.detail) return;
  context.font = "11px system-ui, sans-serif";
  context.fillStyle = colours.quiet;
  context.fillText(shortened(node.detail), x, y + OUTER + 24);
}

/** As much of a name as the room between two nodes takes. */
const shortened = (text: string): string => (text.length > 15 ? `${text.slice(0, 14)}…` : text);

function paintRoutes(
  context: CanvasRenderingContext2D,
  k: number,
  { routes, ghosts, litId }: TopologyMarks,
  colours: TopologyColours,
): void {
  context.lineJoin = "round";
  context.lineCap = "round";
  const trace = (points: readonly Point[]): void => {
    context.beginPath();
    points.forEach(([x, y], at) => {
      if (at === 0) context.moveTo(x, y);
      else context.lineTo(x, y);
    });
    context.stroke();
  };
  context.strokeStyle = colours.quiet;
  context.lineWidth = Math.max(4, 1.5 / k);
  context.setLineDash([2, 6]);
  for (const { points } of ghosts) trace(points);
  context.setLineDash([]);
  routes.forEach((route, index) => {
    context.strokeStyle = colours.series[index % colours.series.length] ?? colours.ink;
    context.lineWidth = Math.max(route.id === litId ? 5 : 3, 1.5 / k);
    context.globalAlpha = litId !== null && route.id !== litId ? 0.25 : 0.9;
    trace(route.points);
  });
  context.globalAlpha = 1;
  context.lineCap = "butt";
}

function paintMarks(
  context: CanvasRenderingContext2D,
  scene: TopologyScene,
  k: number,
  { selectedId, focusedId, hoveredId, dragged }: TopologyMarks,
  colours: TopologyColours,
): void {
  const ring = (id: string | null, colour: string, width: number): void => {
    const at = id === dragged?.id ? dragged : scene.byId.get(id ?? "");
    if (!at) return;
    context.strokeStyle = colour;
    context.lineWidth = width / k;
    context.beginPath();
    context.arc(at.x, at.y, OUTER + 4 / k, 0, 2 * Math.PI);
    context.stroke();
  };
  ring(hoveredId, colours.quiet, 1.5);
  ring(focusedId, colours.accent, 1.5);
  ring(selectedId, colours.accent, 3);
  ring(dragged?.id ?? null, colours.accent, 3);
}

/** The node under a point of the drawing, at most its radius away; null when there is none. */
export function nodeAt({ placed }: TopologyScene, x: number, y: number): TopologyNode | null {
  let nearest: TopologyNode | null = null;
  let least = OUTER * OUTER;
  for (const at of placed) {
    const squared = (at.x - x) ** 2 + (at.y - y) ** 2;
    if (squared > least) continue;
    least = squared;
    nearest = at.node;
  }
  return nearest;
}
