import type { Metadata } from "next";
import { ReviewPage } from "@/features/reviews/ReviewPage.tsx";

export const metadata: Metadata = { title: "Review" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <ReviewPage id={(await params).id} />;
}
