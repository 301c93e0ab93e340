/** The product's name with its sign: two lines that nearly meet, predicted and observed. */
export function Wordmark({ iconOnly = false }: { iconOnly?: boolean }) {
  return (
    <span className="inline-flex items-center gap-2 text-base font-semibold tracking-tight">
      <svg
        aria-hidden="true"
        viewBox="0 0 20 20"
        className="size-5"
        fill="none"
        strokeWidth="2"
        strokeLinecap="round"
      >
        <path d="M2 11 C6 11 6 4 10 4 S14 7 18 7" className="stroke-predicted" strokeDasharray="2.5 3" />
        <path d="M2 16 C6 16 6 10 10 10 S14 13 18 13" className="stroke-observed" />
      </svg>
      <span className={iconOnly ? "sr-only" : undefined}>P4Twin</span>
    </span>
  );
}
