"use client";
import { type ComponentProps, useState } from "react";
import { Input } from "./Input.tsx";

export interface CommitInputProps extends Omit<ComponentProps<typeof Input>, "value" | "onChange"> {
  value: string;
  /** Why a text cannot be taken; null when it can. */
  check?: (text: string) => string | null;
  /** Another text than `value`, without spaces around it, that passes `check`. */
  onCommit: (text: string) => void;
}

/** A text that counts when it is left or Enter is pressed; Esc takes the draft back. */
export function CommitInput({ value, check = () => null, onCommit, ...rest }: CommitInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const problem = draft === null ? null : check(draft.trim());
  const commit = () => {
    if (draft !== null && problem === null && draft.trim() !== value) onCommit(draft.trim());
    setDraft(null);
  };
  return (
    <>
      <Input
        {...rest}
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
