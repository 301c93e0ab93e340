import {
  Activity,
  BookOpen,
  Cable,
  ChartNoAxesCombined,
  CircuitBoard,
  Code,
  FileText,
  GitCompareArrows,
  HeartPulse,
  LayoutDashboard,
  Puzzle,
  Server,
  Settings,
  Share2,
  SlidersHorizontal,
} from "lucide-react";
import type { ComponentType } from "react";

/** The sign of each place, by its id. */
export const PLACE_ICONS: Readonly<Record<string, ComponentType<{ "aria-hidden"?: boolean }>>> = {
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
  reports: FileText,
  engines: Puzzle,
  system: HeartPulse,
  settings: Settings,
  docs: BookOpen,
};
