"use client";
import { PageHeader, Tabs } from "@p4twin/ui";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { AuditTab } from "@/features/audit/index.ts";
import { NotificationsTab } from "@/features/notifications/index.ts";
import { useSession } from "@/shell/useSession.ts";
import { AccountTab } from "./AccountTab.tsx";
import { PeopleTab } from "./PeopleTab.tsx";
import { SystemTab } from "./SystemTab.tsx";
import { TokensTab } from "./TokensTab.tsx";
import { WorkspaceTab } from "./WorkspaceTab.tsx";

const TABS = ["account", "tokens", "people", "notifications", "workspace", "audit", "system"] as const;

/** Your account and tokens; for operators who is told of events, for owners also people and the workspace; the state of the system for everybody. */
export function SettingsPage() {
  const me = useSession().data;
  const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(TABS).withDefault("account"));
  if (!me) return null;
  const owner = me.role === "owner";
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
            ...(owner ? [{ value: "people", label: "People", content: <PeopleTab myId={me.id} /> }] : []),
            ...(me.role === "viewer"
              ? []
              : [
                  {
                    value: "notifications",
                    label: "Notifications",
                    content: <NotificationsTab owner={owner} />,
                  },
                ]),
            { value: "workspace", label: "Workspace", content: <WorkspaceTab owner={owner} /> },
            ...(owner ? [{ value: "audit", label: "Audit", content: <AuditTab /> }] : []),
            { value: "system", label: "System", content: <SystemTab /> },
          ]}
        />
      </div>
    </>
  );
}
