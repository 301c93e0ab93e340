import { formatClock, formatRelativeTime } from "@p4twin/ui/format";
import { firstByteWords, hexLines } from "./hexLines.ts";
import { undecodableWords } from "./reasonWords.ts";
import type { ExporterState } from "./useTelemetry.ts";

/** The last datagram that could not be read: why, and its bytes. */
export function BadDatagram({ bad }: { bad: NonNullable<ExporterState["lastBad"]> }) {
  const lines = hexLines(bad.hex);
  const shown = bad.hex.length / 2;
  const firstByte = bad.reason === "report-version" ? firstByteWords(bad.hex) : null;
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
              {line.bytes.map((byte, column) => {
                // the first byte carries the version
                const marked = row === 0 && column === 0;
                return (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a byte is its place
                  <span key={column} className={marked ? "bg-warn-soft font-semibold text-warn" : undefined}>
                    {byte}
                    {column === 7 ? "  " : " "}
                  </span>
                );
              })}
              {"   ".repeat(16 - line.bytes.length)}
              <span className="text-ink-3">{line.text}</span>
            </span>
          ))}
        </pre>
        <p className="text-xs text-ink-3">
          {bad.length} bytes{shown < bad.length ? `, the first ${shown} shown` : ""}
        </p>
      </div>
    </details>
  );
}
