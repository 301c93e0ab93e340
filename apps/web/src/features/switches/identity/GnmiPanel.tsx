"use client";
import { Alert, Button, Field, Input, Panel } from "@p4twin/ui";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { SHOWN_INLINE } from "@/lib/queryClient.ts";
import { useTRPC } from "@/lib/trpc.ts";
import { useMayChange } from "@/shell/useMayChange.ts";
import type { AttachedSwitch } from "../switchWords.ts";

/** Where names, ports and neighbours of a switch are read; operators change it. */
export function GnmiPanel({ attached: { id, gnmiAddress } }: { attached: AttachedSwitch }) {
  const trpc = useTRPC();
  const cache = useQueryClient();
  const mayChange = useMayChange();
  const [address, setAddress] = useState(gnmiAddress ?? "");
  const update = useMutation(
    trpc.switches.update.mutationOptions({
      meta: SHOWN_INLINE,
      onSuccess: () => cache.invalidateQueries({ queryKey: trpc.switches.pathKey() }),
    }),
  );
  const wanted = address.trim() || null;
  return (
    <Panel title={gnmiAddress === null ? "gNMI: not read" : `gNMI at ${gnmiAddress}`}>
      <p className="text-ink-2">
        Names, ports and LLDP neighbours come by gNMI, once a minute at most; nothing is written. Give PORT or
        HOST:PORT; clear the address to stop.
      </p>
      {mayChange ? (
        <form
          className="mt-2 flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            update.mutate({ id, gnmiAddress: wanted });
          }}
        >
          <Field label="gNMI address">
            {(control) => (
              <Input
                {...control}
                value={address}
                placeholder="9339"
                onChange={(event) => setAddress(event.target.value)}
              />
            )}
          </Field>
          <Button type="submit" busy={update.isPending} disabled={wanted === gnmiAddress}>
            {wanted === null && gnmiAddress !== null ? "Stop reading" : "Read by gNMI"}
          </Button>
        </form>
      ) : null}
      {update.error ? (
        <Alert tone="bad" title="The gNMI address was not changed">
          {update.error.message}
        </Alert>
      ) : null}
    </Panel>
  );
}
