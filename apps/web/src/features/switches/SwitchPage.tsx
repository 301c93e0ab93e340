"use client";
import { Alert, Button, PageHeader, StatTile, Tabs } from "@p4twin/ui";
import { formatCountExact, formatDateTime } from "@p4twin/ui/format";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { parseAsStringLiteral, useQueryState } from "nuqs";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import { ChangesTab } from "./ChangesTab.tsx";
import { DriftTab } from "./DriftTab.tsx";
import { EntriesTab } from "./EntriesTab.tsx";
import { IdentityTab } from "./identity/IdentityTab.tsx";
import { PipelineTab } from "./PipelineTab.tsx";
import { PredictionTab } from "./PredictionTab.tsx";
import { StateBadge } from "./StateBadge.tsx";
import { SettingsTab } from "./settings/SettingsTab.tsx";
import type { AttachedSwitch } from "./switchWords.ts";

const REFETCH_MS = 5_000;
const TABS = ["entries", "pipeline", "changes", "drift", "latency", "identity", "settings"] as const;

/** One running switch: what it holds, what changed, what it should hold, and what that means for the latency. */
export function SwitchPage({ id }: { id: string }) {
  const trpc = useTRPC();
  const attached = useQuery(trpc.switches.get.queryOptions({ id }, { refetchInterval: REFETCH_MS }));
  return (
    <QueryView query={attached} what="The switch" list="/switches">
      {(data) => <SwitchView attached={data} />}
    </QueryView>
  );
}

function SwitchView({ attached }: { attached: AttachedSwitch }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const mayChange = useMayChange();
  const [tab, setTab] = useQueryState("tab", parseAsStringLiteral(TABS).withDefault("entries"));
  const look = useMutation(
    trpc.switches.look.mutationOptions({
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.switches.pathKey() }),
    }),
  );
  const { id, name, address, deviceId, state, message, reading, readAt } = attached;
  return (
    <>
      <PageHeader
        title={name}
        status={<StateBadge state={state} />}
        summary={
          <>
            <span className="font-mono text-xs">{address}</span>, device {deviceId}
            {readAt === null ? ", not read yet" : `, read ${formatDateTime(Date.parse(readAt))}`}
          </>
        }
        actions={
          mayChange ? (
            <Button busy={look.isPending} onClick={() => look.mutate({ id })}>
              <RefreshCw aria-hidden /> Read now
            </Button>
          ) : null
        }
      />
      <div className="flex flex-col gap-3 px-4 pb-6 md:px-6">
        {message ? (
          <Alert
            tone={state === "unreachable" || state === "refused" ? "bad" : "warn"}
            title={stateTitle(attached)}
          >
            {message}
          </Alert>
        ) : null}
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          <StatTile
            label="Entries"
            value={reading ? formatCountExact(reading.entities) : null}
            context={reading ? inTables(reading.tables) : null}
          />
          <StatTile
            label="P4Runtime"
            value={reading?.apiVersion ?? null}
            context={reading ? `cookie ${reading.cookie ?? "unset"}` : null}
          />
          <StatTile label="Last read took" value={reading?.readMs ?? null} unit="ms" />
          <StatTile
            label="Read every"
            value={attached.pollS === 0 ? "on request" : attached.pollS}
            unit={attached.pollS === 0 ? "" : "s"}
          />
        </div>
        <Tabs
          aria-label="Views of the switch"
          value={tab}
          onValueChange={(value) => void setTab(TABS.find((each) => each === value) ?? "entries")}
          tabs={[
            { value: "entries", label: "Entries", content: <EntriesTab attached={attached} /> },
            { value: "pipeline", label: "Pipeline", content: <PipelineTab attached={attached} /> },
            { value: "changes", label: "Changes", content: <ChangesTab attached={attached} /> },
            { value: "drift", label: "Intent and drift", content: <DriftTab attached={attached} /> },
            { value: "latency", label: "Latency", content: <PredictionTab attached={attached} /> },
            { value: "identity", label: "Ports and names", content: <IdentityTab attached={attached} /> },
            { value: "settings", label: "Settings", content: <SettingsTab attached={attached} /> },
          ]}
        />
      </div>
    </>
  );
}

/** Groups, sessions and default actions are entries that are in no table. */
const inTables = (tables: NonNullable<AttachedSwitch["reading"]>["tables"]): string => {
  const entries = tables.reduce((sum, table) => sum + table.entries, 0);
  return `${entries.toLocaleString("en")} in ${tables.length} ${tables.length === 1 ? "table" : "tables"}`;
};

const stateTitle = ({ state, stateSince }: AttachedSwitch): string => {
  const since = formatDateTime(Date.parse(stateSince));
  return state === "unreachable"
    ? `Unreachable since ${since}; what was read last is shown`
    : `Since ${since}`;
};
