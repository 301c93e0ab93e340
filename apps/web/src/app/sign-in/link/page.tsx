import type { Metadata } from "next";
import { Suspense } from "react";
import { LinkPage } from "@/features/signIn/LinkPage.tsx";

export const metadata: Metadata = { title: "Sign in by link", robots: "noindex", referrer: "no-referrer" };

export default function Page() {
  return (
    <Suspense>
      <LinkPage />
    </Suspense>
  );
}
