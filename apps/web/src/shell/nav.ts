/** A place of the console: the rail, the command palette and the `g` keys read the same list. */
export type Place = {
  id: string;
  label: string;
  href: string;
  /** pressed after `g` */
  key: string;
  /** what the command palette says beside the name */
  hint: string;
  /** shown in the rail; the others are reached by palette, keys and links */
  rail: boolean;
};

export const PLACES: readonly Place[] = [
  { id: "overview", label: "Overview", href: "/", key: "o", hint: "Segments, worst first", rail: true },
  { id: "twin", label: "Twin", href: "/twin", key: "t", hint: "Predicted beside observed", rail: true },
  {
    id: "programs",
    label: "Programs",
    href: "/programs",
    key: "p",
    hint: "P4 sources, paths and latency",
    rail: true,
  },
  {
    id: "clouds",
    label: "Clouds",
    href: "/clouds",
    key: "c",
    hint: "Topologies of devices and links",
    rail: true,
  },
  {
    id: "devices",
    label: "Devices",
    href: "/devices",
    key: "d",
    hint: "Profiles and the source of each number",
    rail: true,
  },
  {
    id: "chains",
    label: "Chains",
    href: "/chains",
    key: "h",
    hint: "Service chains, budgets, PL and DL",
    rail: true,
  },
  {
    id: "scenarios",
    label: "Scenarios",
    href: "/scenarios",
    key: "s",
    hint: "Place chains on a cloud",
    rail: true,
  },
  {
    id: "telemetry",
    label: "Telemetry",
    href: "/telemetry",
    key: "m",
    hint: "Exporters and counters",
    rail: true,
  },
  {
    id: "reports",
    label: "Reports",
    href: "/reports",
    key: "r",
    hint: "Frozen answers, shared by link",
    rail: true,
  },
  {
    id: "engines",
    label: "Engines",
    href: "/engines",
    key: "e",
    hint: "Estimators and placement solvers",
    rail: true,
  },
  {
    id: "settings",
    label: "Settings",
    href: "/settings",
    key: ",",
    hint: "Workspace, people, tokens",
    rail: true,
  },
  { id: "docs", label: "Documentation", href: "/docs", key: "k", hint: "How P4Twin works", rail: false },
];

/** The place that `pathname` belongs to: the longest match, so that `/` only matches itself. */
export function placeOf(pathname: string): Place | null {
  const fits = PLACES.filter((p) =>
    p.href === "/" ? pathname === "/" : pathname === p.href || pathname.startsWith(`${p.href}/`),
  );
  return fits.reduce<Place | null>((best, p) => (best && best.href.length >= p.href.length ? best : p), null);
}
