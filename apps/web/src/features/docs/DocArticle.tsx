import { ScrollArea } from "@p4twin/ui";
import Link from "next/link";
import type { ReactNode } from "react";
import Markdown, { type Components } from "react-markdown";
import remarkGfm from "remark-gfm";
import { headingId, resolveDocLink } from "./readDocs.ts";

const textOf = (children: ReactNode): string =>
  typeof children === "string" ? children : Array.isArray(children) ? children.map(textOf).join("") : "";

const COMPONENTS: Components = {
  h1: ({ children }) => <h1 className="mt-2 mb-4 text-2xl font-semibold">{children}</h1>,
  h2: ({ children }) => (
    <h2
      id={headingId(textOf(children))}
      className="mt-8 mb-2 scroll-mt-4 border-b pb-1 text-xl font-semibold"
    >
      {children}
    </h2>
  ),
  h3: ({ children }) => (
    <h3 id={headingId(textOf(children))} className="mt-6 mb-1 scroll-mt-4 text-lg font-semibold">
      {children}
    </h3>
  ),
  p: ({ children }) => <p className="my-3">{children}</p>,
  ul: ({ children }) => <ul className="my-3 list-disc space-y-1 pl-6">{children}</ul>,
  ol: ({ children }) => <ol className="my-3 list-decimal space-y-1 pl-6">{children}</ol>,
  blockquote: ({ children }) => (
    <blockquote className="my-3 border-l-2 border-line-strong pl-4 text-ink-2">{children}</blockquote>
  ),
  code: ({ children }) => (
    <code className="rounded-sm bg-sunken px-1 py-0.5 font-mono text-[0.9em]">{children}</code>
  ),
  pre: ({ children }) => (
    <ScrollArea label="Code" className="my-3 rounded-md border bg-sunken">
      <pre className="w-max p-3 text-xs leading-5 [&_code]:bg-transparent [&_code]:p-0">{children}</pre>
    </ScrollArea>
  ),
  // a table may be wider than the text: it scrolls by itself, reachable by keyboard
  table: ({ children }) => (
    <ScrollArea label="Table" className="my-4 rounded-md border">
      <table className="w-full border-collapse text-sm">{children}</table>
    </ScrollArea>
  ),
  th: ({ children }) => <th className="border-b bg-sunken px-3 py-1.5 text-left font-medium">{children}</th>,
  td: ({ children }) => <td className="border-b px-3 py-1.5 align-top">{children}</td>,
  a: ({ href = "", children }) => {
    const target = resolveDocLink(href);
    const classes = "text-accent underline underline-offset-2 hover:text-accent-hover";
    return target.startsWith("/") ? (
      <Link href={target} className={classes} prefetch={false}>
        {children}
      </Link>
    ) : (
      <a href={target} className={classes} rel="noreferrer">
        {children}
      </a>
    );
  },
};

/** A Markdown page in the type of the console. */
export function DocArticle({ markdown }: { markdown: string }) {
  return (
    <article className="min-w-0 max-w-3xl text-base text-ink leading-6 wrap-anywhere">
      <Markdown remarkPlugins={[remarkGfm]} components={COMPONENTS}>
        {markdown}
      </Markdown>
    </article>
  );
}
