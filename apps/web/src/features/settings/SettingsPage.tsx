"use client";
import { PageHeader, Tabs } from "@p4twin/ui";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { AuditTab } from "@/features/audit/index.ts";
import { NotificationsTab } from "@/features/notifications/index.ts";
import { MembersTab, WorkspacesTab } from "@/features/workspaces/index.ts";
import { useSession } from "@/shell/useSession.ts";
import { AccountTab } from "./AccountTab.tsx";
import { PeopleTab } from "./PeopleTab.tsx";
import { RetentionTab } from "./RetentionTab.tsx";
import { ROLE_OPTIONS } from "./roleOptions.ts";
import { SystemTab } from "./SystemTab.tsx";
import { TokensTab } from "./TokensTab.tsx";

const TABS = [
  "account",
  "tokens",
  "people",
  "members",
  "notifications",
  "workspaces",
  "retention",
  "audit",
  "system",
] as const;

/**
 * Your account and tokens; for operators who is told of events, for owners also members, people, workspaces
 * and the audit log; the state of the system for everybody.
 */
export function SettingsPage() {
  const me = useSession().data;
  const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(TABS).withDefault("account"));
  if (!me) return null;
  const owner = me.role === "owner";
  const { installationOwner } = me;
  return (
    <>
      <PageHeader title="Settings" summary={`Signed in as ${me.name} (${me.email}), ${me.role}.`} />
      <div className="max-w-5xl px-4 pb-6 md:px-6">
        <Tabs
          aria-label="Settings"
          value={tab}
          onValueChange={(next) => {
            const known = TABS.find((t) => t === next);
            if (known) void setTab(known);
          }}
          tabs={[
            { value: "account", label: "Account", content: <AccountTab me={me} /> },
            { value: "tokens", label: "API tokens", content: <TokensTab /> },
            ...(installationOwner
              ? [{ value: "people", label: "People", content: <PeopleTab myId={me.id} /> }]
              : []),
            ...(owner
              ? [
                  {
                    value: "members",
                    label: "Members",
                    content: <MembersTab myId={me.id} roles={ROLE_OPTIONS} />,
                  },
                ]
              : []),
            ...(me.role === "viewer"
              ? []
              : [
                  {
                    value: "notifications",
                    label: "Notifications",
                    content: <NotificationsTab owner={owner} installationOwner={installationOwner} />,
                  },
                ]),
            ...(installationOwner
              ? [{ value: "workspaces", label: "Workspaces", content: <WorkspacesTab /> }]
              : []),
            { value: "retention", label: "Retention", content: <RetentionTab owner={installationOwner} /> },
            ...(owner
              ? [
                  {
                    value: "audit",
                    label: "Audit",
                    content: <AuditTab installationOwner={installationOwner} />,
                  },
                ]
              : []),
            { value: "system", label: "System", content: <SystemTab /> },
          ]}
        />
      </div>
    </>
  );
}
