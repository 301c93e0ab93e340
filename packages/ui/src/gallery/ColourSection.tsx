import { Example, Section } from "./Section.tsx";

const GROUPS: [name: string, swatches: [token: string, className: string][]][] = [
  [
    "Neutral",
    [
      ["bg", "bg-bg"],
      ["surface", "bg-surface"],
      ["sunken", "bg-sunken"],
      ["hover", "bg-hover"],
      ["line", "bg-line"],
      ["line-strong", "bg-line-strong"],
      ["control", "bg-control"],
      ["ink-3", "bg-ink-3"],
      ["ink-2", "bg-ink-2"],
      ["ink", "bg-ink"],
    ],
  ],
  [
    "Accent",
    [
      ["accent", "bg-accent"],
      ["accent-soft", "bg-accent-soft"],
    ],
  ],
  [
    "Meanings",
    [
      ["observed", "bg-observed"],
      ["predicted", "bg-predicted"],
      ["pl", "bg-pl"],
      ["dl", "bg-dl"],
    ],
  ],
  [
    "Verdicts",
    [
      ["ok", "bg-ok"],
      ["warn", "bg-warn"],
      ["bad", "bg-bad"],
    ],
  ],
  [
    "Series",
    [
      ["series-1", "bg-series-1"],
      ["series-2", "bg-series-2"],
      ["series-3", "bg-series-3"],
      ["series-4", "bg-series-4"],
      ["series-5", "bg-series-5"],
      ["series-6", "bg-series-6"],
      ["series-7", "bg-series-7"],
      ["series-8", "bg-series-8"],
    ],
  ],
];

export function ColourSection() {
  return (
    <Section title="Colour">
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        {GROUPS.map(([name, swatches]) => (
          <Example key={name} name={name}>
            {swatches.map(([token, className]) => (
              <span key={token} className="flex flex-col gap-1">
                <span className={`h-8 w-16 rounded-sm border ${className}`} />
                <span className="text-2xs text-ink-2">{token}</span>
              </span>
            ))}
          </Example>
        ))}
      </div>
    </Section>
  );
}
