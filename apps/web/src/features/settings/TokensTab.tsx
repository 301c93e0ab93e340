"use client";
import {
  Alert,
  AlertDialog,
  Badge,
  Button,
  CopyField,
  Dialog,
  EmptyState,
  Field,
  Input,
  Panel,
  Select,
  Table,
  toast,
} from "@p4twin/ui";
import { formatDateTime, formatRelativeTime } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { describeError } from "@/lib/describeError.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";

type Token = RouterOutputs["users"]["tokens"]["list"][number];

const EXPIRIES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "366", label: "1 year" },
] as const;
type Expiry = (typeof EXPIRIES)[number]["value"];

const ROLES = [
  { value: "viewer", label: "read: nothing is changed" },
  { value: "operator", label: "operate: change what the cloud is" },
  { value: "owner", label: "administer: settings and exporters too" },
] as const;
type Role = (typeof ROLES)[number]["value"];

/** Nouns that a script mostly needs together; REST takes any list of them. */
const SUBJECTS = [
  { value: "all", label: "everything", nouns: null },
  {
    value: "live",
    label: "telemetry and twins",
    nouns: ["telemetry", "twin", "events", "deployments"],
  },
  { value: "models", label: "programs, devices and engines", nouns: ["programs", "devices", "engines"] },
  {
    value: "plans",
    label: "topologies, chains and placements",
    nouns: ["topologies", "chains", "scenarios", "placements", "plans"],
  },
  { value: "reports", label: "reports", nouns: ["reports"] },
] as const;
type Subject = (typeof SUBJECTS)[number]["value"];

const rightsOf = ({ role, nouns }: Token): string =>
  `${role ?? "as you"}${nouns ? `: ${nouns.join(", ")}` : ""}`;

/** API tokens: shown once when made, revoked here. */
export function TokensTab() {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const tokens = useQuery(trpc.users.tokens.list.queryOptions());
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const revoke = useMutation(
    trpc.users.tokens.revoke.mutationOptions({
      onSuccess: async () => {
        await cache.invalidateQueries({ queryKey: trpc.users.tokens.pathKey() });
        toast.success("Token revoked");
        setRevoking(null);
      },
    }),
  );
  const makeButton = (
    <Button size="sm" icon={<Plus aria-hidden />} onClick={() => setMaking(true)}>
      Make token
    </Button>
  );
  return (
    <>
      <QueryView query={tokens} what="Your tokens">
        {(list) => (
          <Panel
            title="API tokens"
            subtitle="for scripts and CI; none may do more than you, nor change accounts"
            actions={makeButton}
            bodyClassName="p-0 overflow-x-auto"
            footer={
              <>
                Send it as <code className="font-mono">Authorization: Bearer …</code> to /api/v1; the
                description of the API is at{" "}
                <a href="/api/openapi.json" className="underline">
                  /api/openapi.json
                </a>
                .
              </>
            }
          >
            <Table
              caption="API tokens"
              rows={list}
              rowKey={(t) => t.id}
              empty={
                <EmptyState icon={<KeyRound aria-hidden />} title="No token yet">
                  A token lets a script do what you may do here.
                </EmptyState>
              }
              columns={[
                { id: "name", header: "Name", cell: (t) => <span className="font-medium">{t.name}</span> },
                {
                  id: "start",
                  header: "Begins with",
                  cell: (t) => <code className="font-mono text-xs">{t.start}…</code>,
                },
                { id: "rights", header: "May", cell: rightsOf },
                { id: "made", header: "Made", cell: (t) => formatDateTime(Date.parse(t.createdAt)) },
                {
                  id: "until",
                  header: "Until",
                  cell: (t) =>
                    t.expiresAt ? (
                      formatDateTime(Date.parse(t.expiresAt))
                    ) : (
                      <Badge tone="warn">never ends: make a new one</Badge>
                    ),
                },
                {
                  id: "used",
                  header: "Last used",
                  cell: (t) =>
                    t.lastUsedAt ? formatRelativeTime(Date.parse(t.lastUsedAt), Date.now()) : "never",
                },
                {
                  id: "revoke",
                  header: <span className="sr-only">Revoke</span>,
                  cell: (t) => (
                    <Button
                      size="sm"
                      variant="danger"
                      aria-label={`Revoke ${t.name}`}
                      onClick={() => setRevoking(t)}
                    >
                      Revoke
                    </Button>
                  ),
                },
              ]}
            />
          </Panel>
        )}
      </QueryView>
      <NewTokenDialog open={making} onClose={() => setMaking(false)} />
      <AlertDialog
        open={revoking !== null}
        onOpenChange={(open) => (open ? null : setRevoking(null))}
        title={`Revoke ${revoking?.name ?? "token"}?`}
        description="Whatever uses it stops working at once. This cannot be undone."
        actionLabel="Revoke token"
        danger
        busy={revoke.isPending}
        onAction={() => revoking && revoke.mutate({ id: revoking.id })}
      />
    </>
  );
}

function NewTokenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const [name, setName] = useState("");
  const [expiry, setExpiry] = useState<Expiry>("90");
  const [role, setRole] = useState<Role>("viewer");
  const [subject, setSubject] = useState<Subject>("all");
  const me = useQuery(trpc.users.me.queryOptions());
  const own = ROLES.findIndex((r) => r.value === me.data?.role);
  const create = useMutation(
    trpc.users.tokens.create.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.users.tokens.pathKey() }),
    }),
  );
  const close = () => {
    create.reset();
    setName("");
    onClose();
  };
  const submit = () => {
    const nouns = SUBJECTS.find((s) => s.value === subject)?.nouns ?? null;
    create.mutate({
      name: name.trim(),
      role,
      nouns: nouns && [...nouns],
      expiresInDays: Number(expiry),
    });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? null : close())}
      title="Make an API token"
      description="It may do what is chosen here, and never more than you."
      footer={
        create.data ? (
          <Button variant="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <Button variant="primary" busy={create.isPending} disabled={name.trim() === ""} onClick={submit}>
            Make token
          </Button>
        )
      }
    >
      {create.data ? (
        <div className="flex flex-col gap-2">
          <CopyField label="token" text={create.data.token} />
          <p className="text-ink-2">Copy it now: only its hash is stored, so it cannot be shown again.</p>
        </div>
      ) : (
        <form
          className="flex flex-col gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== "") submit();
          }}
        >
          <Field label="What it is for">
            {(control) => (
              <Input
                {...control}
                value={name}
                placeholder="CI of the edge cloud"
                onChange={(e) => setName(e.target.value)}
              />
            )}
          </Field>
          <Field label="What it may do">
            {(control) => (
              <Select
                {...control}
                value={role}
                onValueChange={setRole}
                options={ROLES.slice(0, Math.max(1, own + 1))}
              />
            )}
          </Field>
          <Field label="With what">
            {(control) => (
              <Select {...control} value={subject} onValueChange={setSubject} options={SUBJECTS} />
            )}
          </Field>
          <Field label="Valid for">
            {(control) => <Select {...control} value={expiry} onValueChange={setExpiry} options={EXPIRIES} />}
          </Field>
          {create.error ? <Alert tone="bad" title={describeError(create.error).what} /> : null}
        </form>
      )}
    </Dialog>
  );
}
