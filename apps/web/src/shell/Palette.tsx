"use client";
import { CommandPalette, type PaletteGroup } from "@p4twin/ui";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTRPC } from "@/lib/trpc.ts";
import { PLACES } from "./nav.ts";
import { PLACE_ICONS } from "./placeIcons.tsx";

export type PaletteProps = { open: boolean; onOpenChange: (open: boolean) => void; actions: PaletteGroup };

type Named = { name: string; latest: { id: string } };

/** Search over places, actions and everything the workspace holds. Lists are read when it opens. */
export function Palette({ open, onOpenChange, actions }: PaletteProps) {
  const router = useRouter();
  const trpc = useTRPC();
  const programs = useQuery(trpc.programs.list.queryOptions(undefined, { enabled: open }));
  const clouds = useQuery(trpc.topologies.list.queryOptions(undefined, { enabled: open }));
  const chains = useQuery(trpc.chains.list.queryOptions(undefined, { enabled: open }));
  const scenarios = useQuery(trpc.scenarios.list.queryOptions(undefined, { enabled: open }));

  const go = (href: string) => () => router.push(href);
  const iconOf = (id: string) => {
    const Icon = PLACE_ICONS[id];
    return Icon ? <Icon aria-hidden /> : null;
  };
  const objects = (place: string, heading: string, list: readonly Named[] | undefined): PaletteGroup[] =>
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

  const groups: PaletteGroup[] = [
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
    ...objects("programs", "Programs", programs.data),
    ...objects("clouds", "Clouds", clouds.data),
    ...objects("chains", "Chains", chains.data),
    ...objects("scenarios", "Scenarios", scenarios.data),
  ];
  return (
    <CommandPalette
      open={open}
      onOpenChange={onOpenChange}
      groups={groups}
      placeholder="Search programs, clouds, chains, scenarios, or go to…"
    />
  );
}
