import type uPlot from "uplot";
import type { ChartColours } from "./chartColours.ts";

/** Something that happened, shown as a flag on the time axis. */
export interface SeriesEvent {
  id: string;
  /** Epoch seconds. */
  x: number;
  label: string;
  tone?: "ok" | "warn" | "bad";
}

export interface Limits {
  plUs: number | null;
  dlUs: number | null;
  /** p99 above it raises the alarm */
  alarmUs: number | null;
}

const FONT = "11px ui-sans-serif, system-ui, sans-serif";

/** Labelled lines across the plot, where they are in view: PL (dashed), DL (dotted), alarm (dash and dot). */
export function drawLimits(
  plot: uPlot,
  limits: Limits,
  text: (us: number) => string,
  colours: ChartColours,
): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const lines = [
    { us: limits.plUs, word: "PL", line: colours.pl, ink: colours.plInk, dash: [8, 4] },
    { us: limits.dlUs, word: "DL", line: colours.dl, ink: colours.dlInk, dash: [2, 3] },
    { us: limits.alarmUs, word: "alarm", line: colours.quiet, ink: colours.ink, dash: [8, 3, 2, 3] },
  ];
  ctx.save();
  ctx.font = FONT.replace("11px", `${11 * ratio}px`);
  ctx.textBaseline = "bottom";
  ctx.textAlign = "right";
  for (const { us, word, line, ink, dash } of lines) {
    if (us === null) continue;
    const y = Math.round(plot.valToPos(us, "y", true));
    if (y < bbox.top || y > bbox.top + bbox.height) continue;
    ctx.strokeStyle = line;
    ctx.lineWidth = 1.5 * ratio;
    ctx.setLineDash(dash.map((length) => length * ratio));
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
    const label = `${word} ${text(us)}`;
    const width = ctx.measureText(label).width;
    const right = bbox.left + bbox.width - 4 * ratio;
    ctx.fillStyle = colours.surface;
    ctx.globalAlpha = 0.8;
    ctx.fillRect(right - width - 2 * ratio, y - 15 * ratio, width + 4 * ratio, 13 * ratio);
    ctx.globalAlpha = 1;
    ctx.fillStyle = ink;
    ctx.fillText(label, right, y - 2 * ratio);
  }
  ctx.restore();
}

/** Draws events as flags at the foot of the plot with a faint line up. */
export function drawEvents(plot: uPlot, events: readonly SeriesEvent[], colours: ChartColours): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  const bottom = bbox.top + bbox.height;
  ctx.save();
  for (const event of events) {
    const x = Math.round(plot.valToPos(event.x, "x", true));
    if (x < bbox.left || x > bbox.left + bbox.width) continue;
    ctx.strokeStyle = colours[event.tone ?? "warn"];
    ctx.fillStyle = colours[event.tone ?? "warn"];
    ctx.lineWidth = ratio;
    ctx.globalAlpha = 0.5;
    ctx.beginPath();
    ctx.moveTo(x + 0.5, bbox.top);
    ctx.lineTo(x + 0.5, bottom);
    ctx.stroke();
    ctx.globalAlpha = 1;
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x + 8 * ratio, bbox.top + 4 * ratio);
    ctx.lineTo(x, bbox.top + 8 * ratio);
    ctx.closePath();
    ctx.fill();
  }
  ctx.restore();
}
