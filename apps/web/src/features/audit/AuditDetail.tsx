import { cn, TableFrame, Td, Th } from "@p4twin/ui";
import { auditDiff, type DiffRow } from "./auditDiff.ts";
import type { AuditEntry } from "./auditWords.ts";

/** Before and after of one entry, and where it came from. */
export function AuditDetail({ entry }: { entry: AuditEntry }) {
  const rows = auditDiff(entry.before, entry.after);
  const changed = rows.filter((row) => row.changed);
  const same = rows.length - changed.length;
  const asked = auditDiff(null, entry.input);
  return (
    <div className="flex flex-col gap-3">
      {changed.length > 0 ? (
        <DiffTable
          caption="Before and after"
          rows={changed}
          both={entry.before !== null && entry.after !== null}
        />
      ) : (
        <p className="text-ink-3">
          {entry.outcome === "done" ? "No stored value changed." : "Nothing was changed."}
        </p>
      )}
      {same > 0 && changed.length > 0 ? (
        <p className="text-xs text-ink-3">{same} further values stayed.</p>
      ) : null}
      {asked.length > 0 ? (
        <details>
          <summary className="cursor-pointer text-ink-2">What was asked for</summary>
          <DiffTable caption="What was asked for" rows={asked} both={false} />
        </details>
      ) : null}
      <dl className="grid grid-cols-[max-content_1fr] gap-x-3 gap-y-0.5 text-xs text-ink-2">
        {(
          [
            ["From", [entry.address, entry.userAgent].filter(Boolean).join(", ")],
            ["By", entry.via],
            ["Object id", entry.objectId],
            ["Hash", entry.hash],
          ] as const
        ).map(([label, value]) =>
          value ? (
            <div key={label} className="contents">
              <dt className="text-ink-3">{label}</dt>
              <dd className="break-all">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
    </div>
  );
}

function DiffTable({ rows, both, caption }: { rows: readonly DiffRow[]; both: boolean; caption: string }) {
  const cell = (value: string | null, tone: string) => (
    <Td
      className={cn("font-mono text-xs break-all whitespace-pre-wrap", value === null ? "text-ink-3" : tone)}
    >
      {value ?? "not there"}
    </Td>
  );
  return (
    <TableFrame>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          <Th>Value</Th>
          {both ? (
            <>
              <Th>Before</Th>
              <Th>After</Th>
            </>
          ) : (
            <Th>Is</Th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.path}>
            <Td className="font-mono text-xs break-all">{row.path || "value"}</Td>
            {both ? (
              <>
                {cell(row.before, "text-bad")}
                {cell(row.after, "text-ok")}
              </>
            ) : (
              cell(row.after ?? row.before, "")
            )}
          </tr>
        ))}
      </tbody>
    </TableFrame>
  );
}
