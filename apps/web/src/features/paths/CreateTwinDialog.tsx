"use client";
import { Field, Input, NumberInput } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { FormDialog } from "@/lib/FormDialog.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { commonUnit, nodesText, type PathEntry, portsText, twinName, unitText } from "./pathWords.ts";

/** Limits and rate that no report tells (our choice, to be changed here or later). */
const DEFAULTS = { plUs: 5_000, dlUs: 15_000, linkGbps: 10 };

/** What becomes of a path: all of it filled in, so that one click makes the twin. */
export function CreateTwinDialog({ path, onClose }: { path: PathEntry; onClose: () => void }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const router = useRouter();
  const [name, setName] = useState(twinName(path));
  const [numbers, setNumbers] = useState<Record<keyof typeof DEFAULTS, number | null>>(DEFAULTS);
  const create = useMutation(
    trpc.discovery.createTwin.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async ({ deploymentId }) => {
        for (const key of [
          trpc.deployments,
          trpc.topologies,
          trpc.chains,
          trpc.captures.runs,
          trpc.discovery,
        ])
          await cache.invalidateQueries({ queryKey: key.pathKey() });
        router.push(`/twin/${deploymentId}`);
      },
    }),
  );
  const { plUs, dlUs, linkGbps } = numbers;
  const complete = name.trim() !== "" && plUs !== null && dlUs !== null && linkGbps !== null;
  const number = (id: keyof typeof DEFAULTS, label: string, unit: string, hint?: string) => (
    <Field label={label} hint={hint}>
      {(control) => (
        <NumberInput
          {...control}
          unit={unit}
          min={0}
          value={numbers[id]}
          onValueChange={(value) => setNumbers({ ...numbers, [id]: value })}
        />
      )}
    </Field>
  );
  const facts = [
    ["Exporter", path.label ? `${path.label} (${path.exporter})` : path.exporter],
    ["Nodes", nodesText(path)],
    ["Ports in:out", portsText(path)],
    ["Flows", "all that take this path"],
    ["Its times count", unitText(path.unit)],
  ] as const;
  return (
    <FormDialog
      title="Create twin"
      description={`Cloud, chain and deployment of this path, bound to ${path.source.kind === "live" ? "what arrives" : "this capture, whose windows it begins with"}.`}
      action="Create twin"
      ready={complete}
      busy={create.isPending}
      onSubmit={() =>
        complete &&
        create.mutate({
          ...{ name, plUs, dlUs, linkGbps, exporters: [path.exporter], timeUnit: commonUnit(path.unit) },
          hops: path.hops.map(({ nodeId, ingressPort, egressPort }) => ({
            nodeId,
            ingressPort,
            egressPort,
          })),
          captureId: path.source.kind === "capture" ? path.source.captureId : null,
        })
      }
      onClose={onClose}
      error={create.error}
    >
      <Field label="Name">
        {(control) => <Input {...control} value={name} onChange={(event) => setName(event.target.value)} />}
      </Field>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {facts.map(([term, value]) => (
          <div key={term} className="contents">
            <dt className="text-ink-3">{term}</dt>
            <dd className="break-words">{value}</dd>
          </div>
        ))}
      </dl>
      {path.unit?.evidence ? <p className="text-xs text-ink-2">Evidence: {path.unit.evidence}.</p> : null}
      <div className="grid gap-3 sm:grid-cols-3">
        {number("plUs", "PL", "µs")}
        {number("dlUs", "DL", "µs")}
        {number("linkGbps", "Links", "Gb/s", "assumed: no report contains it")}
      </div>
      <p className="text-xs text-ink-2">
        Without a program and a device profile nothing is predicted yet: each hop learns its usual latency,
        and what exceeds it is named. The chain assumes that each switch forwards; add what runs there on the
        deployment.
      </p>
    </FormDialog>
  );
}
