"use client";
import { AppFrame, Button, ErrorState, KeyHint, type NavItem, SkeletonRows } from "@p4twin/ui";
import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname, useRouter } from "next/navigation";
import { type ReactNode, Suspense, useState } from "react";
import { AppLink } from "@/lib/AppLink.tsx";
import { describeError } from "@/lib/describeError.ts";
import { KeyList } from "./KeyList.tsx";
import { PLACES } from "./nav.ts";
import { PLACE_ICONS } from "./placeIcons.tsx";
import { AlertsSlot, StatusSlot, TimeRangeSlot, WorkspaceSlot } from "./slots.tsx";
import { UserMenu } from "./UserMenu.tsx";
import { useSession } from "./useSession.ts";
import { useShortcuts } from "./useShortcuts.ts";
import { useTheme } from "./useTheme.ts";
import { Wordmark } from "./Wordmark.tsx";

const NAV: readonly NavItem[] = PLACES.map(({ id, href, label, key, also, foot }) => {
  const Icon = PLACE_ICONS[id];
  return { href, label, keys: ["g", key], also, foot, icon: Icon ? <Icon aria-hidden /> : null };
});

// most pages are left without a search: it comes when it is opened first
const Palette = dynamic(() => import("./Palette.tsx").then((module) => module.Palette), { ssr: false });

const LOADING = <SkeletonRows rows={8} className="p-6" />;

/** The console around every page that needs a session. */
export function Shell({ children }: { children: ReactNode }) {
  const pathname = usePathname();
  const router = useRouter();
  const session = useSession();
  const [theme, setTheme] = useTheme();
  const [paletteOpen, setPaletteOpen] = useState(false);
  const [keysOpen, setKeysOpen] = useState(false);
  const [railCollapsed, setRailCollapsed] = useState(false);
  const [paletteWanted, setPaletteWanted] = useState(false);
  const openPalette = () => {
    setPaletteWanted(true);
    setPaletteOpen(true);
  };
  const openKeys = () => setKeysOpen(true);
  useShortcuts({ palette: openPalette, keys: openKeys });

  const me = session.data;
  const failure =
    session.error && !describeError(session.error).signedOut ? describeError(session.error) : null;
  return (
    <>
      <AppFrame
        brand={<Wordmark iconOnly={railCollapsed} />}
        nav={NAV}
        currentPath={pathname}
        LinkComponent={AppLink}
        railCollapsed={railCollapsed}
        onRailCollapsedChange={setRailCollapsed}
        topStart={<WorkspaceSlot />}
        topEnd={
          <>
            <TimeRangeSlot />
            <Button onClick={openPalette} icon={<Search aria-hidden />} className="text-ink-3">
              <span className="sr-only lg:not-sr-only">Search</span>
              <KeyHint keys={["Ctrl", "K"]} className="hidden lg:inline-flex" />
            </Button>
            <AlertsSlot />
            <UserMenu
              name={me?.name ?? "Signing in"}
              role={me?.role ?? "viewer"}
              theme={theme}
              onThemeChange={setTheme}
              onShowKeys={openKeys}
            />
          </>
        }
        statusStart={<StatusSlot />}
      >
        {me?.mustSetUpTwoFactor && pathname !== "/settings" ? (
          <ErrorState
            title="Your role needs two-factor sign-in"
            action={<Button onClick={() => router.push("/settings?tab=account")}>Set it up</Button>}
          >
            Set it up in your account, then go on.
          </ErrorState>
        ) : me ? (
          <Suspense fallback={LOADING}>{children}</Suspense>
        ) : failure ? (
          <ErrorState title="The session could not be read" onRetry={() => void session.refetch()}>
            {failure.what} {failure.remedy}
          </ErrorState>
        ) : (
          LOADING
        )}
      </AppFrame>
      <KeyList open={keysOpen} onOpenChange={setKeysOpen} />
      {paletteWanted ? (
        <Palette
          open={paletteOpen}
          onOpenChange={setPaletteOpen}
          actions={{
            heading: "Do",
            commands: [
              {
                id: "new-program",
                label: "Upload a program",
                onRun: () => router.push("/programs?new=upload"),
              },
              { id: "new-cloud", label: "Upload a topology", onRun: () => router.push("/clouds/new") },
              {
                id: "new-fat-tree",
                label: "Generate a fat tree",
                onRun: () => router.push("/clouds/new?from=fat-tree"),
              },
              { id: "new-chain", label: "Describe a chain", onRun: () => router.push("/chains/new") },
              { id: "new-scenario", label: "Create a scenario", onRun: () => router.push("/scenarios/new") },
              {
                id: "go-live",
                label: "Bind segments to live telemetry",
                onRun: () => router.push("/deployments/new"),
              },
              { id: "new-deployment", label: "Bind segments", onRun: () => router.push("/deployments/new") },
              {
                id: "new-report",
                label: "Freeze a report",
                onRun: () => router.push("/reports/new"),
              },
              { id: "events", label: "Show events", onRun: () => router.push("/events") },
              { id: "theme-light", label: "Use the light theme", onRun: () => setTheme("light") },
              { id: "theme-dark", label: "Use the dark theme", onRun: () => setTheme("dark") },
              { id: "keys", label: "Show keys", keys: ["?"], onRun: openKeys },
            ],
          }}
        />
      ) : null}
    </>
  );
}
