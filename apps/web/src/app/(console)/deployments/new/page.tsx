import type { Metadata } from "next";
import { NewDeploymentPage } from "@/features/deployments/NewDeploymentPage.tsx";

export const metadata: Metadata = { title: "Bind segments" };

export default function Page() {
  return <NewDeploymentPage />;
}
