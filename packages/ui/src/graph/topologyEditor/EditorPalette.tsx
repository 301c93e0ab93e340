"use client";
import { cn } from "../../lib/cn.ts";
import { NODE_SIGNS } from "../TopologyNodeShape.tsx";
import type { NodeKind } from "./editorState.ts";

export interface PaletteEntry {
  kind: NodeKind;
  profile?: string;
}

const FORMAT = "application/x-p4twin-node";

/** What of the palette was dropped; null when it was something else. */
export function droppedEntry(transfer: DataTransfer): PaletteEntry | null {
  const [kind, profile] = transfer.getData(FORMAT).split("\n");
  if (kind !== "device" && kind !== "switch" && kind !== "host") return null;
  return { kind, ...(profile ? { profile } : {}) };
}

export const carriesEntry = (transfer: DataTransfer): boolean => transfer.types.includes(FORMAT);

export interface EditorPaletteProps {
  /** device profiles by id, with their titles */
  profiles: readonly { value: string; hint?: string }[];
  onAdd: (entry: PaletteEntry) => void;
  className?: string;
}

/** What a cloud is made of: drag it to its place, or press it to add it in the middle of what is seen. */
export function EditorPalette({ profiles, onAdd, className }: EditorPaletteProps) {
  const entries: (PaletteEntry & { label: string; hint?: string | undefined })[] = [
    { kind: "switch", label: "Switch", hint: "Not programmable, with a constant delay" },
    { kind: "host", label: "Host", hint: "Sends and receives" },
    ...profiles.map(({ value, hint }) => ({ kind: "device" as const, profile: value, label: value, hint })),
  ];
  return (
    <ul aria-label="Palette" className={cn("flex gap-1", className)}>
      {entries.map(({ kind, profile, label, hint }) => (
        <li key={`${kind} ${profile ?? ""}`}>
          <button
            type="button"
            draggable
            title={hint}
            aria-label={`Add ${kind} ${profile ?? ""}`.trim()}
            onDragStart={(event) => {
              event.dataTransfer.setData(FORMAT, `${kind}\n${profile ?? ""}`);
              event.dataTransfer.effectAllowed = "copy";
            }}
            onClick={() => onAdd(profile === undefined ? { kind } : { kind, profile })}
            className="flex w-full cursor-grab items-center gap-1.5 rounded-md border border-line bg-surface px-2 py-1 text-left text-xs text-ink hover:bg-hover active:cursor-grabbing"
          >
            <svg width={16} height={16} viewBox="-9 -9 18 18" aria-hidden className="shrink-0">
              <path
                d={NODE_SIGNS[kind]}
                fill="none"
                className="stroke-ink-2"
                strokeWidth={1.25}
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
            <span className="truncate">{label}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}
