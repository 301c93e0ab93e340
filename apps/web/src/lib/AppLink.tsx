import type { LinkProps } from "@p4twin/ui";
import NextLink from "next/link";

/** The link of the components of @p4twin/ui: moves inside the app without a reload. */
export function AppLink({ href, ...rest }: LinkProps) {
  return <NextLink href={href} prefetch={false} {...rest} />;
}
