import { ChevronRight } from "lucide-react";
import { Fragment } from "react";
import { cn } from "../lib/cn.ts";
import type { LinkComponent } from "../lib/link.ts";

interface Crumb {
  label: string;
  href?: string;
}

export interface BreadcrumbsProps {
  crumbs: readonly Crumb[];
  LinkComponent?: LinkComponent;
  className?: string;
}

/** Where one is; the last crumb is the page itself. */
export function Breadcrumbs({ crumbs, LinkComponent: Link = "a", className }: BreadcrumbsProps) {
  return (
    <nav aria-label="Breadcrumb" className={cn("min-w-0", className)}>
      <ol className="flex items-center gap-1 text-sm">
        {crumbs.map((crumb, index) => {
          const last = index === crumbs.length - 1;
          return (
            <Fragment key={`${crumb.href ?? ""}${crumb.label}`}>
              {index > 0 ? <ChevronRight aria-hidden className="size-3.5 shrink-0 text-ink-3" /> : null}
              <li className="truncate">
                {crumb.href && !last ? (
                  <Link href={crumb.href} className="text-ink-2 hover:text-ink hover:underline">
                    {crumb.label}
                  </Link>
                ) : (
                  <span
                    aria-current={last ? "page" : undefined}
                    className={last ? "font-medium text-ink" : "text-ink-2"}
                  >
                    {crumb.label}
                  </span>
                )}
              </li>
            </Fragment>
          );
        })}
      </ol>
    </nav>
  );
}
