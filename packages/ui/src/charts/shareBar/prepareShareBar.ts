import { formatCount, formatPercent } from "../../format/index.ts";

export interface SharePart {
  id: string;
  label: string;
  count: number;
}

export interface ShareBarModel {
  parts: { id: string; label: string; share: number; text: string; title: string }[];
  summary: string;
  undrawable: string | null;
}

/** Ready model of a bar whose parts make up a whole. */
export function prepareShareBar(parts: readonly SharePart[]): ShareBarModel {
  const total = parts.reduce((sum, part) => sum + part.count, 0);
  const prepared = parts.map((part) => {
    const share = total > 0 ? part.count / total : 0;
    const text = formatPercent(share);
    return {
      id: part.id,
      label: part.label,
      share,
      text,
      title: `${part.label}: ${formatCount(part.count)} of ${formatCount(total)} (${text})`,
    };
  });
  return {
    parts: prepared,
    summary: prepared.map((part) => `${part.label} ${part.text}`).join(", "),
    undrawable: total > 0 ? null : "Nothing counted yet.",
  };
}
