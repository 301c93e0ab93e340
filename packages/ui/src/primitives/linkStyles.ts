/** A link inside text. */
export const textLink =
  "text-accent underline decoration-accent/40 underline-offset-2 hover:decoration-accent";

/** A link that stands alone, as a name in a table. */
export const nameLink = "font-medium text-ink hover:text-accent hover:underline underline-offset-2";

/** A link of second rank. */
export const quietLink = "text-ink-2 hover:text-ink hover:underline underline-offset-2";
