import { formatClock, formatRelativeTime } from "@p4twin/ui/format";
import { headerFields } from "./headerFields.ts";
import { firstByteWords, hexLines } from "./hexLines.ts";
import { undecodableWords } from "./reasonWords.ts";
import type { ExporterState } from "./useTelemetry.ts";

/** Neighbouring fields take turns, so that one sees where each ends. */
const SHADES = ["bg-observed-soft text-observed", "bg-sunken text-ink"];

/** The last datagram that could not be read: why, its bytes, and what each field of its header says. */
export function BadDatagram({ bad }: { bad: NonNullable<ExporterState["lastBad"]> }) {
  const lines = hexLines(bad.hex);
  const shown = bad.hex.length / 2;
  const versionIsWrong = bad.reason === "report-version";
  const firstByte = versionIsWrong ? firstByteWords(bad.hex) : null;
  const fields = headerFields(bad.hex);
  const shadeOf = (at: number): string | undefined => {
    if (versionIsWrong) return at === 0 ? "bg-warn-soft font-semibold text-warn" : undefined;
    const index = fields.findIndex((f) => at >= f.from && at < f.to);
    return index < 0 ? undefined : SHADES[index % SHADES.length];
  };
  return (
    <details className="mt-3 rounded-md border bg-bg">
      <summary className="cursor-pointer px-3 py-1.5">
        Last datagram that could not be read,{" "}
        <span title={formatClock(bad.atMs)}>{formatRelativeTime(bad.atMs, Date.now())}</span>
      </summary>
      <div className="flex flex-col gap-2 border-t px-3 py-2">
        <p>
          {undecodableWords(bad.reason)} <code className="font-mono text-2xs text-ink-3">{bad.reason}</code>
        </p>
        {firstByte ? <p className="text-ink-2">{firstByte}</p> : null}
        <pre className="overflow-x-auto font-mono text-xs leading-5">
          {lines.map((line, row) => (
            <span key={line.offset} className="block">
              <span className="text-ink-3">{line.offset}</span>
              {"  "}
              {line.bytes.map((byte, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a byte is its place
                <span key={column} className={shadeOf(16 * row + column)}>
                  {byte}
                  {column === 7 ? "  " : " "}
                </span>
              ))}
              {"   ".repeat(16 - line.bytes.length)}
              <span className="text-ink-3">{line.text}</span>
            </span>
          ))}
        </pre>
        {fields.length > 0 ? (
          <dl
            className="grid grid-cols-[auto_auto_1fr] gap-x-4 text-xs"
            aria-label="Fields of the report header"
          >
            {fields.map((f, i) => (
              <div key={f.from} className="contents">
                <dt className="text-ink-2">{f.name}</dt>
                <dd className={`px-1 font-mono ${SHADES[i % SHADES.length]}`}>
                  {f.to - f.from === 1 ? `byte ${f.from}` : `bytes ${f.from} to ${f.to - 1}`}
                </dd>
                <dd>{f.value}</dd>
              </div>
            ))}
          </dl>
        ) : null}
        <p className="text-xs text-ink-3">
          {bad.length} bytes{shown < bad.length ? `, the first ${shown} shown` : ""}
        </p>
      </div>
    </details>
  );
}
