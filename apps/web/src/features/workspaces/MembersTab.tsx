"use client";
import {
  Alert,
  AlertDialog,
  Button,
  Field,
  IconButton,
  Input,
  Panel,
  Select,
  Table,
  toast,
} from "@p4twin/ui";
import { formatDateTime } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/lib/countOf.ts";
import { describeError } from "@/lib/describeError.ts";
import { PersonName, PersonRole } from "@/lib/PersonCells.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

type Member = RouterOutputs["workspaces"]["members"]["list"][number];
type Role = Member["role"];
type RoleOptions = readonly { value: Role; label: string; hint: string }[];

/** Who may enter this workspace, and what they may do in it. Owners of the workspace only. */
export function MembersTab({ myId, roles }: { myId: string; roles: RoleOptions }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const members = useQuery(trpc.workspaces.members.list.queryOptions());
  const [removing, setRemoving] = useState<Member | null>(null);
  const refresh = () => cache.invalidateQueries({ queryKey: trpc.workspaces.pathKey() });
  const setRole = useMutation(trpc.workspaces.members.setRole.mutationOptions({ onSettled: refresh }));
  const remove = useMutation(
    trpc.workspaces.members.remove.mutationOptions({
      onSuccess: async () => {
        await refresh();
        toast.success("Member removed");
      },
      onSettled: () => setRemoving(null),
    }),
  );
  return (
    <div className="flex flex-col gap-3">
      <AddMember roles={roles} onAdded={refresh} />
      <QueryView query={members} what="The members">
        {(list) => (
          <Panel
            title={countOf(list.length, "member")}
            subtitle="of this workspace"
            bodyClassName="p-0 overflow-x-auto"
          >
            <Table
              caption="Members"
              rows={list}
              rowKey={(m) => m.userId}
              columns={[
                {
                  id: "name",
                  header: "Name",
                  cell: (m) => <PersonName person={m} isMe={m.userId === myId} />,
                },
                {
                  id: "role",
                  header: "Role here",
                  cell: (m) => (
                    <PersonRole
                      name={m.name}
                      role={m.role}
                      options={roles}
                      isMe={m.userId === myId}
                      onChange={(role) => setRole.mutate({ userId: m.userId, role })}
                    >
                      {m.installationOwner ? (
                        <span className="text-xs text-ink-3">owns the installation, so this one too</span>
                      ) : null}
                    </PersonRole>
                  ),
                },
                { id: "since", header: "Since", cell: (m) => formatDateTime(Date.parse(m.since)) },
                {
                  id: "remove",
                  header: <span className="sr-only">Remove</span>,
                  className: "w-10",
                  cell: (m) =>
                    m.userId === myId ? null : (
                      <IconButton
                        size="sm"
                        label={`Remove ${m.name}`}
                        icon={<Trash2 aria-hidden />}
                        onClick={() => setRemoving(m)}
                      />
                    ),
                },
              ]}
            />
          </Panel>
        )}
      </QueryView>
      <AlertDialog
        open={removing !== null}
        onOpenChange={(open) => (open ? null : setRemoving(null))}
        title={`Remove ${removing?.name ?? "member"} from this workspace?`}
        description="The account stays, and so does what this person made. They can be added again."
        actionLabel="Remove member"
        danger
        busy={remove.isPending}
        onAction={() => removing && remove.mutate({ userId: removing.userId })}
      />
    </div>
  );
}

function AddMember({ roles, onAdded }: { roles: RoleOptions; onAdded: () => unknown }) {
  const trpc = useTRPC();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const add = useMutation(
    trpc.workspaces.members.add.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: async () => {
        await onAdded();
        setEmail("");
        toast.success("Member added");
      },
    }),
  );
  return (
    <Panel title="Add a member" subtitle="somebody who has an account">
      <form
        aria-label="Add a member"
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (email.includes("@")) add.mutate({ email: email.trim(), role });
        }}
      >
        <Field label="Email" className="w-64 max-sm:w-full">
          {(control) => (
            <Input {...control} type="email" value={email} onChange={(e) => setEmail(e.target.value)} />
          )}
        </Field>
        <Field label="Role" className="w-36">
          {(control) => <Select {...control} value={role} onValueChange={setRole} options={roles} />}
        </Field>
        <Button type="submit" variant="primary" busy={add.isPending} disabled={!email.includes("@")}>
          Add
        </Button>
      </form>
      {add.error ? <Alert tone="bad" className="mt-3" title={describeError(add.error).what} /> : null}
    </Panel>
  );
}
