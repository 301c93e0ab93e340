"use client";
import { Button, Input, SegmentedControl, Select } from "@p4twin/ui";
import { type AuditUrl, RANGES, type useAuditUrl } from "./auditUrl.ts";

const ANY = "any";
const TEXTS = [
  { key: "person", label: "Person", hint: "name or id" },
  { key: "object", label: "Object", hint: "kind, name or id" },
  { key: "action", label: "Action", hint: "e.g. deployments" },
  { key: "text", label: "Anywhere", hint: "any text" },
] as const satisfies { key: keyof AuditUrl; label: string; hint: string }[];

/** Filters of the audit log; each stands in the URL, and a change goes back to the first page. */
export function AuditFilters({ url: [url, setUrl] }: { url: ReturnType<typeof useAuditUrl> }) {
  const filtered = TEXTS.some(({ key }) => url[key] !== "") || url.outcome !== null;
  const first = { before: null, entry: null };
  return (
    <search aria-label="Filter the audit log" className="flex flex-wrap items-center gap-2">
      <SegmentedControl
        aria-label="Time range"
        value={url.range}
        onValueChange={(range) => void setUrl({ range, ...first })}
        options={RANGES.map(({ value, label }) => ({ value, label }))}
      />
      {TEXTS.map(({ key, label, hint }) => (
        <Input
          key={key}
          aria-label={label}
          placeholder={`${label}: ${hint}`}
          className="w-44 max-sm:w-full"
          value={url[key]}
          onChange={(event) =>
            void setUrl({ [key]: event.target.value || null, ...first }, { history: "replace" })
          }
        />
      ))}
      <Select
        aria-label="Outcome"
        className="w-auto min-w-32"
        value={url.outcome ?? ANY}
        onValueChange={(next) =>
          void setUrl({ outcome: next === "done" || next === "refused" ? next : null, ...first })
        }
        options={[
          { value: ANY, label: "Outcome: any" },
          { value: "done", label: "done" },
          { value: "refused", label: "refused" },
        ]}
      />
      {filtered ? (
        <Button
          size="sm"
          variant="ghost"
          onClick={() =>
            void setUrl({ person: null, object: null, action: null, text: null, outcome: null, ...first })
          }
        >
          Clear filters
        </Button>
      ) : null}
    </search>
  );
}
