const PUBLIC_PATHS = ["/sign-in", "/r/"];

/** Leaves for the sign-in page and comes back after it. Stays where no session is needed. */
export function goToSignIn(): void {
  const { pathname, search } = window.location;
  if (PUBLIC_PATHS.some((path) => pathname.startsWith(path))) return;
  window.location.assign(`/sign-in?next=${encodeURIComponent(pathname + search)}`);
}

/** The page to open after signing in: a path of this origin, never another site. */
export function safeNext(next: string | null): string {
  return next?.startsWith("/") && !next.startsWith("//") && !next.includes("\\") ? next : "/";
}
