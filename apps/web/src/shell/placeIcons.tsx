import {
  Activity,
  BookOpen,
  Cable,
  ChartNoAxesCombined,
  CircuitBoard,
  Code,
  FileCheck,
  FileText,
  GitCompareArrows,
  HeartPulse,
  LayoutDashboard,
  Network,
  Puzzle,
  Server,
  Settings,
  Share2,
  SlidersHorizontal,
} from "lucide-react";
import type { ComponentType } from "react";
import type { PlaceId } from "./nav.ts";

/** The sign of each place, by its id. */
export const PLACE_ICONS: Readonly<Record<PlaceId, ComponentType<{ "aria-hidden"?: boolean }>>> = {
  overview: LayoutDashboard,
  twin: ChartNoAxesCombined,
  programs: Code,
  clouds: Share2,
  devices: CircuitBoard,
  chains: Cable,
  scenarios: GitCompareArrows,
  servers: Server,
  tuner: SlidersHorizontal,
  telemetry: Activity,
  switches: Network,
  reviews: FileCheck,
  reports: FileText,
  engines: Puzzle,
  system: HeartPulse,
  settings: Settings,
  docs: BookOpen,
};
