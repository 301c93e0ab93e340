"use client";
import { Button, Field, FileDrop, Input, Panel, Select, Textarea } from "@p4twin/ui";
import { type ReactNode, useState } from "react";
import { readFiles } from "@/lib/readFiles.ts";
import { type Source, type SourceFile, sourceOfFiles } from "@/workers/servers/source.ts";

export type SourceInputProps = {
  /** names of the library's examples with their titles */
  examples: Readonly<Record<string, string>>;
  example: string | null;
  onExample: (name: string) => void;
  onSource: (source: Source) => void;
  /** what is uploaded: "a chain" */
  what: string;
  accept: string;
  hint: ReactNode;
  /** of several files the one that names the others */
  isMain?: (file: SourceFile) => boolean;
  /** name of a pasted text: its ending tells the format */
  pasteName: string;
  children?: ReactNode;
};

/** An example of the library, a file, or a pasted text. */
export function SourceInput({
  examples,
  example,
  onExample,
  onSource,
  what,
  accept,
  hint,
  isMain = () => true,
  pasteName,
  children,
}: SourceInputProps) {
  const [text, setText] = useState("");
  const [file, setFile] = useState(pasteName);
  const take = async (files: File[]): Promise<void> => {
    const read = await readFiles(files);
    const source = sourceOfFiles(
      read.map(({ name, text: content }) => ({ file: name, text: content })),
      isMain,
    );
    if (source === null) return;
    setText(source.text);
    setFile(source.file);
    onSource(source);
  };
  return (
    <Panel title="Input" bodyClassName="flex flex-col gap-3">
      <Field label="Example of the library">
        {(control) => (
          <Select
            {...control}
            value={example ?? undefined}
            placeholder="Choose an example"
            options={Object.entries(examples).map(([value, label]) => ({ value, label }))}
            onValueChange={onExample}
          />
        )}
      </Field>
      {children}
      <FileDrop multiple what={what} accept={accept} hint={hint} onFiles={(files) => void take(files)} />
      <details>
        <summary className="cursor-pointer text-xs text-ink-2">Paste a text</summary>
        <div className="mt-2 flex flex-col gap-2">
          <Field label="File name" hint="Its ending decides the format">
            {(control) => <Input {...control} value={file} onChange={(e) => setFile(e.target.value)} />}
          </Field>
          <Field label="Text">
            {(control) => (
              <Textarea {...control} mono rows={8} value={text} onChange={(e) => setText(e.target.value)} />
            )}
          </Field>
          <Button disabled={text === ""} onClick={() => onSource({ kind: "text", file, text })}>
            Use this text
          </Button>
        </div>
      </details>
    </Panel>
  );
}
