import type { ComponentType, ReactNode } from "react";

/** Props every link renderer must take; Next's Link fits. */
export interface LinkProps {
  href: string;
  className?: string;
  children?: ReactNode;
  title?: string;
  onClick?: () => void;
  "aria-label"?: string;
  "aria-current"?: "page" | undefined;
}

/** How the app renders links: `"a"` or a router's link component. */
export type LinkComponent = ComponentType<LinkProps> | "a";
