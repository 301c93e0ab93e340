"use client";
import { PageHeader, Tabs } from "@p4twin/ui";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { DeployTab } from "./deploy/DeployTab.tsx";
import { ProfileTab } from "./profile/ProfileTab.tsx";
import { ScaleTab } from "./scale/ScaleTab.tsx";
import { SynthesiseTab } from "./synthesise/SynthesiseTab.tsx";

const TABS = ["synthesise", "profile", "scale", "deploy"] as const;

/** The server side of a chain: one function out of many, where its latency goes, how it scales, how it is deployed. */
export function ServersPage() {
  const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(TABS).withDefault("synthesise"));
  const open = (value: string): void => void setTab(TABS.find((t) => t === value) ?? null);
  return (
    <>
      <PageHeader
        title="Servers"
        summary="What the functions of a chain cost in software, what merging them gains, and how they scale over cores."
      />
      <div className="px-4 pb-6 md:px-6">
        <Tabs
          aria-label="What is asked about servers"
          value={tab}
          onValueChange={open}
          tabs={[
            { value: "synthesise", label: "Synthesise", content: <SynthesiseTab /> },
            { value: "profile", label: "Profile", content: <ProfileTab /> },
            { value: "scale", label: "Scale", content: <ScaleTab /> },
            { value: "deploy", label: "Deploy", content: <DeployTab /> },
          ]}
        />
      </div>
    </>
  );
}
