"use client";
import { Badge, Button, IconButton, Panel, Select, type SelectOption } from "@p4twin/ui";
import { X } from "lucide-react";
import { AppLink } from "@/lib/AppLink.tsx";
import { countOf } from "@/lib/countOf.ts";
import type { Side } from "./compareUrl.ts";
import type { ComparedSide } from "./useSide.ts";

export type SideHeadProps = {
  compared: ComparedSide;
  isFirst: boolean;
  choices: readonly SelectOption<string>[];
  onChange: (side: Side) => void;
  onRemove: () => void;
};

/** Which scenario stands on one side, and where its numbers come from. */
export function SideHead({ compared, isFirst, choices, onChange, onRemove }: SideHeadProps) {
  const { side, version, answer } = compared;
  const name = version?.name ?? "Scenario";
  const query = new URLSearchParams({
    ...(side.answer === ""
      ? {}
      : side.answer.includes("-")
        ? { placement: side.answer }
        : { answer: side.answer }),
    ...(side.changes === "" ? {} : { view: "what-if", changes: side.changes }),
  });
  const known = choices.some(({ value }) => value === side.versionId);
  return (
    <Panel
      title={name}
      subtitle={isFirst ? "baseline" : undefined}
      actions={
        <>
          <Button size="sm" asChild>
            <AppLink href={`/scenarios/${side.versionId}${query.size > 0 ? `?${query}` : ""}`}>Open</AppLink>
          </Button>
          <IconButton size="sm" label={`Take ${name} out`} icon={<X aria-hidden />} onClick={onRemove} />
        </>
      }
    >
      <div className="flex flex-col gap-2">
        <Select
          aria-label={`Scenario in place of ${name}`}
          value={side.versionId}
          options={
            known || !version
              ? choices
              : [{ value: side.versionId, label: `${name}, version ${version.number}` }, ...choices]
          }
          onValueChange={(versionId) => onChange({ versionId, answer: "", changes: "" })}
        />
        <p className="flex flex-wrap items-center gap-1.5 text-xs text-ink-2">
          {version ? <Badge>version {version.number}</Badge> : null}
          {answer ? (
            <span>
              {answer.status} by {answer.engine}
              {answer.changeCount > 0 ? `, then ${countOf(answer.changeCount, "change")}` : ""}
            </span>
          ) : compared.failure ? null : (
            <span className="text-ink-3">predicting …</span>
          )}
        </p>
      </div>
    </Panel>
  );
}
