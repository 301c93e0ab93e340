"use client";
import type { Diagnostic } from "@p4twin/models/core";
import { Button, Dialog, Field, FileDrop, Textarea } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { DiagnosticList } from "@/lib/DiagnosticList.tsx";
import { readFiles } from "@/lib/readFiles.ts";
import { useTRPC } from "@/lib/trpc.ts";

export type NewDeviceDialogProps = { open: boolean; onOpenChange: (open: boolean) => void };

/** Stores a profile from a file or pasted text; the id of an own profile makes a new version of it. */
export function NewDeviceDialog({ open, onOpenChange }: NewDeviceDialogProps) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const [text, setText] = useState("");
  const [fileName, setFileName] = useState("profile.json");
  const [diagnostics, setDiagnostics] = useState<Diagnostic[]>([]);
  const create = useMutation(
    trpc.devices.create.mutationOptions({
      onSuccess: async (answer) => {
        setDiagnostics(answer.diagnostics);
        if (!answer.ok) return;
        await queryClient.invalidateQueries({ queryKey: trpc.devices.pathKey() });
        onOpenChange(false);
        router.push(`/devices/${answer.version.id}`);
      },
    }),
  );
  const take = async (files: File[]): Promise<void> => {
    const [file] = await readFiles(files);
    if (!file) return;
    setFileName(file.name);
    setText(file.text);
    create.mutate({ text: file.text, fileName: file.name });
  };
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Add a device profile"
      description="JSON or YAML in the shape of the library's profiles. Each number names its source."
      className="w-[min(44rem,calc(100vw-2rem))]"
      footer={
        <Button
          variant="primary"
          busy={create.isPending}
          disabled={text.trim() === ""}
          onClick={() => create.mutate({ text, fileName })}
        >
          Store profile
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        <FileDrop what="a profile" accept=".json,.yaml,.yml" onFiles={(files) => void take(files)} />
        <DiagnosticList diagnostics={diagnostics} className="rounded-md border" />
        <Field label="Profile" hint="The profile page of a library device shows every field.">
          {(control) => (
            <Textarea
              {...control}
              mono
              rows={12}
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}
