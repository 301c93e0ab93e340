"use client";
import type { DeviceProfile } from "@p4twin/models/device";
import { Button, Panel } from "@p4twin/ui";
import type { ReactNode } from "react";
import { ChainControls } from "./ChainControls.tsx";
import { ChainEffects } from "./ChainEffects.tsx";
import { ChangeBar } from "./ChangeBar.tsx";
import { DeviceEffects } from "./DeviceEffects.tsx";
import { LinkEffects } from "./LinkEffects.tsx";
import type { usePlaceAnew } from "./usePlaceAnew.ts";
import type { WhatIfControls } from "./useWhatIf.ts";

export type WhatIfPanelsProps = {
  whatIf: WhatIfControls;
  placeAnew: ReturnType<typeof usePlaceAnew>;
  profiles: readonly DeviceProfile[];
  chain: string | null;
  onSelectChain: (chain: string) => void;
  node: string | null;
  onSelectNode: (node: string) => void;
  actions: ReactNode;
};

/** The drawer of the what-if: changes, chains, the chosen chain, devices and links. */
export function WhatIfPanels(props: WhatIfPanelsProps) {
  const { whatIf, placeAnew, profiles, chain, onSelectChain, node, onSelectNode, actions } = props;
  if (!whatIf.prediction) return null;
  return (
    <div className="flex min-w-0 flex-col gap-3">
      <ChangeBar
        whatIf={whatIf}
        actions={
          <>
            <Button
              size="sm"
              busy={placeAnew.busy}
              disabled={whatIf.changes.length === 0}
              onClick={() => placeAnew.start(whatIf.changes)}
            >
              Place again
            </Button>
            {actions}
          </>
        }
      />
      <Panel title="Chains" bodyClassName="p-0 overflow-x-auto">
        <ChainEffects prediction={whatIf.prediction} selected={chain} onSelect={onSelectChain} />
      </Panel>
      {chain ? <ChainControls key={chain} chain={chain} whatIf={whatIf} /> : null}
      <Panel title="Devices" subtitle="drop a function on one" bodyClassName="p-0">
        <DeviceEffects profiles={profiles} selected={node} onSelect={onSelectNode} whatIf={whatIf} />
      </Panel>
      <Panel title="Links" bodyClassName="p-0 overflow-x-auto">
        <LinkEffects whatIf={whatIf} />
      </Panel>
    </div>
  );
}
