"use client";
import { Badge, Button, Panel, Table, toast } from "@p4twin/ui";
import { formatDateTime, formatRelativeTime } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { countOf } from "@/lib/countOf.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";

const METHODS = {
  password: "password",
  link: "one-time link",
  provider: "identity provider",
  "two-factor": "with a code",
} as const;

/** Where you are signed in, and how to end it. */
export function SessionsPanel() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const sessions = useQuery(trpc.account.sessions.list.queryOptions());
  const refresh = () => cache.invalidateQueries({ queryKey: trpc.account.sessions.pathKey() });
  const end = useMutation(
    trpc.account.sessions.end.mutationOptions({
      onSuccess: () => toast.success("Session ended"),
      onSettled: refresh,
    }),
  );
  const endOthers = useMutation(
    trpc.account.sessions.endOthers.mutationOptions({
      onSuccess: ({ signedOut }) => toast.success(`${countOf(signedOut, "session", "sessions")} ended`),
      onSettled: refresh,
    }),
  );
  return (
    <QueryView query={sessions} what="Your sessions">
      {(list) => (
        <Panel
          title={countOf(list.length, "session", "sessions")}
          subtitle="where you are signed in"
          bodyClassName="p-0 overflow-x-auto"
          actions={
            list.length > 1 ? (
              <Button size="sm" busy={endOthers.isPending} onClick={() => endOthers.mutate()}>
                End all others
              </Button>
            ) : undefined
          }
        >
          <Table
            caption="Your sessions"
            rows={list}
            rowKey={(session) => session.id}
            columns={[
              {
                id: "device",
                header: "Device",
                cell: (session) => (
                  <span className="flex flex-col">
                    <span className="flex items-center gap-2 font-medium">
                      {session.device}
                      {session.current ? <Badge tone="accent">this one</Badge> : null}
                    </span>
                    <span className="text-xs text-ink-3">
                      {session.method ? `signed in by ${METHODS[session.method]}` : "signed in"}
                      {session.address ? ` from ${session.address}` : ""}
                    </span>
                  </span>
                ),
              },
              {
                id: "seen",
                header: "Last seen",
                cell: (session) => formatRelativeTime(Date.parse(session.lastSeenAt), Date.now()),
              },
              {
                id: "since",
                header: "Since",
                cell: (session) => formatDateTime(Date.parse(session.createdAt)),
              },
              {
                id: "end",
                header: <span className="sr-only">End</span>,
                cell: (session) =>
                  session.current ? null : (
                    <Button
                      size="sm"
                      variant="danger"
                      aria-label={`End the session of ${session.device}`}
                      onClick={() => end.mutate({ id: session.id })}
                    >
                      End
                    </Button>
                  ),
              },
            ]}
          />
        </Panel>
      )}
    </QueryView>
  );
}
