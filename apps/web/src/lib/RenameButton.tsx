"use client";
import { Button, Dialog, Field, IconButton, Input } from "@p4twin/ui";
import { Pencil } from "lucide-react";
import { type FormEvent, useState } from "react";

export type RenameButtonProps = {
  name: string;
  /** "program" */
  what: string;
  onRename: (name: string) => Promise<unknown>;
};

/** Renames an object; its versions and what refers to them stay as they are. */
export function RenameButton({ name, what, onRename }: RenameButtonProps) {
  const [open, setOpen] = useState(false);
  const [text, setText] = useState(name);
  const [busy, setBusy] = useState(false);
  const wanted = text.trim();
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (wanted === "") return;
    setBusy(true);
    try {
      await onRename(wanted);
      setOpen(false);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <IconButton
        size="sm"
        label={`Rename ${what}`}
        icon={<Pencil aria-hidden />}
        onClick={() => {
          setText(name);
          setOpen(true);
        }}
      />
      <Dialog open={open} onOpenChange={setOpen} title={`Rename ${what}`}>
        <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-3 pb-2">
          <Field label="New name" error={wanted === "" ? "Give it a name." : undefined}>
            {(field) => (
              <Input
                {...field}
                value={text}
                maxLength={120}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
          <div className="flex justify-end">
            <Button type="submit" variant="primary" busy={busy} disabled={wanted === "" || wanted === name}>
              Rename
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
