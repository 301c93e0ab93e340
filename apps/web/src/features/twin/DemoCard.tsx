"use client";
import { Panel, Switch } from "@p4twin/ui";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/lib/trpc.ts";

/** Paolucci et al. delay their reflector by 5 ms (Fig. 15). */
const VNF_EXTRA_US = 5_000;

/** Controls of the emulated cloud; only for twins of its own segments. */
export function DemoCard({
  segments,
  mayChange,
}: {
  segments: readonly { id: string; elements: readonly { label: string }[] }[];
  mayChange: boolean;
}) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const demo = useQuery(trpc.demo.state.queryOptions(undefined, { refetchInterval: 5_000 }));
  const refresh = { onSuccess: () => void cache.invalidateQueries({ queryKey: trpc.demo.state.queryKey() }) };
  const congest = useMutation(trpc.demo.setCongestion.mutationOptions(refresh));
  const delay = useMutation(trpc.demo.setVnfDelay.mutationOptions(refresh));
  const slow = useMutation(trpc.demo.setSlowDevice.mutationOptions(refresh));
  const state = demo.data;
  const labels = segments
    .filter(({ id }) => state?.segments.includes(id))
    .flatMap(({ elements }) => elements.map((e) => e.label));
  const congestion = state?.congestion.filter((c) => labels.some((l) => c.label.endsWith(` ${l}`))) ?? [];
  const vnfs = state?.vnfs.filter((v) => labels.includes(v.label)) ?? [];
  const devices = state?.devices.filter((d) => d.switches.some((s) => labels.includes(s))) ?? [];
  if (!state || congestion.length + vnfs.length + devices.length === 0) return null;
  return (
    <Panel title="Demo cloud" subtitle="emulated switches that send real INT reports">
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        {congestion.map((c) => (
          <Switch
            key={c.flow}
            label={c.label}
            disabled={!mayChange}
            checked={c.on}
            onCheckedChange={(on) => congest.mutate({ flow: c.flow, on })}
          />
        ))}
        {vnfs.map((v) => (
          <Switch
            key={v.vnf}
            label={`5 ms more in ${v.label}`}
            disabled={!mayChange}
            checked={v.extraUs > 0}
            onCheckedChange={(on) => delay.mutate({ vnf: v.vnf, extraUs: on ? VNF_EXTRA_US : 0 })}
          />
        ))}
        {devices.map(({ device, switches, slow: on }) => (
          <Switch
            key={device}
            label={`Slower ${device} (${switches.join(", ")})`}
            disabled={!mayChange}
            checked={on}
            onCheckedChange={(next) => slow.mutate({ device, slow: next })}
          />
        ))}
      </div>
      <p className="mt-3 max-w-5xl text-ink-3 text-xs">
        Congestion sends 7000 transit packets/s through a port that serves 6000: its queue fills to about 10.7
        ms. A segment whose PL lies below that gives its packets priority and stays fast; one whose DL lies
        below it drops them. A slower device takes half as long again for every pass: its profile no longer
        holds until it is refitted.
      </p>
    </Panel>
  );
}
