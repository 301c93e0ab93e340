"use client";
import type { TopologyLink, TopologyNode } from "@p4twin/models/topology";
import { type ReactNode, useState } from "react";
import { Field, type FieldControlProps } from "../../primitives/Field.tsx";
import { Input } from "../../primitives/Input.tsx";
import { NumberInput } from "../../primitives/NumberInput.tsx";
import { Select, type SelectOption } from "../../primitives/Select.tsx";
import {
  type EditorAction,
  type EditorState,
  type LinkPatch,
  linkKey,
  type NodeKind,
  type NodePatch,
  type Places,
} from "./editorState.ts";

const KINDS: readonly SelectOption<NodeKind>[] = [
  { value: "device", label: "device", hint: "Programmable, an instance of a profile" },
  { value: "switch", label: "switch", hint: "Plain, adds a constant delay" },
  { value: "host", label: "host", hint: "Sends and receives, forwards nothing" },
];

const TIME_UNITS: readonly SelectOption<"ns" | "us">[] = [
  { value: "ns", label: "ns" },
  { value: "us", label: "µs" },
];

export interface PropertiesPanelProps {
  state: EditorState;
  base: Places;
  dispatch: (action: EditorAction) => void;
  profiles: readonly SelectOption<string>[];
  /** why a text cannot be the id of a node; null when it can */
  checkId: (text: string) => string | null;
}

/** The value that all have, or undefined when they differ. */
function common<T, V>(items: readonly T[], of: (item: T) => V): V | undefined {
  const [first, ...rest] = items.map(of);
  return rest.every((value) => value === first) ? first : undefined;
}

/** What is selected, field by field; of several nodes or links the fields that they share. */
export function PropertiesPanel({ state, base, dispatch, profiles, checkId }: PropertiesPanelProps) {
  const { doc, selection } = state;
  const nodes = doc.nodes.filter((node) => selection.nodes.includes(node.id));
  const links = doc.links.filter((link) => selection.links.includes(linkKey(link)));
  const patchNodes = (patch: NodePatch) =>
    dispatch({ type: "patchNodes", ids: selection.nodes, patch, base });
  const patchLinks = (patch: LinkPatch) =>
    dispatch({ type: "patchLinks", keys: selection.links, patch, base });
  const [node] = nodes;
  if (nodes.length === 0 && links.length === 0) {
    return (
      <>
        <Field label="Name of the cloud">
          {(control) => (
            <Commit
              control={control}
              value={doc.name}
              onCommit={(name) => dispatch({ type: "name", name })}
            />
          )}
        </Field>
        <p className="text-xs text-ink-3">
          Select a node or a link to edit it. Add nodes from the palette, link them by the dot beside a node,
          or select several and press L.
        </p>
      </>
    );
  }
  return (
    <>
      {node ? (
        <Group title={nodes.length === 1 ? `Node ${node.id}` : `${nodes.length} nodes`}>
          {nodes.length === 1 ? (
            <Field label="Id">
              {(control) => (
                <Commit
                  key={node.id}
                  control={control}
                  value={node.id}
                  check={(text) =>
                    text !== node.id && doc.nodes.some((other) => other.id === text)
                      ? `There is another node "${text}".`
                      : checkId(text)
                  }
                  onCommit={(to) => dispatch({ type: "rename", id: node.id, to, base })}
                />
              )}
            </Field>
          ) : null}
          <NodeFields nodes={nodes} profiles={profiles} onPatch={patchNodes} />
        </Group>
      ) : null}
      {links.length > 0 ? (
        <Group title={links.length === 1 ? `Link ${links[0]?.a} – ${links[0]?.b}` : `${links.length} links`}>
          <LinkFields links={links} onPatch={patchLinks} />
        </Group>
      ) : null}
    </>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="flex flex-col gap-2.5">
      <legend className="mb-2 text-sm font-semibold text-ink">{title}</legend>
      {children}
    </fieldset>
  );
}

/** A text that counts when it is left or Enter is pressed. */
function Commit({
  control,
  value,
  check = () => null,
  onCommit,
}: {
  control: FieldControlProps;
  value: string;
  check?: (text: string) => string | null;
  onCommit: (text: string) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const problem = draft === null ? null : draft.trim() === "" ? "A name is needed." : check(draft.trim());
  const commit = () => {
    if (draft !== null && problem === null && draft.trim() !== value) onCommit(draft.trim());
    setDraft(null);
  };
  return (
    <>
      <Input
        {...control}
        value={draft ?? value}
        aria-invalid={problem !== null || undefined}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => {
          if (event.key === "Enter") commit();
          if (event.key === "Escape") setDraft(null);
        }}
      />
      {problem ? (
        <p role="alert" className="text-xs text-bad">
          {problem}
        </p>
      ) : null}
    </>
  );
}

function NodeFields({
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

function LinkFields({
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
