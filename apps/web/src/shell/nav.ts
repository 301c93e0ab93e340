type PlaceEntry = {
  id: string;
  label: string;
  href: string;
  /** pressed after `g` */
  key: string;
  /** what the command palette finds it by, in addition to the name */
  hint: string;
  /** other folders whose pages belong to it */
  also?: readonly string[];
  /** at the foot of the rail */
  foot?: boolean;
};

const places = [
  { id: "overview", label: "Overview", href: "/", key: "o", hint: "segments worst first" },
  {
    id: "twin",
    label: "Twin",
    href: "/twin",
    key: "t",
    hint: "predicted and observed latency, deployments",
    also: ["/deployments"],
  },
  { id: "programs", label: "Programs", href: "/programs", key: "p", hint: "P4 sources, paths and latency" },
  { id: "clouds", label: "Clouds", href: "/clouds", key: "c", hint: "topologies of devices and links" },
  {
    id: "devices",
    label: "Devices",
    href: "/devices",
    key: "d",
    hint: "profiles and the source of each number",
  },
  { id: "chains", label: "Chains", href: "/chains", key: "h", hint: "service chains, budgets, PL and DL" },
  {
    id: "scenarios",
    label: "Scenarios",
    href: "/scenarios",
    key: "s",
    hint: "place chains on a cloud, what-if",
    also: ["/examples/study"],
  },
  {
    id: "servers",
    label: "Servers",
    href: "/servers",
    key: "v",
    hint: "server chains: profile, synthesise, scale, deploy",
  },
  {
    id: "tuner",
    label: "Tuner",
    href: "/tuner",
    key: "u",
    hint: "PL and DL for a load and a delay goal",
    also: ["/examples/latency-control"],
  },
  { id: "telemetry", label: "Telemetry", href: "/telemetry", key: "m", hint: "exporters and counters, INT" },
  {
    id: "switches",
    label: "Switches",
    href: "/switches",
    key: "w",
    hint: "running switches: pipeline, entries, counters, changes, P4Runtime",
  },
  {
    id: "reviews",
    label: "Reviews",
    href: "/reviews",
    key: "i",
    hint: "what a change of programs or entries does, rules, approvals",
  },
  { id: "reports", label: "Reports", href: "/reports", key: "r", hint: "frozen answers, shared by link" },
  { id: "engines", label: "Engines", href: "/engines", key: "e", hint: "estimators and placement solvers" },
  {
    id: "system",
    label: "System",
    href: "/system",
    key: "y",
    hint: "incidents, processes, database, disk, clock, queues",
    foot: true,
  },
  {
    id: "docs",
    label: "Docs",
    href: "/docs",
    key: "k",
    hint: "documentation, help, how P4Twin works",
    foot: true,
  },
  {
    id: "settings",
    label: "Settings",
    href: "/settings",
    key: ",",
    hint: "workspace, people, tokens",
    foot: true,
  },
] as const satisfies readonly PlaceEntry[];

/** Names the places, so that the compiler asks for the icon of a new one. */
export type PlaceId = (typeof places)[number]["id"];

/** A place of the console: the rail, the command palette and the `g` keys read the same list. */
export type Place = PlaceEntry & { id: PlaceId };

export const PLACES: readonly Place[] = places;
