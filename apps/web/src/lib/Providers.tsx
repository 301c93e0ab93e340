"use client";
import { Toaster, toast } from "@p4twin/ui";
import { QueryClientProvider } from "@tanstack/react-query";
import { NuqsAdapter } from "nuqs/adapters/next/app";
import { type ReactNode, useEffect, useState } from "react";
import { createQueryClient } from "./queryClient.ts";
import { goToSignIn } from "./signIn.ts";
import { createTrpcClient, TRPCProvider } from "./trpc.ts";

/** Everything a page needs around it: server data, URL state and the place where errors are shown. */
export function Providers({ children }: { children: ReactNode }) {
  const [trpcClient] = useState(createTrpcClient);
  const [queryClient] = useState(() =>
    createQueryClient({
      show: (error) =>
        toast.error(error.what, {
          description: [...error.diagnostics.slice(0, 3), error.remedy].join(" "),
        }),
      signIn: goToSignIn,
    }),
  );
  useEffect(() => {
    // http on another machine has no service workers: there the browser's own page comes
    void navigator.serviceWorker?.register("/offline.js").catch(() => undefined);
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <TRPCProvider trpcClient={trpcClient} queryClient={queryClient}>
        <NuqsAdapter>{children}</NuqsAdapter>
        <Toaster />
      </TRPCProvider>
    </QueryClientProvider>
  );
}
