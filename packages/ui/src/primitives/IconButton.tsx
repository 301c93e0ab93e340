"use client";
import { cn } from "../lib/cn.ts";
import { Button, type ButtonProps } from "./Button.tsx";
import { Tooltip } from "./Tooltip.tsx";

export interface IconButtonProps extends Omit<ButtonProps, "children" | "icon" | "asChild"> {
  /** What the button does, as verb and object: its accessible name and its tooltip. */
  label: string;
  icon: React.ReactNode;
  /** Keys shown in the tooltip, e.g. ["g", "t"]. */
  keys?: readonly string[];
}

export function IconButton({
  label,
  icon,
  keys,
  size = "md",
  variant = "ghost",
  className,
  ...rest
}: IconButtonProps) {
  const square = size === "sm" ? "w-6 px-0" : size === "lg" ? "w-9 px-0" : "w-8 px-0";
  return (
    <Tooltip content={label} keys={keys}>
      <Button
        aria-label={label}
        size={size}
        variant={variant}
        className={cn(square, className)}
        icon={icon}
        {...rest}
      />
    </Tooltip>
  );
}
