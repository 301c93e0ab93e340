"use client";
import { type Column, Field, Input, Table } from "@p4twin/ui";
import { useState } from "react";
import { FormDialog } from "@/lib/FormDialog.tsx";

export type Planned = { text: string; before: string; value: string };

const mono = (text: string) => <span className="font-mono text-xs [overflow-wrap:anywhere]">{text}</span>;
const columns: Column<Planned>[] = [
  { id: "text", header: "Setting", className: "whitespace-normal", cell: ({ text }) => mono(text) },
  { id: "before", header: "Now", numeric: true, cell: ({ before }) => before },
  { id: "value", header: "Then", numeric: true, cell: ({ value }) => value },
];

/** What a write changes, and the name of the switch as its confirmation. */
export function ConfirmDialog({
  title,
  name,
  planned,
  busy,
  error,
  onConfirm,
  onClose,
}: {
  title: string;
  name: string;
  planned: readonly Planned[];
  busy: boolean;
  error: unknown;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const [typed, setTyped] = useState("");
  return (
    <FormDialog
      title={title}
      description="The next packet meets it. Where a setting is another one by then, nothing is written."
      className="w-[min(42rem,calc(100vw-2rem))]"
      action="Write to switch"
      ready={typed.trim() === name}
      busy={busy}
      error={error}
      failed="Nothing written yet"
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <Table caption="What changes" columns={columns} rows={planned} rowKey={({ text }) => text} />
      <Field label="Name of the switch" hint={`Type ${name} to confirm`}>
        {(control) => <Input {...control} value={typed} onChange={(e) => setTyped(e.target.value)} />}
      </Field>
    </FormDialog>
  );
}
