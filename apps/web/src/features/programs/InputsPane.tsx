"use client";
import { Alert, Button, Field, FileDrop, IconButton, Input, Select } from "@p4twin/ui";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { countOf } from "@/lib/countOf.ts";
import { readFiles } from "@/lib/readFiles.ts";
import { FolderButton } from "./FolderButton.tsx";
import { readDefines, splitDefines } from "./model/defines.ts";
import { type ProgramUrl, type SetProgramUrl, STEP } from "./model/urlState.ts";
import type { ProgramDraft } from "./model/useProgramDraft.ts";
import { includedAs } from "./sources.ts";

export type InputsPaneProps = {
  draft: ProgramDraft;
  /** files that the last analysis read */
  read: readonly string[];
  url: Pick<ProgramUrl, "define" | "entries">;
  setUrl: SetProgramUrl;
  onShow: (file: string) => void;
};

const NO_ENTRIES = "*";

/** What the compiler is given beside the source: included files, macros, table contents. */
export function InputsPane({ draft, read, url, setUrl, onShow }: InputsPaneProps) {
  const files = Object.keys(draft.paused.includes).sort();
  const add = async (chosen: File[]): Promise<void> => {
    const { source, includes } = draft.files();
    const added = await readFiles(chosen);
    draft.addFiles(
      includedAs(source, [...Object.entries(includes).map(([name, text]) => ({ name, text })), ...added]),
    );
  };
  return (
    <div className="grid gap-4 md:grid-cols-[2fr_1fr_1fr]">
      <section aria-label="Included files" className="flex min-w-0 flex-col gap-2">
        {files.length > 0 ? (
          <ul className="flex flex-col divide-y divide-line rounded-md border">
            {files.map((file) => (
              <li key={file} className="flex items-center gap-2 px-2 py-1">
                <button
                  type="button"
                  className="min-w-0 cursor-pointer truncate font-mono text-xs text-accent hover:underline"
                  onClick={() => onShow(file)}
                >
                  {file}
                </button>
                <span className="ml-auto shrink-0 text-xs text-ink-3">
                  {read.includes(file)
                    ? countOf((draft.paused.includes[file] ?? "").split("\n").length, "line")
                    : url.entries === file
                      ? "table contents"
                      : "not included"}
                </span>
                <IconButton
                  size="sm"
                  label={`Remove ${file}`}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => draft.removeFile(file)}
                />
              </li>
            ))}
          </ul>
        ) : null}
        <div className="flex flex-wrap items-stretch gap-2">
          <FileDrop
            what="included files"
            multiple
            className="min-w-56 grow"
            onFiles={(chosen) => void add(chosen)}
            hint="and table contents, if any"
          />
          <FolderButton onFiles={(chosen) => void add(chosen)} />
        </div>
      </section>
      <DefinesField key={url.define.join()} defines={url.define} setUrl={setUrl} />
      <Field
        label="Table contents"
        hint="They narrow which actions run: JSON of the P4 tutorials, BMv2 commands or P4Runtime text, as one of the files."
      >
        {(field) => (
          <Select
            {...field}
            value={url.entries !== null && files.includes(url.entries) ? url.entries : NO_ENTRIES}
            options={[
              { value: NO_ENTRIES, label: "any entry may be in any table" },
              ...files.map((file) => ({ value: file, label: file })),
            ]}
            onValueChange={(file) => void setUrl({ entries: file === NO_ENTRIES ? null : file }, STEP)}
          />
        )}
      </Field>
    </div>
  );
}

function DefinesField({ defines, setUrl }: { defines: readonly string[]; setUrl: SetProgramUrl }) {
  const [text, setText] = useState(defines.join(", "));
  const { problem } = readDefines(splitDefines(text));
  const apply = (): void => {
    const define = splitDefines(text);
    if (problem === null && define.join() !== defines.join()) void setUrl({ define }, STEP);
  };
  return (
    <Field label="Macros" hint="As behind -D: NAME or NAME=VALUE, apart by commas." error={problem}>
      {(field) => (
        <Input
          {...field}
          value={text}
          placeholder="WITH_INT, PORTS=4"
          className="font-mono"
          onChange={(event) => setText(event.target.value)}
          onBlur={apply}
          onKeyDown={(event) => event.key === "Enter" && apply()}
        />
      )}
    </Field>
  );
}

/** Files that the source includes and nobody gave. */
export function MissingFiles({ files, onOpen }: { files: readonly string[]; onOpen: () => void }) {
  if (files.length === 0) return null;
  return (
    <Alert
      tone="warn"
      title={`${files.join(", ")} ${files.length === 1 ? "is" : "are"} included and not here`}
    >
      <Button size="sm" onClick={onOpen}>
        Add files
      </Button>
    </Alert>
  );
}
