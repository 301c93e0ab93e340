const COOKIE = "p4twin.workspace";
const HEADER = "x-p4twin-workspace";
const YEAR_S = 365 * 24 * 3600;
// what is no id is not sent
const ID = /^[0-9a-f-]{36}$/i;

/** The workspace in the cookies of a page; null: the first one of the person. */
export function workspaceIn(cookies: string): string | null {
  const pair = cookies.split(/; */).find((one) => one.startsWith(`${COOKIE}=`));
  const id = pair?.slice(COOKIE.length + 1) ?? "";
  return ID.test(id) ? id : null;
}

// what this tab shows: another tab may choose another workspace, and changes of this one must not end up there
let here: string | null = typeof document === "undefined" ? null : workspaceIn(document.cookie);

/** Says which workspace the server took, so that this tab stays in it; null: let the server choose. */
export function stayIn(id: string | null): void {
  here = id;
}

/** Header of every call of this tab. */
export const workspaceHeader = (): Record<string, string> => (here ? { [HEADER]: here } : {});

/** Address of a stream or a download, which cannot carry the header. */
export const inWorkspace = (href: string): string =>
  here ? `${href}${href.includes("?") ? "&" : "?"}workspace=${here}` : href;

/** Goes to the overview of another workspace. The cookie is for downloads, new tabs and the next visit. */
export function goToWorkspace(id: string): void {
  const secure = window.location.protocol === "https:" ? "; Secure" : "";
  // biome-ignore lint/suspicious/noDocumentCookie: cookieStore is not in all browsers
  document.cookie = `${COOKIE}=${id}; Path=/; Max-Age=${YEAR_S}; SameSite=Lax${secure}`;
  window.location.assign("/");
}
