import type { Metadata } from "next";
import { Suspense } from "react";
import { ResetPage } from "@/features/signIn/index.ts";

export const metadata: Metadata = { title: "Forgotten password", robots: "noindex", referrer: "no-referrer" };

export default function Page() {
  return (
    <Suspense>
      <ResetPage />
    </Suspense>
  );
}
