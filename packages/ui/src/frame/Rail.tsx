"use client";
import type { ReactNode } from "react";
import { cn } from "../lib/cn.ts";
import type { LinkComponent } from "../lib/link.ts";
import { KeyHint } from "../primitives/KeyHint.tsx";
import { currentHref } from "./currentHref.ts";

export interface NavItem {
  href: string;
  label: string;
  icon: ReactNode;
  /** Keys that go there, e.g. ["g", "t"]. */
  keys?: readonly string[];
  /** Number of things that want attention. */
  alerts?: number;
  /** Other folders whose pages belong to this place. */
  also?: readonly string[];
  /** At the foot of the rail (settings, help). */
  foot?: boolean;
}

export interface RailProps {
  nav: readonly NavItem[];
  currentPath: string;
  LinkComponent: LinkComponent;
  collapsed: boolean;
  onNavigate?: () => void;
}

/** The list of places. Collapsed it shows icons; names stay as titles and for assistive technology. */
export function Rail({ nav, currentPath, LinkComponent: Link, collapsed, onNavigate }: RailProps) {
  const folders = nav.flatMap(({ href, also = [] }) => [href, ...also]);
  const folder = currentHref(folders, currentPath);
  const current = nav.find(
    ({ href, also }) => href === folder || also?.some((each) => each === folder),
  )?.href;
  const firstFoot = nav.find((item) => item.foot)?.href;
  return (
    <nav aria-label="Main" className="flex min-h-0 grow flex-col gap-0.5 overflow-y-auto px-2 py-1">
      {nav.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          onClick={onNavigate}
          title={collapsed ? item.label : undefined}
          aria-current={item.href === current ? "page" : undefined}
          className={cn(
            "group relative flex h-8 shrink-0 items-center gap-2.5 rounded-md px-2 text-sm text-ink-2 hover:bg-hover hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:font-medium aria-[current=page]:text-ink [&_svg]:size-4 [&_svg]:shrink-0",
            collapsed && "justify-center px-0",
            item.href === firstFoot && "mt-auto",
          )}
        >
          {item.icon}
          <span className={cn("grow truncate", collapsed && "sr-only")}>{item.label}</span>
          {/* Spaces part the words for those who hear them; the layout ignores them. */ " "}
          {item.alerts ? (
            <span
              className={cn(
                "rounded-full bg-bad-soft px-1.5 text-2xs font-medium text-bad",
                collapsed && "absolute -top-0.5 right-0 px-1",
              )}
            >
              {item.alerts} <span className="sr-only">alerts</span>
            </span>
          ) : item.keys && !collapsed ? (
            <KeyHint
              decorative
              keys={item.keys}
              className="opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100"
            />
          ) : null}
        </Link>
      ))}
    </nav>
  );
}
