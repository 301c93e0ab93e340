"use client";
import { libraryNames } from "@p4twin/models/library/names";
import { CommandPalette, type PaletteGroup } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/lib/trpc.ts";
import { useDocIndex } from "@/lib/useDocIndex.ts";
import { PLACES, type PlaceId } from "./nav.ts";
import { PLACE_ICONS } from "./placeIcons.tsx";

export type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void; actions: PaletteGroup };

const SETTINGS = [
  { tab: "account", label: "account", keywords: ["password", "two-factor", "sessions"] },
  { tab: "tokens", label: "API tokens", keywords: ["api"] },
  { tab: "people", label: "people", keywords: ["invite", "users"] },
  { tab: "members", label: "members", keywords: ["roles"] },
  { tab: "notifications", label: "notifications", keywords: ["webhook", "mail", "channels", "alerts"] },
  { tab: "workspaces", label: "workspaces", keywords: [] },
  { tab: "retention", label: "retention", keywords: ["storage", "days"] },
  { tab: "audit", label: "audit", keywords: ["log"] },
  { tab: "system", label: "system", keywords: ["version", "database"] },
] as const;

type Named = { name: string; latest: { id: string } };

/** Search over places, actions and everything the workspace holds. Lists are read when it opens. */
export function Palette({ open, onOpenChange, actions }: PaletteProps) {
  const router = useRouter();
  const trpc = useTRPC();
  const programs = useQuery(trpc.programs.list.queryOptions(undefined, { enabled: open }));
  const clouds = useQuery(trpc.topologies.list.queryOptions(undefined, { enabled: open }));
  const chains = useQuery(trpc.chains.list.queryOptions(undefined, { enabled: open }));
  const scenarios = useQuery(trpc.scenarios.list.queryOptions(undefined, { enabled: open }));
  const devices = useQuery(trpc.devices.list.queryOptions(undefined, { enabled: open }));
  const docs = useDocIndex(open);
  const deployments = useQuery(trpc.deployments.list.queryOptions(undefined, { enabled: open }));

  const loading = [programs, clouds, chains, scenarios, devices, docs, deployments].some(
    (list) => list.isPending,
  );

  const go = (href: string) => () => router.push(href);
  const iconOf = (id: PlaceId) => {
    const Icon = PLACE_ICONS[id];
    return <Icon aria-hidden />;
  };
  const objects = (place: PlaceId, heading: string, list: readonly Named[] | undefined): PaletteGroup[] =>
    list && list.length > 0
      ? [
          {
            heading,
            commands: list.map((object) => ({
              id: `${place}-${object.latest.id}`,
              label: object.name,
              icon: iconOf(place),
              onRun: go(`/${place}/${object.latest.id}`),
            })),
          },
        ]
      : [];

  const group = (
    heading: string,
    entries: readonly { id: string; label: string; href: string; keywords?: readonly string[] }[],
  ): PaletteGroup => ({
    heading,
    commands: entries.map(({ href, ...entry }) => ({ ...entry, onRun: go(href) })),
  });

  const always: PaletteGroup[] = [
    {
      heading: "Go to",
      commands: PLACES.map((place) => ({
        id: `go-${place.id}`,
        label: place.label,
        keywords: [place.hint],
        icon: iconOf(place.id),
        keys: ["g", place.key],
        onRun: go(place.href),
      })),
    },
    actions,
  ];
  const found = (): PaletteGroup[] => [
    ...objects("programs", "Programs", programs.data),
    ...objects("clouds", "Clouds", clouds.data),
    ...objects("chains", "Chains", chains.data),
    ...objects("scenarios", "Scenarios", scenarios.data),
    group(
      "Devices",
      (devices.data ?? []).map(({ id, document }) => ({
        id: `device-${id}`,
        label: document.title,
        keywords: [id, document.kind],
        href: `/devices/${id}`,
      })),
    ),
    group(
      "Segments",
      (deployments.data ?? []).flatMap(({ id, name, segments }) =>
        segments.map((segment) => ({
          id: `segment-${id}-${segment.id}`,
          label: `${segment.name}, ${name}`,
          href: `/twin/${id}?segment=${encodeURIComponent(segment.id)}`,
        })),
      ),
    ),
    group(
      "Functions",
      libraryNames("functions", ".json").map((type) => ({
        id: `function-${type}`,
        label: `Chain with ${type}`,
        href: "/chains/new",
      })),
    ),
    group(
      "Settings",
      SETTINGS.map(({ tab, label, keywords }) => ({
        id: `settings-${tab}`,
        label: `Settings: ${label}`,
        keywords,
        href: `/settings?tab=${tab}`,
      })),
    ),
    group("Documentation", docs.data ?? []),
  ];
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      // all lists at once: Enter takes the first, which is not to be what came first
      groups={loading ? always : [...always, ...found()]}
      loading={loading}
      placeholder="Search programs, clouds, devices, segments, settings, docs, or go to…"
    />
  );
}
