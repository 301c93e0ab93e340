import { Button, type LinkProps } from "@p4twin/ui";
import type { ComponentProps } from "react";
import { AppLink } from "./AppLink.tsx";

export type ButtonLinkProps = LinkProps & Pick<ComponentProps<typeof Button>, "variant" | "size">;

/** A link with the looks of a button. */
export function ButtonLink({ variant, size, className, ...link }: ButtonLinkProps) {
  return (
    <Button asChild variant={variant} size={size} className={className}>
      <AppLink {...link} />
    </Button>
  );
}
