"use client";
import type { Chain } from "@p4twin/models/chain";
import { Alert, Checkbox, Panel, textLink } from "@p4twin/ui";
import { formatGbps, formatLatencyWithUnit } from "@p4twin/ui/format";
import { useQuery } from "@tanstack/react-query";
import { AppLink } from "@/lib/AppLink.tsx";
import { QueryView } from "@/lib/QueryView.tsx";
import { useTRPC } from "@/lib/trpc.ts";
import { ChainEnds } from "./ChainEnds.tsx";
import type { Ends } from "./scenarioDraft.ts";

const namesHost = ({ from, to }: Pick<Chain, "from" | "to">): boolean =>
  from !== undefined || to !== undefined;

export type ChainChoiceProps = {
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  /** hosts of the chosen cloud */
  hosts: readonly string[];
  /** hosts that the scenario gives to chains, by the id of the chain */
  ends: Readonly<Record<string, Ends>>;
  onEnds: (ends: Record<string, Ends>) => void;
  error: string | undefined;
};

/** Which chains have to fit, in the order in which they are chosen, and between which hosts. */
export function ChainChoice({ chosen, onChange, hosts, ends, onEnds, error }: ChainChoiceProps) {
  const trpc = useTRPC();
  const chains = useQuery(trpc.chains.list.queryOptions());
  return (
    <Panel title="Chains to place" subtitle={`${chosen.length} chosen`}>
      {error ? (
        <p role="alert" className="mb-2 text-xs text-bad">
          {error}
        </p>
      ) : null}
      <QueryView query={chains} what="The chains">
        {(list) =>
          list.length === 0 ? (
            <Alert title="There is no chain yet">
              <AppLink href="/chains/new" className={textLink}>
                Describe one first
              </AppLink>
              , then come back.
            </Alert>
          ) : (
            <ul className="flex max-h-96 flex-col gap-2 overflow-auto">
              {list.map(({ latest, name, chain }) => (
                <li key={latest.id} className="flex flex-wrap items-baseline justify-between gap-x-3">
                  <Checkbox
                    checked={chosen.includes(latest.id)}
                    onCheckedChange={(on) =>
                      onChange(on ? [...chosen, latest.id] : chosen.filter((id) => id !== latest.id))
                    }
                    label={name}
                  />
                  <span className="text-xs text-ink-3">
                    {chain.functions.join(" → ")}, {formatGbps(chain.gbps)},{" "}
                    {chain.maxDelayUs === null ? "best effort" : formatLatencyWithUnit(chain.maxDelayUs)}
                  </span>
                  {chosen.includes(latest.id) && (hosts.length > 0 || namesHost(chain)) ? (
                    <ChainEnds
                      chain={chain.id}
                      hosts={hosts}
                      value={ends[chain.id] ?? { from: chain.from ?? null, to: chain.to ?? null }}
                      onChange={(own) => onEnds({ ...ends, [chain.id]: own })}
                    />
                  ) : null}
                </li>
              ))}
            </ul>
          )
        }
      </QueryView>
    </Panel>
  );
}
