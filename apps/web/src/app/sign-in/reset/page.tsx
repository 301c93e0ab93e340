import type { Metadata } from "next";
import { Suspense } from "react";
import { ResetPage } from "@/features/signIn/ResetPage.tsx";

export const metadata: Metadata = { title: "Forgotten password", robots: "noindex", referrer: "no-referrer" };

export default function Page() {
  return (
    <Suspense>
      <ResetPage />
    </Suspense>
  );
}
