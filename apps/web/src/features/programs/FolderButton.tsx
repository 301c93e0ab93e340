"use client";
import { Button, isAccepted } from "@p4twin/ui";
import { FolderOpen } from "lucide-react";
import { useRef } from "react";

/** What can belong to a program: sources, table contents. */
export const PROGRAM_FILES = ".p4,.p4i,.h,.inc,.json,.txt,.cmd,.cmds,.entries,.pb,.textproto";

/** All files of a folder at once that can belong to a program. */
export function FolderButton({
  onFiles,
  disabled,
}: {
  onFiles: (files: File[]) => void;
  disabled?: boolean;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button icon={<FolderOpen aria-hidden />} disabled={disabled} onClick={() => input.current?.click()}>
        Choose a folder
      </Button>
      <input
        ref={(element) => {
          // React does not know the attribute
          element?.setAttribute("webkitdirectory", "");
          input.current = element;
        }}
        type="file"
        multiple
        className="sr-only"
        tabIndex={-1}
        aria-label="Choose a folder"
        onChange={(event) => {
          onFiles(
            [...(event.target.files ?? [])].filter(({ name }) =>
              isAccepted({ name, type: "" }, PROGRAM_FILES),
            ),
          );
          event.target.value = "";
        }}
      />
    </>
  );
}
