import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { Providers } from "@/lib/Providers.tsx";
import { THEME_SCRIPT } from "@/lib/theme.ts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "P4Twin", template: "%s · P4Twin" },
  description: "Predicted and observed latency of P4 clouds",
};

export const viewport: Viewport = { width: "device-width", initialScale: 1 };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    // the theme script sets the class before hydration
    <html lang="en" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours, needed before the first paint */}
        <script dangerouslySetInnerHTML={{ __html: THEME_SCRIPT }} />
      </head>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
