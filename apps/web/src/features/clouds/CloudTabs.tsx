"use client";
import type { Diagnostic } from "@p4twin/models/core";
import type { Topology } from "@p4twin/models/topology";
import { type SelectOption, Tabs } from "@p4twin/ui";
import { LinkTable } from "./LinkTable.tsx";
import { NodeTable } from "./NodeTable.tsx";
import { TopologyText } from "./TopologyText.tsx";
import type { useCloudUrl } from "./urlState.ts";

const NOTHING: Topology = { version: 1, name: "nothing", nodes: [], links: [] };

export type CloudTabsProps = {
  url: ReturnType<typeof useCloudUrl>;
  topology: Topology | null;
  text: string;
  diagnostics: readonly Diagnostic[];
  profiles: readonly SelectOption<string>[];
  onText: (text: string, fileName?: string) => void;
  onSelect: (nodeId: string) => void;
  /** null: profiles cannot be changed */
  onProfileChange: ((nodeId: string, profile: string) => void) | null;
  readOnly: boolean;
};

/** The cloud as tables and as text. */
export function CloudTabs({
  url: [url, setUrl],
  topology,
  text,
  diagnostics,
  profiles,
  onText,
  onSelect,
  onProfileChange,
  readOnly,
}: CloudTabsProps) {
  return (
    <Tabs
      aria-label="The cloud as tables and text"
      value={url.tab}
      onValueChange={(tab) => void setUrl({ tab: tab === "links" || tab === "text" ? tab : "nodes" })}
      tabs={[
        {
          value: "nodes",
          label: "Nodes",
          count: topology?.nodes.length,
          content: (
            <NodeTable
              topology={topology ?? NOTHING}
              profiles={profiles}
              selected={url.node}
              onSelect={onSelect}
              onProfileChange={onProfileChange}
            />
          ),
        },
        {
          value: "links",
          label: "Links",
          count: topology?.links.length,
          content: <LinkTable topology={topology ?? NOTHING} />,
        },
        {
          value: "text",
          label: "Text",
          count: diagnostics.length > 0 ? diagnostics.length : undefined,
          content: (
            <TopologyText text={text} diagnostics={diagnostics} onChange={onText} readOnly={readOnly} />
          ),
        },
      ]}
    />
  );
}
