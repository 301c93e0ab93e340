import { EmptyState } from "@p4twin/ui";
import Link from "next/link";
import { DocArticle } from "./DocArticle.tsx";
import { DocSearch } from "./DocSearch.tsx";
import { headingsOf } from "./docIndex.ts";
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
  const headings = headingsOf(current.markdown).filter(({ level }) => level === 2);
  return (
    <div className="flex flex-col gap-6 p-4 md:flex-row">
      <nav aria-label="Documentation" className="shrink-0 md:w-56">
        <DocSearch />
        {/* on a narrow page the article comes first, the list is one tap away */}
        <details className="md:hidden">
          <summary className="cursor-pointer rounded-md px-2 py-1.5 font-medium">All pages</summary>
          <PageList pages={pages} current={current} />
        </details>
        <div className="hidden md:block">
          <PageList pages={pages} current={current} />
        </div>
      </nav>
      <DocArticle markdown={current.markdown} />
      {headings.length > 2 ? (
        <nav
          aria-label="On this page"
          className="hidden shrink-0 xl:sticky xl:top-4 xl:block xl:max-h-[calc(100dvh-8rem)] xl:w-52 xl:self-start xl:overflow-y-auto"
        >
          <p className="px-2 pb-1 font-medium text-ink-2 text-xs">On this page</p>
          <ul className="flex flex-col">
            {headings.map(({ id, text }) => (
              <li key={id}>
                <a
                  href={`#${id}`}
                  className="block rounded-md px-2 py-1 text-ink-2 text-xs hover:bg-hover hover:text-ink"
                >
                  {text}
                </a>
              </li>
            ))}
          </ul>
        </nav>
      ) : null}
    </div>
  );
}

function PageList({ pages, current }: { pages: readonly DocPage[]; current: DocPage }) {
  return (
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
  );
}
