"use client";
import { Field, Input } from "@p4twin/ui";
import Link from "next/link";
import { useState } from "react";
import { useDocIndex } from "@/lib/useDocIndex.ts";

const SHOWN = 12;

/** Finds pages and sections of the documentation by title and heading. */
export function DocSearch() {
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const index = useDocIndex(wanted !== "");
  const found = (index.data ?? []).filter(({ label, keywords }) =>
    [label, ...keywords].some((text) => text.toLowerCase().includes(wanted)),
  );
  return (
    <search className="mb-3 block">
      <Field label="Search the documentation">
        {(control) => (
          <Input {...control} type="search" value={query} onChange={(e) => setQuery(e.target.value)} />
        )}
      </Field>
      {wanted === "" || !index.data ? null : (
        <ul aria-label="Found" className="mt-1 flex flex-col gap-0.5">
          {found.slice(0, SHOWN).map(({ id, label, href }) => (
            <li key={id}>
              <Link
                href={href}
                prefetch={false}
                onClick={() => setQuery("")}
                className="block rounded-md px-2 py-1 text-accent text-xs hover:bg-hover"
              >
                {label}
              </Link>
            </li>
          ))}
          {found.length === 0 ? (
            <li className="px-2 text-ink-3 text-xs">No page or section has this word.</li>
          ) : null}
        </ul>
      )}
    </search>
  );
}
