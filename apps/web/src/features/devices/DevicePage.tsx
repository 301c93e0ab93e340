"use client";
import { works } from "@p4twin/models/device";
import { Badge, Breadcrumbs, type Column, PageHeader, Panel, Table } from "@p4twin/ui";
import { formatPublished, formatWords } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { AppLink } from "@/lib/AppLink.tsx";
import { profileLimits } from "@/lib/profileOption.ts";
import { QueryView } from "@/lib/QueryView.tsx";
import { type RouterOutputs, useTRPC } from "@/lib/trpc.ts";
import { ComparedTargetPanels } from "./ComparedTargets.tsx";
import { ControllerPanels } from "./ControllerPanels.tsx";
import { type ProfileNumber, profileNumbers } from "./profileNumbers.ts";
import { SourceNote } from "./SourceNote.tsx";

const COLUMNS: readonly Column<ProfileNumber>[] = [
  { id: "label", header: "Number", cell: (row) => row.label, className: "whitespace-normal" },
  {
    id: "value",
    header: "Value",
    numeric: true,
    cell: ({ value, unit }) => (
      <span title={value === null ? "not published" : `${value} ${unit}`}>
        {formatPublished(value)}
        <span className="ml-1 text-ink-3">{unit}</span>
      </span>
    ),
  },
  {
    id: "source",
    header: "Source",
    cell: ({ source }) => <SourceNote source={source} />,
    className: "whitespace-normal w-3/5",
  },
];

/** One profile: every number with its unit and its source. */
export function DevicePage({ id }: { id: string }) {
  const trpc = useTRPC();
  const device = useQuery(trpc.devices.get.queryOptions({ id }));
  const others = useQuery(trpc.devices.list.queryOptions());
  return (
    <QueryView query={device} what="The device profile" list="/devices">
      {(loaded) => <Profile device={loaded} others={others.data?.map(({ document }) => document) ?? []} />}
    </QueryView>
  );
}

type Device = RouterOutputs["devices"]["get"];

function Profile({ device, others }: { device: Device; others: readonly Device["document"][] }) {
  const { document, origin, number } = device;
  const groups = profileNumbers(document);
  const cited = [...new Set(groups.flatMap((g) => g.numbers.flatMap((n) => n.source?.work ?? [])))];
  return (
    <>
      <PageHeader
        title={document.title}
        status={
          <Badge tone={origin === "own" ? "accent" : "neutral"}>
            {origin === "own" ? "own" : "library"}, version {number}
          </Badge>
        }
        summary={document.summary}
      >
        <Breadcrumbs
          LinkComponent={AppLink}
          crumbs={[{ label: "Devices", href: "/devices" }, { label: document.title }]}
        />
        <dl className="flex flex-wrap gap-x-6 gap-y-1">
          {[
            ["Id", document.id],
            ["Kind", document.kind.toUpperCase()],
            ["Vendor", document.vendor ?? "not named"],
            ["Architectures", document.architectures.join(", ")],
            ["Limits of use", profileLimits(document).join("; ") || "none"],
          ].map(([term, words]) => (
            <div key={term} className="flex gap-1.5">
              <dt className="text-ink-3">{term}</dt>
              <dd>{formatWords(words)}</dd>
            </div>
          ))}
        </dl>
      </PageHeader>
      <div className="grid gap-3 px-4 pb-6 md:px-6 xl:grid-cols-2 xl:items-start">
        {groups.map((group) => (
          <Panel key={group.id} title={group.title} bodyClassName="p-0 overflow-x-auto">
            <Table caption={group.title} columns={COLUMNS} rows={group.numbers} rowKey={(row) => row.key} />
          </Panel>
        ))}
        <ComparedTargetPanels device={document} others={others} />
        {document.controlAgent ? <ControllerPanels /> : null}
        <Panel title="Works cited">
          <dl className="flex flex-col gap-2">
            {cited.map((work) => (
              <div key={work}>
                <dt className="font-medium">{work}</dt>
                <dd className="text-ink-2">{works[work] ?? "cited in full where it is used"}</dd>
              </div>
            ))}
          </dl>
        </Panel>
      </div>
    </>
  );
}
