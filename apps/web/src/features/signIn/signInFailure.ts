const FAILURES: Readonly<Record<string, string>> = {
  no_role: "Your account at the provider is in no group that may use P4Twin. Ask an owner.",
  email_not_verified:
    "The provider does not vouch for your e-mail address. Verify it there, or ask an owner for a link.",
  account_not_linked:
    "The provider does not vouch for your e-mail address, so it is not the account of that name here. Verify it there.",
  ACCOUNT_DISABLED: "This account is disabled. Ask an owner to enable it.",
  ACCOUNT_REMOVED: "This account was removed. Ask an owner to invite you again.",
  access_denied: "The sign-in was cancelled at the provider.",
  email_not_found: "The provider gave no e-mail address. Its administrator can release the claim email.",
  state_not_found: "This sign-in was begun in another browser, or too long ago. Begin again.",
  state_mismatch: "This sign-in was begun in another browser, or too long ago. Begin again.",
  please_restart_the_process: "This sign-in was begun in another browser, or too long ago. Begin again.",
};

/** Why a provider's sign-in opened no session, from the code in the address; null when there is none. */
export const signInFailure = (code: string | null): string | null =>
  code === null
    ? null
    : // anybody can write an address: words of it are not shown
      (FAILURES[code] ?? "The sign-in with the provider failed. Try again; the log of the server says why.");
