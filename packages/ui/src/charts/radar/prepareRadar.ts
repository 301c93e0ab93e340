import { formatSignificant } from "../../format/index.ts";
import type { TableTwin } from "../shared/ChartFrame.tsx";

export interface RadarAxis {
  label: string;
  unit: string;
}

export interface RadarSeries {
  id: string;
  label: string;
  /** One for each axis. */
  values: readonly number[];
  /** The same between 0 and 1: how far from the centre. */
  shares: readonly number[];
}

export interface RadarModel {
  /** Ends of the axes and where their words stand, around the centre. */
  axes: {
    label: string;
    x: number;
    y: number;
    textX: number;
    textY: number;
    anchor: "start" | "middle" | "end";
  }[];
  /** Rings at quarters of the radius. */
  rings: { radius: number; text: string }[];
  shapes: { id: string; label: string; points: string }[];
  summary: string;
  twin: TableTwin;
  undrawable: string | null;
}

const LEAST_AXES = 3;
const QUARTERS = [0.25, 0.5, 0.75, 1];
/** From the end of an axis to its words, in pixels. */
const WORDS_BEYOND = 12;
/** Words this near to the vertical stand in its middle. */
const UPRIGHT = 0.2;

/** Pixels around (0, 0) and words of quantities on axes around a centre; the first axis points up. */
export function prepareRadar(
  axes: readonly RadarAxis[],
  series: readonly RadarSeries[],
  radius: number,
): RadarModel {
  const at = (axis: number, share: number) => {
    const angle = (2 * Math.PI * axis) / axes.length;
    return { x: Math.sin(angle) * share * radius, y: -Math.cos(angle) * share * radius };
  };
  return {
    axes: axes.map(({ label }, index) => {
      const { x, y } = at(index, 1);
      const words = at(index, 1 + WORDS_BEYOND / radius);
      const side = x / radius;
      const anchor = Math.abs(side) < UPRIGHT ? "middle" : side > 0 ? "start" : "end";
      return { label, x, y, textX: words.x, textY: words.y, anchor };
    }),
    rings: QUARTERS.map((share) => ({ radius: share * radius, text: `${share * 100} %` })),
    shapes: series.map(({ id, label, shares }) => ({
      id,
      label,
      points: shares.map((share, index) => pair(at(index, share))).join(" "),
    })),
    summary: series.map(({ label }) => label).join(", "),
    twin: {
      head: [{ label: "" }, ...series.map(({ label }) => ({ label, numeric: true }))],
      rows: axes.map(({ label, unit }, index) => [
        unit ? `${label}, ${unit}` : label,
        ...series.map(({ values }) => formatSignificant(values[index] ?? Number.NaN)),
      ]),
    },
    undrawable: axes.length < LEAST_AXES || series.length === 0 ? "Nothing to compare yet." : null,
  };
}

/** Tenths of a pixel; no zero has a sign. */
const pair = ({ x, y }: { x: number; y: number }): string => `${tenths(x)},${tenths(y)}`;
const tenths = (pixels: number): number => Math.round(pixels * 10) / 10 + 0;
