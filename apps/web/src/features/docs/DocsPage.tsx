import { EmptyState } from "@p4twin/ui";
import Link from "next/link";
import { DocArticle } from "./DocArticle.tsx";
import type { DocPage } from "./readDocs.ts";

export type DocsPageProps = { pages: DocPage[]; current: DocPage | null };

/** The numbered pages of the repository's docs folder: list on the left, page on the right. */
export function DocsPage({ pages, current }: DocsPageProps) {
  if (!current) {
    return (
      <EmptyState title="No documentation in this build">
        The docs folder of the repository held no numbered Markdown file when the app was built.
      </EmptyState>
    );
  }
  return (
    <div className="flex flex-col gap-6 p-4 md:flex-row">
      <nav aria-label="Documentation" className="shrink-0 md:sticky md:top-4 md:w-56 md:self-start">
        <ul className="flex flex-col gap-0.5">
          {pages.map((page) => (
            <li key={page.slug}>
              <Link
                href={`/docs/${page.slug}`}
                prefetch={false}
                aria-current={page.slug === current.slug ? "page" : undefined}
                className="block rounded-md px-2 py-1 text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-accent"
              >
                {page.title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <DocArticle markdown={current.markdown} />
    </div>
  );
}
