"use client";
import { Badge, Button, type Column, EmptyState, Panel, Table } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import type { AttachedSwitch } from "./switchWords.ts";

type Candidate = RouterOutputs["switches"]["candidates"][number];

const columns: Column<Candidate>[] = [
  { id: "name", header: "Program", cell: ({ name }) => name },
  {
    id: "agrees",
    header: "Tables and keys",
    cell: ({ differences }) =>
      differences.length === 0 ? (
        <Badge tone="ok">agree</Badge>
      ) : (
        `${differences[0]}${differences.length > 1 ? `, and ${differences.length - 1} more` : ""}`
      ),
  },
  {
    id: "hints",
    header: "Also",
    cell: ({ cookieOf, sameName }) =>
      [...(cookieOf === null ? [] : [`cookie of ${cookieOf}`]), ...(sameName ? ["same name"] : [])].join(
        ", ",
      ) || "–",
  },
];

/** Uploaded programs that a switch may run which does not give its own back; one of them can be bound. */
export function Candidates({ attached: { id, programVersionId } }: { attached: AttachedSwitch }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const mayChange = useMayChange();
  const candidates = useQuery(trpc.switches.candidates.queryOptions({ id }));
  const bind = useMutation(
    trpc.switches.update.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.switches.pathKey() }),
    }),
  );
  const bindColumn: Column<Candidate> = {
    id: "bind",
    header: <span className="sr-only">Bind</span>,
    cell: (each) =>
      each.programVersionId === programVersionId ? (
        <Badge tone="ok">bound</Badge>
      ) : (
        <Button
          size="sm"
          busy={bind.isPending && bind.variables.programVersionId === each.programVersionId}
          onClick={() => bind.mutate({ id, programVersionId: each.programVersionId })}
        >
          Bind {each.name}
        </Button>
      ),
  };
  return (
    <Panel
      title="Programs that may be running"
      subtitle="Equal tables are not the same program: P4Info has no parser, action bodies or order of tables"
      bodyClassName="p-0 overflow-x-auto"
    >
      <QueryView query={candidates} what="The programs">
        {(rows) => (
          <Table
            caption="Programs that may be running"
            columns={mayChange ? [...columns, bindColumn] : columns}
            rows={rows}
            rowKey={({ programVersionId: versionId }) => versionId}
            empty={<EmptyState title="None fits">Upload the program under Programs.</EmptyState>}
          />
        )}
      </QueryView>
    </Panel>
  );
}
