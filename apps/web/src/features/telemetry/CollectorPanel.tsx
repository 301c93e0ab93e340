import { Badge, Panel } from "@p4twin/ui";
import { FlowCounters } from "@p4twin/ui/charts";
import { formatBytes, formatCountExact } from "@p4twin/ui/format";
import { windowFlow } from "./exporterFlow.ts";
import type { TelemetryState } from "./useTelemetry.ts";

/** The sockets and the writer: what all exporters share. */
export function CollectorPanel({ state }: { state: TelemetryState }) {
  const { ports, host, source, kernelDropped, refused, writer } = state;
  const short = ports.some((p) => p.grantedBufferBytes < p.requestedBufferBytes);
  const facts = [
    ["Listens on UDP", ports.map((p) => `${host}:${p.port}`).join(", ")],
    [
      "Receive buffer",
      ports
        .map((p) =>
          p.grantedBufferBytes < p.requestedBufferBytes
            ? `${formatBytes(p.grantedBufferBytes)} of ${formatBytes(p.requestedBufferBytes)} asked for`
            : formatBytes(p.grantedBufferBytes),
        )
        .join(", "),
    ],
    [
      "Dropped by the kernel",
      kernelDropped === null ? "unknown on this platform" : formatCountExact(kernelDropped),
    ],
    ["Refused", formatCountExact(refused)],
    ...(state.forgotten.exporters > 0
      ? [
          [
            "Senders forgotten to make room",
            `${formatCountExact(state.forgotten.exporters)} (${formatCountExact(state.forgotten.datagrams)} datagrams)`,
          ] as const,
        ]
      : []),
    ...(state.partsRefused > 0
      ? [
          [
            "Parts not measured: too many unknown nodes on a path",
            formatCountExact(state.partsRefused),
          ] as const,
        ]
      : []),
    ["Read by", source === "recvmmsg" ? "recvmmsg, many datagrams a call" : "dgram, one datagram a call"],
    ["Failed writes, tried again", formatCountExact(writer.failures)],
    ["Open live views", formatCountExact(state.watchers)],
  ] as const;
  return (
    <Panel
      title="Collector and writer"
      subtitle="shared by all exporters"
      actions={writer.dropped > 0 ? <Badge tone="bad">windows were given up</Badge> : null}
    >
      <FlowCounters label="Windows of all exporters" steps={windowFlow(writer)} />
      <dl className="mt-3 flex flex-wrap gap-x-8 gap-y-1 border-t pt-2">
        {facts.map(([term, value]) => (
          <div key={term}>
            <dt className="text-xs text-ink-3">{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {short ? (
        <p className="mt-2 text-xs text-ink-2">
          The kernel grants less buffer than asked for. Under bursts raise it:{" "}
          <code className="font-mono">sysctl -w net.core.rmem_max={ports[0]?.requestedBufferBytes}</code>
        </p>
      ) : null}
    </Panel>
  );
}
