import type { Point } from "./layoutGraph.ts";
import { BROKEN_SIGN, INNER, NODE_SIGNS, OUTER } from "./TopologyNodeShape.tsx";
import { moodColour, type TopologyColours } from "./topologyColours.ts";
import { moodOf } from "./topologyLook.ts";
import type { Placed, TopologyScene } from "./topologyScene.ts";
import type { TopologyNode } from "./topologyTypes.ts";

/** From this magnification on nodes show their signs, and from the next one their names (our choice). */
const SIGNS_FROM = 0.4;
const NAMES_FROM = 0.6;
/** Below this one lines are faint. */
const FAINT_BELOW = 0.25;

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
