"use client";
import { Select } from "@p4twin/ui";
import type { Ends } from "./scenarioDraft.ts";

/** No id of a node begins so. */
const NONE = "-";

export type ChainEndsProps = {
  chain: string;
  /** hosts of the chosen cloud */
  hosts: readonly string[];
  value: Ends;
  onChange: (ends: Ends) => void;
};

/** At which hosts of the cloud a chain starts and ends. */
export function ChainEnds({ chain, hosts, value, onChange }: ChainEndsProps) {
  const end = (side: keyof Ends, word: string, without: string) => {
    const chosen = value[side];
    const known = chosen === null || hosts.includes(chosen) ? hosts : [...hosts, chosen];
    return (
      <Select
        aria-label={`Chain ${chain} ${word}`}
        className="w-44"
        value={chosen ?? NONE}
        onValueChange={(host) => onChange({ ...value, [side]: host === NONE ? null : host })}
        options={[
          { value: NONE, label: `${word} no host`, hint: without },
          ...known.map((host) => ({
            value: host,
            label: `${word} ${host}`,
            ...(hosts.includes(host) ? {} : { hint: "not a host of this cloud" }),
          })),
        ]}
      />
    );
  };
  return (
    <div className="flex w-full flex-wrap gap-2 pl-6">
      {end("from", "from", "on the device of the first function")}
      {end("to", "to", "on the device of the last function")}
    </div>
  );
}
