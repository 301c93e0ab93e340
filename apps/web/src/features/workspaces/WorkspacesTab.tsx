"use client";
import { AlertDialog, Badge, Button, Field, Input, Panel, Table, toast } from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { RenameButton } from "@/lib/RenameButton.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { goToWorkspace } from "@/lib/workspace.ts";

type Workspace = RouterOutputs["workspaces"]["list"][number];

/** Every workspace of the installation: made, renamed, archived. Owners of the installation only. */
export function WorkspacesTab() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const workspaces = useQuery(trpc.workspaces.list.queryOptions());
  const refresh = () => cache.invalidateQueries({ queryKey: trpc.workspaces.pathKey() });
  const [name, setName] = useState("");
  const [archiving, setArchiving] = useState<Workspace | null>(null);
  const create = useMutation(
    trpc.workspaces.create.mutationOptions({
      onSuccess: async (made) => {
        setName("");
        await refresh();
        toast.success(`Workspace ${made.name} made`);
      },
    }),
  );
  const rename = useMutation(trpc.workspaces.rename.mutationOptions({ onSuccess: refresh }));
  const restore = useMutation(trpc.workspaces.restore.mutationOptions({ onSuccess: refresh }));
  const archive = useMutation(
    trpc.workspaces.archive.mutationOptions({ onSuccess: refresh, onSettled: () => setArchiving(null) }),
  );
  return (
    <div className="flex flex-col gap-3">
      <Panel title="Make a workspace" subtitle="the content of one is not visible in another">
        <form
          aria-label="Make a workspace"
          className="flex flex-wrap items-end gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim()) create.mutate({ name: name.trim() });
          }}
        >
          <Field label="Name" className="w-64 max-sm:w-full">
            {(control) => <Input {...control} value={name} onChange={(e) => setName(e.target.value)} />}
          </Field>
          <Button type="submit" variant="primary" busy={create.isPending} disabled={!name.trim()}>
            Make workspace
          </Button>
        </form>
      </Panel>
      <QueryView query={workspaces} what="The workspaces">
        {(list) => (
          <Panel title={countOf(list.length, "workspace")} bodyClassName="p-0 overflow-x-auto">
            <Table
              caption="Workspaces"
              rows={list}
              rowKey={(w) => w.id}
              columns={[
                {
                  id: "name",
                  header: "Name",
                  cell: (w) => (
                    <span className="flex items-center gap-2 font-medium">
                      {w.name}
                      {w.isFirst ? <Badge>new accounts join</Badge> : null}
                      {w.archivedAt ? <Badge tone="warn">archived</Badge> : null}
                    </span>
                  ),
                },
                { id: "members", header: "Members", numeric: true, cell: (w) => w.members },
                { id: "deployments", header: "Deployments", numeric: true, cell: (w) => w.deployments },
                { id: "since", header: "Since", cell: (w) => formatDateTime(Date.parse(w.createdAt)) },
                {
                  id: "actions",
                  header: <span className="sr-only">Actions</span>,
                  cell: (w) => (
                    <span className="flex justify-end gap-1">
                      {w.archivedAt ? (
                        <Button size="sm" onClick={() => restore.mutate({ id: w.id })}>
                          Restore
                        </Button>
                      ) : (
                        <>
                          <Button size="sm" variant="ghost" onClick={() => goToWorkspace(w.id)}>
                            Enter
                          </Button>
                          <RenameButton
                            what="workspace"
                            name={w.name}
                            onRename={(next) => rename.mutateAsync({ id: w.id, name: next })}
                          />
                          {w.isFirst ? null : (
                            <Button size="sm" variant="ghost" onClick={() => setArchiving(w)}>
                              Archive
                            </Button>
                          )}
                        </>
                      )}
                    </span>
                  ),
                },
              ]}
            />
          </Panel>
        )}
      </QueryView>
      <AlertDialog
        open={archiving !== null}
        onOpenChange={(open) => (open ? null : setArchiving(null))}
        title={`Archive ${archiving?.name ?? "workspace"}?`}
        description="Nobody can enter it and its deployments take no telemetry. All of it is kept and can be restored."
        actionLabel="Archive workspace"
        danger
        busy={archive.isPending}
        onAction={() => archiving && archive.mutate({ id: archiving.id })}
      />
    </div>
  );
}
