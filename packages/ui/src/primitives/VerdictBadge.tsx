import { CircleCheck, CircleDashed, OctagonAlert, TrendingUp } from "lucide-react";
import { Badge, type BadgeTone } from "./Badge.tsx";

export type Verdict = "holds" | "drifts" | "violated" | "no-data";

const LOOKS: Record<Verdict, { word: string; tone: BadgeTone; Icon: typeof CircleCheck; meaning: string }> = {
  holds: { word: "holds", tone: "ok", Icon: CircleCheck, meaning: "Within budget, and the model agrees" },
  drifts: {
    word: "drifts",
    tone: "warn",
    Icon: TrendingUp,
    meaning: "Within budget, but observed and predicted part",
  },
  violated: { word: "violated", tone: "bad", Icon: OctagonAlert, meaning: "Over its latency budget" },
  "no-data": {
    word: "no data",
    tone: "neutral",
    Icon: CircleDashed,
    meaning: "Nothing observed in this range",
  },
};

export interface VerdictBadgeProps {
  verdict: Verdict;
  /** Quantity that goes with it, e.g. "+38 %". */
  detail?: string;
  className?: string;
}

/** Verdict as shape, word and colour, so that no one of the three is needed. */
export function VerdictBadge({ verdict, detail, className }: VerdictBadgeProps) {
  const { word, tone, Icon, meaning } = LOOKS[verdict];
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />} title={meaning} className={className}>
      {word}
      {detail ? <span className="font-normal">{detail}</span> : null}
    </Badge>
  );
}
