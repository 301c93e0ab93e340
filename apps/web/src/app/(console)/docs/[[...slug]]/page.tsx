import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsPage } from "@/features/docs/DocsPage.tsx";
import { readDocs } from "@/features/docs/readDocs.ts";

type Params = { params: Promise<{ slug?: string[] }> };

export const dynamicParams = false;

export const generateStaticParams = () => [
  { slug: [] },
  ...readDocs().map((page) => ({ slug: [page.slug] })),
];

const findPage = async ({ params }: Params) => {
  const { slug } = await params;
  const pages = readDocs();
  return { pages, slug, current: slug ? pages.find((page) => page.slug === slug[0]) : pages[0] };
};

export async function generateMetadata(props: Params): Promise<Metadata> {
  return { title: (await findPage(props)).current?.title ?? "Documentation" };
}

export default async function Page(props: Params) {
  const { pages, slug, current } = await findPage(props);
  if (slug && !current) notFound();
  return <DocsPage pages={pages} current={current ?? null} />;
}
