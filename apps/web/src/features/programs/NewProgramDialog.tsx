"use client";
import { Alert, Button, Dialog, Field, FileDrop, Input, Table, Tabs, Textarea } from "@p4twin/ui";
import { useState } from "react";
import { readFiles } from "@/lib/readFiles.ts";
import { FolderButton, PROGRAM_FILES } from "./FolderButton.tsx";
import { libraryPrograms } from "./libraryPrograms.ts";
import { type ProgramSource, programSources } from "./sources.ts";

export type NewProgramDialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onCreate: (programs: ProgramSource[]) => void;
  busy: boolean;
};

/** Three ways to a program: drop files, paste text, start from an example of the library. */
export function NewProgramDialog({ open, onOpenChange, onCreate, busy }: NewProgramDialogProps) {
  const [tab, setTab] = useState("drop");
  const [name, setName] = useState("");
  const [source, setSource] = useState("");
  const [problem, setProblem] = useState<string | null>(null);

  const take = async (files: File[]): Promise<void> => {
    setProblem(null);
    onCreate(programSources(await readFiles(files)));
  };
  const paste = (): void => {
    if (source.trim() === "") setProblem("There is no text yet. Paste a P4_16 program.");
    else onCreate([{ name: name.trim() || "pasted program", source, includes: {} }]);
  };

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Upload a program"
      description="P4_16 source. It is stored as version 1 and analysed in your browser."
      className="w-[min(40rem,calc(100vw-2rem))]"
      footer={
        tab === "paste" ? (
          <Button variant="primary" busy={busy} onClick={paste}>
            Store program
          </Button>
        ) : undefined
      }
    >
      {problem ? <Alert tone="bad" title={problem} className="mb-3" /> : null}
      <Tabs
        aria-label="Ways to add a program"
        value={tab}
        onValueChange={setTab}
        tabs={[
          {
            value: "drop",
            label: "File",
            content: (
              <div className="flex flex-col gap-2">
                <FileDrop
                  what="a P4 program"
                  accept={PROGRAM_FILES}
                  multiple
                  disabled={busy}
                  onFiles={(files) => void take(files)}
                  onRejected={(files) =>
                    setProblem(
                      `${files[0]?.name ?? "This file"} is not P4 source. Drop .p4 files and what they include.`,
                    )
                  }
                  hint="With files that it includes, if any: the one that declares main is the program."
                />
                <FolderButton disabled={busy} onFiles={(files) => void take(files)} />
              </div>
            ),
          },
          {
            value: "paste",
            label: "Paste",
            content: (
              <div className="flex flex-col gap-3">
                <Field label="Name">
                  {(control) => (
                    <Input
                      {...control}
                      value={name}
                      placeholder="my-program"
                      onChange={(event) => setName(event.target.value)}
                    />
                  )}
                </Field>
                <Field label="P4 source">
                  {(control) => (
                    <Textarea
                      {...control}
                      mono
                      rows={14}
                      value={source}
                      onChange={(event) => setSource(event.target.value)}
                      placeholder={"#include <core.p4>\n#include <v1model.p4>\n…"}
                    />
                  )}
                </Field>
              </div>
            ),
          },
          {
            value: "library",
            label: "Library",
            content: (
              <Table
                caption="Programs of the library"
                rows={libraryPrograms()}
                rowKey={(program) => program.name}
                columns={[
                  { id: "name", header: "Program", cell: (program) => program.name },
                  {
                    id: "about",
                    header: "What it does",
                    cell: (program) => program.about,
                    className: "whitespace-normal",
                  },
                  {
                    id: "use",
                    header: <span className="sr-only">Use</span>,
                    cell: (program) => (
                      <Button
                        size="sm"
                        busy={busy}
                        aria-label={`Copy ${program.name}`}
                        onClick={() =>
                          onCreate([{ name: program.name, source: program.source, includes: {} }])
                        }
                      >
                        Copy
                      </Button>
                    ),
                  },
                ]}
              />
            ),
          },
        ]}
      />
    </Dialog>
  );
}
