"use client";
import { Panel } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { PasswordPanel } from "./PasswordPanel.tsx";
import { SessionsPanel } from "./SessionsPanel.tsx";
import { TwoFactorPanel } from "./TwoFactorPanel.tsx";

const ROLES = {
  viewer: "sees everything and changes nothing",
  operator: "changes programs, clouds, chains, deployments and reports",
  owner: "also manages people and settings",
} as const;

/** Who you are, how you sign in, and where you are signed in. */
export function AccountTab({ me }: { me: NonNullable<RouterOutputs["users"]["me"]> }) {
  const trpc = useTRPC();
  const account = useQuery(trpc.account.get.queryOptions());
  const provider = useQuery(trpc.account.ways.queryOptions()).data?.provider ?? null;
  const roleFrom = account.data?.roleFrom ?? null;
  const facts = [
    ["Name", me.name],
    ["Email", me.email],
    ["Role", `${me.role}: ${ROLES[me.role]}`],
    ...(roleFrom !== null ? [["Role from", `${provider ?? "identity provider"}, ${roleFrom}`] as const] : []),
  ] as const;
  const managed = roleFrom !== null && provider !== null;
  return (
    <div className="flex flex-col gap-3">
      <Panel title="Account">
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-1">
          {facts.map(([term, value]) => (
            <div key={term} className="contents">
              <dt className="text-ink-3">{term}</dt>
              <dd className="min-w-0 break-words">{value}</dd>
            </div>
          ))}
        </dl>
      </Panel>
      {managed ? (
        <Panel title="Password and two-factor sign-in">
          <p className="text-ink-2">{provider} signs you in; both are set there.</p>
        </Panel>
      ) : (
        <QueryView query={account} what="Your account">
          {(data) => (
            <>
              <PasswordPanel me={me} account={data} />
              <TwoFactorPanel me={me} account={data} />
            </>
          )}
        </QueryView>
      )}
      <SessionsPanel />
    </div>
  );
}
