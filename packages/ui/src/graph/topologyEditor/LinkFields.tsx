"use client";
import type { TopologyLink } from "@p4twin/models/topology";
import { Field } from "../../primitives/Field.tsx";
import { Input } from "../../primitives/Input.tsx";
import { NumberInput } from "../../primitives/NumberInput.tsx";
import { common } from "./common.ts";
import type { LinkPatch } from "./editorState.ts";

/** The fields that these links share; ports are of one link. */
export function LinkFields({
  links,
  onPatch,
}: {
  links: readonly TopologyLink[];
  onPatch: (patch: LinkPatch) => void;
}) {
  const [only] = links.length === 1 ? links : [];
  const fromDistance = common(links, (link) => link.delaySource) === "distance";
  return (
    <>
      <Field label="Capacity, each way">
        {(control) => (
          <NumberInput
            {...control}
            value={common(links, (link) => link.gbps) ?? null}
            unit="Gbps"
            onValueChange={(gbps) => gbps !== null && gbps > 0 && onPatch({ gbps })}
            className="w-full"
          />
        )}
      </Field>
      <Field
        label="Propagation delay"
        optional
        hint={fromDistance ? "Derived from the distance of its ends." : undefined}
      >
        {(control) => (
          <NumberInput
            {...control}
            value={common(links, (link) => link.delayUs) ?? null}
            unit="µs"
            min={0}
            step={0.1}
            onValueChange={(delayUs) => {
              if (delayUs === null || delayUs >= 0)
                onPatch({ delayUs: delayUs ?? undefined, delaySource: undefined });
            }}
            className="w-full"
          />
        )}
      </Field>
      {only
        ? (
            [
              ["aPort", only.a],
              ["bPort", only.b],
            ] as const
          ).map(([end, node]) => (
            <Field key={end} label={`Port of ${node}`} optional>
              {(control) => (
                <Input
                  {...control}
                  value={String(only[end] ?? "")}
                  maxLength={64}
                  onChange={({ target: { value } }) =>
                    onPatch({
                      [end]: value === "" ? undefined : /^\d{1,9}$/.test(value) ? Number(value) : value,
                    })
                  }
                />
              )}
            </Field>
          ))
        : null}
    </>
  );
}
