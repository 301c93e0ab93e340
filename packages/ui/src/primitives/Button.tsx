"use client";
import { cva, type VariantProps } from "class-variance-authority";
import { LoaderCircle } from "lucide-react";
import { Slot } from "radix-ui";
import type { ComponentProps, ReactNode } from "react";
import { cn } from "../lib/cn.ts";

export const buttonVariants = cva(
  "inline-flex shrink-0 cursor-pointer items-center justify-center gap-1.5 whitespace-nowrap rounded-md border font-medium transition-colors select-none disabled:cursor-not-allowed disabled:opacity-50 aria-busy:cursor-progress aria-disabled:cursor-not-allowed aria-disabled:opacity-50 [&_svg]:shrink-0",
  {
    variants: {
      variant: {
        primary: "border-transparent bg-accent text-on-accent enabled:hover:bg-accent-hover",
        secondary: "border-line-strong bg-surface text-ink enabled:hover:bg-hover",
        ghost: "border-transparent bg-transparent text-ink-2 enabled:hover:bg-hover enabled:hover:text-ink",
        danger: "border-bad/40 bg-surface text-bad enabled:hover:bg-bad-soft",
      },
      size: {
        sm: "h-6 px-2 text-xs [&_svg]:size-3.5",
        md: "h-8 px-3 text-sm [&_svg]:size-4",
        lg: "h-9 px-4 text-base [&_svg]:size-4",
      },
    },
    defaultVariants: { variant: "secondary", size: "md" },
  },
);

export interface ButtonProps extends ComponentProps<"button">, VariantProps<typeof buttonVariants> {
  /** Renders the single child element (a link) with the looks of a button. */
  asChild?: boolean;
  /** Work is under way: shows a turning mark and ignores clicks, but keeps focus and width. */
  busy?: boolean;
  icon?: ReactNode;
}

export function Button({
  variant,
  size,
  asChild,
  busy = false,
  icon,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} onClick={onClick} {...rest}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type}
      className={classes}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      {...rest}
    >
      {busy ? <LoaderCircle aria-hidden className="animate-spin" /> : icon}
      {children}
    </button>
  );
}
