"use client";
import { FileCode2 } from "lucide-react";
import { useState } from "react";
import { Alert } from "../primitives/Alert.tsx";
import { AlertDialog } from "../primitives/AlertDialog.tsx";
import { Badge } from "../primitives/Badge.tsx";
import { Button } from "../primitives/Button.tsx";
import { CommandPalette } from "../primitives/CommandPalette.tsx";
import { Dialog } from "../primitives/Dialog.tsx";
import { EmptyState } from "../primitives/EmptyState.tsx";
import { ErrorState } from "../primitives/ErrorState.tsx";
import { Panel } from "../primitives/Panel.tsx";
import { Progress } from "../primitives/Progress.tsx";
import { SkeletonRows } from "../primitives/Skeleton.tsx";
import { Spinner } from "../primitives/Spinner.tsx";
import { StatTile } from "../primitives/StatTile.tsx";
import { toast } from "../primitives/Toast.tsx";
import { VerdictBadge } from "../primitives/VerdictBadge.tsx";
import { Example, Section } from "./Section.tsx";

const nothing = () => undefined;

export function FeedbackSection() {
  const [open, setOpen] = useState<"dialog" | "alert" | "palette" | null>(null);
  const close = () => setOpen(null);

  return (
    <Section title="Feedback">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        <StatTile label="Segments within budget" value={11} context="of 12" />
        <StatTile
          label="Violations, last hour"
          value={3}
          context="segment 2 of web-edge"
          tone="bad"
          href="#"
        />
        <StatTile label="Models that drift" value={1} context="agilio-cx, +38 %" tone="warn" />
        <StatTile label="Telemetry loss" value={null} unit="%" context="No exporter heard yet" />
      </div>
      <div className="flex flex-wrap gap-x-8 gap-y-3">
        <Example name="Verdicts">
          <VerdictBadge verdict="holds" />
          <VerdictBadge verdict="drifts" detail="+38 %" />
          <VerdictBadge verdict="violated" />
          <VerdictBadge verdict="no-data" />
        </Example>
        <Example name="Badges">
          <Badge>v1model</Badge>
          <Badge tone="outline">UC2</Badge>
          <Badge tone="accent">3 new</Badge>
          <Badge tone="observed">observed</Badge>
          <Badge tone="predicted">predicted</Badge>
          <Badge tone="pl">PL 8 ms</Badge>
          <Badge tone="dl">DL 15 ms</Badge>
          <Spinner />
        </Example>
        <Example name="Overlays">
          <Button onClick={() => setOpen("dialog")}>Open dialog</Button>
          <Button onClick={() => setOpen("alert")}>Ask first</Button>
          <Button onClick={() => setOpen("palette")}>Command palette</Button>
          <Button onClick={() => toast.success("Chain placed", { description: "10.0 µs of 12 µs budget" })}>
            Toast
          </Button>
        </Example>
      </div>
      <div className="grid grid-cols-1 gap-3 md:grid-cols-2">
        <Alert title="Telemetry is 14 s old" tone="warn" action={<Button size="sm">Reconnect</Button>}>
          The stream broke at 14:02:07; the numbers are from then.
        </Alert>
        <Alert title="The topology was not saved" tone="bad">
          Link core1–edge9 names a node that does not exist. Add edge9 or remove the link.
        </Alert>
        <Alert title="Profile version 4 is in use" tone="ok" />
        <Alert title="This profile was extrapolated beyond 10,000 table entries" />
        <Progress
          label="Placing 12 chains"
          fraction={0.42}
          remainingMs={18_000}
          detail="incumbent 310 W · bound 280 W · gap 9.7 %"
          onCancel={nothing}
        />
        <Progress label="Reading capture" fraction={null} onCancel={nothing} />
      </div>
      <div className="grid grid-cols-1 gap-3 md:grid-cols-3">
        <Panel title="Loading" bodyClassName="p-0">
          <SkeletonRows rows={6} />
        </Panel>
        <Panel title="Empty" bodyClassName="p-0">
          <EmptyState
            icon={<FileCode2 aria-hidden />}
            title="No programs yet"
            action={<Button variant="primary">Upload program</Button>}
          >
            Upload a P4 file to see its paths and what each costs on every device.
          </EmptyState>
        </Panel>
        <Panel title="Failed" bodyClassName="p-0">
          <ErrorState
            title="The segments could not be loaded"
            onRetry={nothing}
            details="503 database not reachable"
          >
            The database does not answer. Check that it runs, then try again.
          </ErrorState>
        </Panel>
      </div>
      <Dialog
        open={open === "dialog"}
        onOpenChange={close}
        title="Bind segment"
        description="Which switch and ports are its ends?"
        footer={
          <>
            <Button onClick={close}>Cancel</Button>
            <Button variant="primary" onClick={close}>
              Bind segment
            </Button>
          </>
        }
      >
        Switch ids heard in the last minute: 1, 2, 3.
      </Dialog>
      <AlertDialog
        open={open === "alert"}
        onOpenChange={close}
        title="Delete topology edge-lab?"
        description="Two scenarios use it; they keep their frozen copy. This cannot be undone."
        actionLabel="Delete topology"
        onAction={close}
      />
      <CommandPalette
        open={open === "palette"}
        onOpenChange={(next) => setOpen(next ? "palette" : null)}
        groups={[
          {
            heading: "Go to",
            commands: [
              { id: "twin", label: "Twin", keys: ["g", "t"], onRun: nothing },
              { id: "programs", label: "Programs", keys: ["g", "p"], onRun: nothing },
            ],
          },
          { heading: "Do", commands: [{ id: "freeze", label: "Freeze report", onRun: nothing }] },
        ]}
      />
    </Section>
  );
}
