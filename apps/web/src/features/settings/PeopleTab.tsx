"use client";
import { AlertDialog, Badge, Button, Panel, Table, toast } from "@p4twin/ui";
import { formatDateTime, formatRelativeTime } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { UserPlus } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/lib/countOf.ts";
import { PersonName, PersonRole } from "@/lib/PersonCells.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { InviteDialog } from "./InviteDialog.tsx";
import { PersonMenu } from "./PersonMenu.tsx";
import { ROLE_OPTIONS } from "./roleOptions.ts";

type User = RouterOutputs["users"]["list"][number];

/** Accounts: roles, invitations, disabling, removal. Owners only. */
export function PeopleTab({ myId }: { myId: string }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const users = useQuery(trpc.users.list.queryOptions());
  const [inviting, setInviting] = useState(false);
  const [removing, setRemoving] = useState<User | null>(null);
  const refresh = () => cache.invalidateQueries({ queryKey: trpc.users.pathKey() });
  const setRole = useMutation(trpc.users.setRole.mutationOptions({ onSettled: refresh }));
  const remove = useMutation(
    trpc.users.remove.mutationOptions({
      onSuccess: async () => {
        await refresh();
        toast.success("Account removed");
        setRemoving(null);
      },
    }),
  );
  return (
    <>
      <QueryView query={users} what="The accounts">
        {(list) => (
          <Panel
            title={countOf(list.length, "person", "people")}
            bodyClassName="p-0 overflow-x-auto"
            actions={
              <Button size="sm" icon={<UserPlus aria-hidden />} onClick={() => setInviting(true)}>
                Invite somebody
              </Button>
            }
          >
            <Table
              caption="People"
              rows={list}
              rowKey={(u) => u.id}
              columns={[
                {
                  id: "name",
                  header: "Name",
                  cell: (u) => (
                    <PersonName
                      person={u}
                      isMe={u.id === myId}
                      badges={
                        <>
                          {u.disabledAt ? <Badge tone="warn">disabled</Badge> : null}
                          {u.twoFactor ? <Badge tone="ok">two-factor</Badge> : null}
                        </>
                      }
                    />
                  ),
                },
                {
                  id: "role",
                  header: "Role",
                  cell: (u) => (
                    <PersonRole
                      name={u.name}
                      role={u.role}
                      options={ROLE_OPTIONS}
                      isMe={u.id === myId}
                      onChange={(role) => setRole.mutate({ id: u.id, role })}
                    >
                      {u.roleFrom ? (
                        <span
                          className="text-xs text-ink-3"
                          title="The identity provider decides it again at each sign-in"
                        >
                          by {u.roleFrom}
                        </span>
                      ) : null}
                    </PersonRole>
                  ),
                },
                {
                  id: "seen",
                  header: "Last seen",
                  cell: (u) =>
                    u.lastSeenAt ? formatRelativeTime(Date.parse(u.lastSeenAt), Date.now()) : "not signed in",
                },
                { id: "since", header: "Since", cell: (u) => formatDateTime(Date.parse(u.createdAt)) },
                {
                  id: "more",
                  header: <span className="sr-only">More</span>,
                  className: "w-10",
                  cell: (u) =>
                    u.id === myId ? null : (
                      <PersonMenu user={u} onChanged={refresh} onRemove={() => setRemoving(u)} />
                    ),
                },
              ]}
            />
          </Panel>
        )}
      </QueryView>
      <InviteDialog open={inviting} onClose={() => setInviting(false)} />
      <AlertDialog
        open={removing !== null}
        onOpenChange={(open) => (open ? null : setRemoving(null))}
        title={`Remove ${removing?.name ?? "account"}?`}
        description="The account goes with its sessions and API tokens. What this person made stays. This cannot be undone; disabling can."
        actionLabel="Remove account"
        danger
        busy={remove.isPending}
        onAction={() => removing && remove.mutate({ id: removing.id })}
      />
    </>
  );
}
