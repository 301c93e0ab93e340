/** Panel of menus, selects and popovers. */
export const popPanel =
  "z-50 min-w-40 animate-rise overflow-auto rounded-lg border border-line bg-raised p-1 text-sm text-ink shadow-pop";

/** One row in such a panel. */
export const popItem =
  "relative flex cursor-pointer items-center gap-2 rounded-md px-2 py-1 outline-none select-none data-disabled:cursor-not-allowed data-disabled:opacity-50 data-highlighted:bg-hover [&_svg]:size-4 [&_svg]:shrink-0";
