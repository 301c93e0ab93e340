export interface XAxisProps {
  /** Ticks in pixels with their text. */
  ticks: readonly { x: number; text: string }[];
  /** Grid lines reach from here... */
  top: number;
  /** ...to here; the texts stand below. */
  bottom: number;
}

/** Width of a digit at the size of tick texts, and the room between two of them, px. */
const DIGIT = 6;
const ROOM = 8;

/** Of ticks whose texts would run into each other, every second or third keeps its text. */
function textStep(ticks: XAxisProps["ticks"]): number {
  const widest = Math.max(0, ...ticks.map(({ text }) => text.length * DIGIT + ROOM));
  const xs = ticks.map(({ x }) => x);
  const fits = (step: number): boolean =>
    xs.every(
      (x, i) => i % step !== 0 || i + step >= xs.length || Math.abs((xs[i + step] ?? 0) - x) >= widest,
    );
  let step = 1;
  while (step < ticks.length && !fits(step)) step += 1;
  return step;
}

/** Vertical grid lines with texts below. */
export function XAxis({ ticks, top, bottom }: XAxisProps) {
  const step = textStep(ticks);
  return (
    <g aria-hidden>
      {ticks.map((tick, index) => (
        <g key={tick.x} transform={`translate(${tick.x},0)`}>
          <line y1={top} y2={bottom} className="stroke-line" />
          <text y={bottom + 13} textAnchor="middle" className="fill-ink-3 text-2xs">
            {index % step === 0 ? tick.text : null}
          </text>
        </g>
      ))}
    </g>
  );
}
