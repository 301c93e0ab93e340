import type { DocEntry } from "@/lib/useDocIndex.ts";
import { type DocPage, headingId } from "./readDocs.ts";

export type DocHeading = { level: 2 | 3; text: string; id: string };

const FENCE = /^(```|~~~)/;

/** Second and third headings of a page, without those inside code. */
export function headingsOf(markdown: string): DocHeading[] {
  let inCode = false;
  return markdown.split("\n").flatMap((line): DocHeading[] => {
    if (FENCE.test(line)) inCode = !inCode;
    const [, marks, title] = (!inCode && /^(#{2,3})\s+(.+)$/.exec(line)) || [];
    if (!marks || !title) return [];
    const text = title.replace(/[`*]/g, "").trim();
    return [{ level: marks.length === 2 ? 2 : 3, text, id: headingId(text) }];
  });
}

/** What the search over the documentation reads: each page with its headings as further words, then each section. */
export const docIndex = (pages: readonly Pick<DocPage, "slug" | "title" | "markdown">[]): DocEntry[] =>
  pages.flatMap(({ slug, title, markdown }) => {
    const headings = headingsOf(markdown);
    const page = {
      id: `doc-${slug}`,
      label: title,
      keywords: headings.map((h) => h.text),
      href: `/docs/${slug}`,
    };
    const sections = headings
      .filter(({ level }) => level === 2)
      .map(({ text, id }) => ({
        id: `doc-${slug}-${id}`,
        label: `${title}: ${text}`,
        keywords: [],
        href: `/docs/${slug}#${id}`,
      }));
    return [page, ...sections];
  });
