import type { ReactNode } from "react";

export interface SectionProps {
  title: string;
  children: ReactNode;
}

/** One family of components in the gallery. */
export function Section({ title, children }: SectionProps) {
  const id = `gallery-${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`;
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="flex flex-col gap-3 border-t pt-4">
      <h2 id={`${id}-title`} className="text-lg font-semibold">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Examples side by side, with a name above. */
export function Example({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <span className="text-2xs text-ink-3">{name}</span>
      <div className="flex flex-wrap items-center gap-2">{children}</div>
    </div>
  );
}
