import Bowser from "bowser";

/** `Firefox on Linux`, from what the browser says of itself; what it does not say is left out. */
export function deviceOf(userAgent: string | null): string {
  if (!userAgent) return "unknown device";
  const { browser, os } = Bowser.parse(userAgent);
  const known = [browser.name, os.name].filter(Boolean);
  // programs name themselves in the first word: curl/8.5.0
  return known.length > 0
    ? known.join(" on ")
    : (userAgent.split(/[\s/]/)[0]?.slice(0, 40) ?? "unknown device");
}
