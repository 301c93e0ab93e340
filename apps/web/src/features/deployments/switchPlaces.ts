import type { RouterOutputs } from "@/lib/trpc.ts";

type Listed = Pick<RouterOutputs["deployments"]["list"][number], "id" | "name" | "segments">;

export type SwitchPlace = {
  value: string;
  label: string;
  hint: string;
  at: { id: string; segmentId: string; element: number };
};

/** Switches of deployments that have a program, those that run `program` first. */
export function switchPlaces(deployments: readonly Listed[], program: string): SwitchPlace[] {
  const places = deployments.flatMap(({ id, name, segments }) =>
    segments.flatMap((segment) =>
      segment.elements.flatMap((element, i) => {
        if (element.kind !== "switch" || !element.program) return [];
        const isSame = element.program === program;
        return [
          {
            value: `${id} ${segment.id} ${i}`,
            label: `${name}, ${segment.name}: ${element.label}`,
            hint: isSame ? "runs this program" : "runs another program",
            at: { id, segmentId: segment.id, element: i },
            isSame,
          },
        ];
      }),
    ),
  );
  return places.sort((a, b) => Number(b.isSame) - Number(a.isSame)).map(({ isSame: _, ...place }) => place);
}
