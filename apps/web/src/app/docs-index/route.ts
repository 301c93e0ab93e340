import { docIndex } from "@/features/docs/docIndex.ts";
import { readDocs } from "@/features/docs/readDocs.ts";

export const dynamic = "force-static";

export const GET = () => Response.json(docIndex(readDocs()));
