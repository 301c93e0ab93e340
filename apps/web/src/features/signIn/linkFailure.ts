const MEANS: Readonly<Record<string, string>> = {
  INVALID_TOKEN: "This sign-in link was used already, or a newer one took its place.",
  ATTEMPTS_EXCEEDED: "This sign-in link was used already.",
  EXPIRED_TOKEN: "This sign-in link has expired.",
};

/** Why a one-time link did not sign in, from the code that the API puts into the URL, and what to do; null without a code. */
export const linkFailure = (code: string | null): string | null =>
  code === null
    ? null
    : `${MEANS[code] ?? `This sign-in link did not work (${code}).`} \`npm start -- --sign-in\` prints a new one.`;
