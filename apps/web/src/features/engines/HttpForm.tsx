"use client";
import { Alert, Checkbox, Field, Input, Panel, textLink } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { AppLink } from "@/lib/AppLink.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import type { EngineContent } from "./useTrial.ts";

export type HttpContent = Extract<EngineContent, { kind: "http" }> & { estimates: boolean; places: boolean };

/** The address of an engine that runs elsewhere, and what it does. */
export function HttpForm({
  content,
  onChange,
}: {
  content: HttpContent;
  onChange: (content: HttpContent) => void;
}) {
  const trpc = useTRPC();
  const allowed = useQuery(trpc.engines.hosts.queryOptions());
  const { url, estimates, places } = content;
  const host = URL.canParse(url) ? new URL(url).host : null;
  const nothing = !estimates && !places;
  return (
    <Panel title="Address" bodyClassName="flex flex-col gap-4">
      <Field
        label="URL"
        hint="Takes the question as JSON by POST and answers with JSON, as a Python engine would return it."
        error={
          url !== "" && host === null
            ? "Give a full address, such as https://engines.example.org/p4."
            : undefined
        }
      >
        {(field) => (
          <Input
            {...field}
            type="url"
            placeholder="https://engines.example.org/p4"
            value={url}
            onChange={(event) => onChange({ ...content, url: event.target.value })}
          />
        )}
      </Field>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-1 text-xs font-medium text-ink-2">What it does</legend>
        <Checkbox
          label="Estimates latencies"
          checked={estimates}
          onCheckedChange={(checked) => onChange({ ...content, estimates: checked })}
        />
        <Checkbox
          label="Places chains"
          checked={places}
          onCheckedChange={(checked) => onChange({ ...content, places: checked })}
        />
        {nothing ? (
          <p role="alert" className="text-xs text-bad">
            Choose at least one.
          </p>
        ) : null}
      </fieldset>
      <Alert title="Only allowed hosts are asked">
        {allowed.data && allowed.data.hosts.length > 0
          ? `Allowed are ${allowed.data.hosts.join(", ")}. `
          : "No host is allowed yet. "}
        The owner of the workspace keeps the list at the end of{" "}
        <AppLink href="/engines#hosts" className={textLink}>
          Engines
        </AppLink>
        ; a private address must be in the list itself.
      </Alert>
    </Panel>
  );
}
