"use client";
import type { Chain } from "@p4twin/models/chain";
import { Field, Textarea } from "@p4twin/ui";
import { useState } from "react";
import { branchText, readBranches } from "./branchText.ts";

export type BranchFieldProps = {
  branches: readonly Partial<NonNullable<Chain["branches"]>[number]>[] | undefined;
  onChange: (branches: Chain["branches"]) => void;
  error?: string | undefined;
};

/** Where packets part, one branch a line. */
export function BranchField({ branches, onChange, error }: BranchFieldProps) {
  const [text, setText] = useState(() => branchText(branches));
  const read = readBranches(text);
  return (
    <Field
      label="Branches"
      hint="Empty: one function after the other. Else one a line, by number: 0 > 1: 30 %, 0 > 2: 70 %, 1 > end."
      error={"error" in read ? read.error : error}
    >
      {(field) => (
        <Textarea
          {...field}
          rows={3}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            const next = readBranches(event.target.value);
            if ("branches" in next) onChange(next.branches);
          }}
        />
      )}
    </Field>
  );
}
