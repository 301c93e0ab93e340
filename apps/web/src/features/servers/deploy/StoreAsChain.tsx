"use client";
import type { NetworkFunction } from "@p4twin/models/chain";
import type { Diagnostic } from "@p4twin/models/core";
import { Button, type Column, Field, NumberInput, Panel, ScrollArea, Table, toast } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import type { DeployAnswer } from "@/workers/servers/serverAnswers.ts";

const PARTS: Column<NetworkFunction>[] = [
  { id: "type", header: "Function", cell: (f) => f.type },
  { id: "where", header: "Runs on", cell: (f) => f.architectures.join(", ") },
  { id: "rules", header: "Entries", numeric: true, cell: (f) => (f.rules > 0 ? f.rules : "–") },
  { id: "cycles", header: "Cycles per packet", numeric: true, cell: cyclesText },
];

/** Cycles of each packet, and what a batch pays once besides. */
function cyclesText({ cyclesPerPacket, cyclesPerBatch = 0 }: NetworkFunction): string {
  if (cyclesPerPacket === undefined) return "–";
  return cyclesPerBatch > 0 ? `${cyclesPerPacket}, ${cyclesPerBatch} a batch` : String(cyclesPerPacket);
}

/** The parts of a placed chain as functions, and the chain stored with them, so that scenarios place both. */
export function StoreAsChain({ placeable: { file, notes } }: { placeable: DeployAnswer["placeable"] }) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const mayChange = useMayChange();
  const [gbps, setGbps] = useState<number | null>(file.chains[0]?.gbps ?? null);
  const [diagnostics, setDiagnostics] = useState<Diagnostic[]>([]);
  const create = useMutation(
    trpc.chains.create.mutationOptions({
      onSuccess: async (answer) => {
        setDiagnostics(answer.diagnostics);
        const first = answer.ok ? answer.versions[0] : undefined;
        if (!first) return;
        await queryClient.invalidateQueries({ queryKey: trpc.chains.pathKey() });
        toast.success("Chain stored");
        router.push(`/chains/${first.id}`);
      },
    }),
  );
  const isLoad = gbps !== null && gbps > 0;
  return (
    <Panel
      title="Place it in a cloud"
      subtitle="both parts as functions of a chain"
      bodyClassName="flex flex-col gap-3"
    >
      <ScrollArea label="Parts of the chain">
        <Table caption="Parts of the chain" columns={PARTS} rows={file.functions} rowKey={(f) => f.type} />
      </ScrollArea>
      <ul className="text-xs text-ink-3">
        {file.functions.map(({ type, source }) => (
          <li key={type}>
            {type}: {String(source)}
          </li>
        ))}
      </ul>
      {notes.map((note) => (
        <p key={note} className="text-ink-3">
          {note}
        </p>
      ))}
      <DiagnosticList diagnostics={diagnostics} />
      {mayChange ? (
        <div className="flex flex-wrap items-end gap-3">
          <Field label="Load" error={isLoad ? undefined : "Give a load above 0 Gbps."}>
            {(field) => (
              <NumberInput {...field} unit="Gbps" min={0} step={0.5} value={gbps} onValueChange={setGbps} />
            )}
          </Field>
          <Button
            busy={create.isPending}
            disabled={!isLoad}
            onClick={() =>
              isLoad &&
              create.mutate({
                content: {
                  document: { ...file, chains: file.chains.map((chain) => ({ ...chain, gbps })) },
                },
              })
            }
          >
            Store as chain
          </Button>
        </div>
      ) : null}
    </Panel>
  );
}
