"use client";
import { Alert, CopyField, Panel, Tabs, textLink } from "@p4twin/ui";
import { useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { isLoopback, setupsFor, targetOf } from "./setupCommands.ts";

export type SetupCardProps = { listen: { host: string; ports: readonly { port: number }[] } };

/** The exact commands that point a switch here. */
export function SetupCard({ listen }: SetupCardProps) {
  const [tab, setTab] = useState("send");
  const target = targetOf(listen, window.location.hostname);
  return (
    <Panel title="Point a switch here" subtitle={`UDP ${target.address}:${target.port}`}>
      {isLoopback(target.address) ? (
        <Alert tone="info" title="Only this machine can send here" className="mb-3">
          Start P4Twin with <code className="font-mono">INT_HOST=0.0.0.0 npm start</code> to hear switches on
          other machines.
        </Alert>
      ) : null}
      {listen.ports.length > 1 ? (
        <p className="mb-3 max-w-prose text-ink-2">
          Ports {listen.ports.map(({ port }) => port).join(", ")} listen. A switch sends to one of them and
          stays with it: its sequence numbers are followed there.
        </p>
      ) : null}
      <Tabs
        aria-label="Kind of switch"
        value={tab}
        onValueChange={setTab}
        tabs={setupsFor(target).map(({ id, label, steps }) => ({
          value: id,
          label,
          content: (
            <ol className="flex flex-col gap-3">
              {steps.map(({ text, command }) => (
                <li key={text}>
                  <p className="mb-1 max-w-prose text-ink-2">{text}</p>
                  {command === null ? null : <CopyField text={command} label="command" />}
                </li>
              ))}
            </ol>
          ),
        }))}
      />
      <p className="mt-3 text-xs text-ink-2">
        <AppLink href="/docs/int-on-switches" className={textLink}>
          Every step, and what was tried by us
        </AppLink>
      </p>
    </Panel>
  );
}
