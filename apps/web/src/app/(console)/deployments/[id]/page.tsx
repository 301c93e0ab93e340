import type { Metadata } from "next";
import { EditDeploymentPage } from "@/features/deployments/EditDeploymentPage.tsx";

export const metadata: Metadata = { title: "Bindings" };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  return <EditDeploymentPage deploymentId={(await params).id} />;
}
