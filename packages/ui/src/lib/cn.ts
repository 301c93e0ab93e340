import { type ClassValue, clsx } from "clsx";
import { extendTailwindMerge } from "tailwind-merge";

const merge = extendTailwindMerge({ extend: { theme: { text: ["2xs"] } } });

/** Joins class names; of two Tailwind classes that set the same property the later wins. */
export function cn(...classes: ClassValue[]): string {
  return merge(clsx(classes));
}
