"use client";
import type { TopologyNode } from "@p4twin/models/topology";
import { Field } from "../../primitives/Field.tsx";
import { NumberInput } from "../../primitives/NumberInput.tsx";
import { Select, type SelectOption } from "../../primitives/Select.tsx";
import { common } from "./common.ts";
import type { NodeKind, NodePatch } from "./editorState.ts";

const KINDS: readonly SelectOption<NodeKind>[] = [
  { value: "device", label: "device", hint: "Programmable, an instance of a profile" },
  { value: "switch", label: "switch", hint: "Plain, adds a constant delay" },
  { value: "host", label: "host", hint: "Sends and receives, forwards nothing" },
];

const TIME_UNITS: readonly SelectOption<"ns" | "us">[] = [
  { value: "ns", label: "ns" },
  { value: "us", label: "µs" },
];

/** The fields that these nodes share; a telemetry id is of one node. */
export function NodeFields({
  nodes,
  profiles,
  onPatch,
}: {
  nodes: readonly TopologyNode[];
  profiles: readonly SelectOption<string>[];
  onPatch: (patch: NodePatch) => void;
}) {
  const kind = common(nodes, (node) => node.kind);
  const [only] = nodes.length === 1 ? nodes : [];
  return (
    <>
      <Field label="Kind">
        {(control) => (
          <Select
            {...control}
            value={kind}
            options={KINDS}
            placeholder="differs"
            onValueChange={(next) =>
              onPatch({
                kind: next,
                ...(next === "device" ? {} : { profile: undefined }),
                ...(next === "switch" ? {} : { delayUs: undefined }),
                ...(next === "host" ? { telemetry: undefined } : {}),
              })
            }
          />
        )}
      </Field>
      {kind === "device" ? (
        <Field label="Device profile">
          {(control) => (
            <Select
              {...control}
              value={common(nodes, (node) => node.profile)}
              options={profiles}
              onValueChange={(profile) => onPatch({ profile })}
            />
          )}
        </Field>
      ) : null}
      {kind === "switch" ? (
        <Field label="Constant delay" optional>
          {(control) => (
            <NumberInput
              {...control}
              value={common(nodes, (node) => node.delayUs) ?? null}
              unit="µs"
              min={0}
              onValueChange={(delayUs) => onPatch({ delayUs: delayUs ?? undefined })}
              className="w-full"
            />
          )}
        </Field>
      ) : null}
      {only && kind !== "host" ? (
        <div className="grid grid-cols-[1fr_5rem] gap-2">
          <Field label="INT node id" optional hint="How its reports name it">
            {(control) => (
              <NumberInput
                {...control}
                value={only.telemetry?.nodeId ?? null}
                min={0}
                max={0xffff_ffff}
                onValueChange={(nodeId) => {
                  if (nodeId !== null && !Number.isInteger(nodeId)) return;
                  onPatch({
                    telemetry:
                      nodeId === null ? undefined : { nodeId, timeUnit: only.telemetry?.timeUnit ?? "ns" },
                  });
                }}
                className="w-full"
              />
            )}
          </Field>
          <Field label="Unit">
            {(control) => (
              <Select
                {...control}
                value={only.telemetry?.timeUnit ?? "ns"}
                options={TIME_UNITS}
                disabled={!only.telemetry}
                onValueChange={(timeUnit) =>
                  only.telemetry && onPatch({ telemetry: { ...only.telemetry, timeUnit } })
                }
              />
            )}
          </Field>
        </div>
      ) : null}
    </>
  );
}
