"use client";
import { Menu, PanelLeftClose, PanelLeftOpen, X } from "lucide-react";
import { Dialog } from "radix-ui";
import { type ReactNode, useState } from "react";
import { cn } from "../lib/cn.ts";
import type { LinkComponent } from "../lib/link.ts";
import { IconButton } from "../primitives/IconButton.tsx";
import { type NavItem, Rail } from "./Rail.tsx";

export interface AppFrameProps {
  /** Name and mark at the top of the rail. */
  brand: ReactNode;
  nav: readonly NavItem[];
  /** Path of the page, to mark the current item. */
  currentPath: string;
  LinkComponent?: LinkComponent;
  /** Left part of the top bar: workspace, breadcrumbs. */
  topStart?: ReactNode;
  /** Right part of the top bar: time range, search, alerts, user. */
  topEnd?: ReactNode;
  /** Items of the status strip; each opens its page. */
  statusStart?: ReactNode;
  statusEnd?: ReactNode;
  /** Icons only; null lets the width of the screen decide. */
  railCollapsed?: boolean;
  onRailCollapsedChange?: (collapsed: boolean) => void;
  children: ReactNode;
}

/**
 * The shell: rail, top bar, page, status strip. Below 768 px the rail moves into a drawer.
 * The page scrolls inside `main`; the rest stays.
 */
export function AppFrame({
  brand,
  nav,
  currentPath,
  LinkComponent = "a",
  topStart,
  topEnd,
  statusStart,
  statusEnd,
  railCollapsed = false,
  onRailCollapsedChange,
  children,
}: AppFrameProps) {
  const [drawerOpen, setDrawerOpen] = useState(false);
  const rail = { nav, currentPath, LinkComponent };

  return (
    <div className="flex h-dvh flex-col bg-bg text-ink print:h-auto">
      <a
        href="#main"
        className="absolute top-1 left-1 z-50 -translate-y-16 rounded-md bg-accent px-3 py-1.5 text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <div className="flex min-h-0 grow">
        <aside
          className={cn(
            "hidden shrink-0 flex-col border-r border-line bg-surface transition-[width] md:flex print:hidden",
            railCollapsed ? "w-13" : "w-48",
          )}
        >
          <div
            className={cn(
              "flex h-12 items-center gap-2 overflow-hidden px-3.5 font-semibold",
              railCollapsed && "justify-center px-0",
            )}
          >
            {brand}
          </div>
          <Rail {...rail} collapsed={railCollapsed} />
          {onRailCollapsedChange ? (
            <div className={cn("flex p-2", railCollapsed ? "justify-center" : "justify-end")}>
              <IconButton
                size="sm"
                label={railCollapsed ? "Widen navigation" : "Narrow navigation"}
                icon={railCollapsed ? <PanelLeftOpen aria-hidden /> : <PanelLeftClose aria-hidden />}
                onClick={() => onRailCollapsedChange(!railCollapsed)}
              />
            </div>
          ) : null}
        </aside>
        <div className="flex min-w-0 grow flex-col">
          <header className="flex h-12 shrink-0 items-center gap-3 border-b border-line bg-surface px-3 md:px-4 print:hidden">
            <Dialog.Root open={drawerOpen} onOpenChange={setDrawerOpen}>
              <Dialog.Trigger asChild>
                <button
                  type="button"
                  aria-label="Open navigation"
                  className="flex size-8 cursor-pointer items-center justify-center rounded-md text-ink-2 hover:bg-hover md:hidden"
                >
                  <Menu aria-hidden className="size-4.5" />
                </button>
              </Dialog.Trigger>
              <Dialog.Portal>
                <Dialog.Overlay className="fixed inset-0 z-40 animate-fade bg-scrim md:hidden" />
                <Dialog.Content
                  aria-describedby={undefined}
                  className="fixed inset-y-0 left-0 z-50 flex w-60 animate-fade flex-col border-r border-line bg-surface shadow-pop md:hidden"
                >
                  <div className="flex h-12 items-center justify-between px-3.5">
                    <Dialog.Title className="flex items-center gap-2 font-semibold">{brand}</Dialog.Title>
                    <Dialog.Close
                      aria-label="Close navigation"
                      className="flex size-8 cursor-pointer items-center justify-center rounded-md text-ink-2 hover:bg-hover"
                    >
                      <X aria-hidden className="size-4.5" />
                    </Dialog.Close>
                  </div>
                  <Rail {...rail} collapsed={false} onNavigate={() => setDrawerOpen(false)} />
                </Dialog.Content>
              </Dialog.Portal>
            </Dialog.Root>
            <div className="flex min-w-0 grow items-center gap-2">{topStart}</div>
            <div className="flex shrink-0 items-center gap-1.5">{topEnd}</div>
          </header>
          <main
            id="main"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also where nothing in it can be focused
            tabIndex={0}
            className="min-h-0 grow overflow-auto outline-none print:overflow-visible"
          >
            {children}
          </main>
        </div>
      </div>
      {statusStart || statusEnd ? (
        <footer className="relative flex h-7 shrink-0 items-center justify-between gap-4 overflow-x-auto border-t border-line bg-surface px-3 text-xs whitespace-nowrap text-ink-2 print:hidden">
          <div className="flex items-center gap-4">{statusStart}</div>
          <div className="flex items-center gap-4">{statusEnd}</div>
        </footer>
      ) : null}
    </div>
  );
}
