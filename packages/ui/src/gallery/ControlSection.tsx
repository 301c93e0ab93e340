"use client";
import { Copy, Ellipsis, Pause, Play, Plus, Search, Trash2 } from "lucide-react";
import { useState } from "react";
import { Button } from "../primitives/Button.tsx";
import { Checkbox } from "../primitives/Checkbox.tsx";
import { CopyField } from "../primitives/CopyField.tsx";
import { DropdownMenu } from "../primitives/DropdownMenu.tsx";
import { Field } from "../primitives/Field.tsx";
import { FileDrop } from "../primitives/FileDrop.tsx";
import { IconButton } from "../primitives/IconButton.tsx";
import { Input } from "../primitives/Input.tsx";
import { KeyHint } from "../primitives/KeyHint.tsx";
import { NumberInput } from "../primitives/NumberInput.tsx";
import { Popover } from "../primitives/Popover.tsx";
import { SegmentedControl } from "../primitives/SegmentedControl.tsx";
import { Select } from "../primitives/Select.tsx";
import { Switch } from "../primitives/Switch.tsx";
import { Textarea } from "../primitives/Textarea.tsx";
import { Example, Section } from "./Section.tsx";

const DEVICES = [
  { value: "agilio-cx", label: "Netronome Agilio CX", hint: "SmartNIC" },
  { value: "netfpga-sume", label: "NetFPGA-SUME", hint: "FPGA" },
  { value: "t4p4s", label: "T4P4S", hint: "CPU, DPDK" },
] as const;

const nothing = () => undefined;

export function ControlSection() {
  const [device, setDevice] = useState<(typeof DEVICES)[number]["value"]>("agilio-cx");
  const [budgetUs, setBudgetUs] = useState<number | null>(8000);
  const [live, setLive] = useState(true);
  const [chosen, setChosen] = useState(true);
  const [range, setRange] = useState<"5m" | "15m" | "1h">("15m");
  const [file, setFile] = useState<string | null>(null);

  return (
    <Section title="Controls">
      <div className="grid grid-cols-1 gap-x-8 gap-y-4 md:grid-cols-2">
        <Example name="Button">
          <Button variant="primary" icon={<Play aria-hidden />}>
            Place chain
          </Button>
          <Button>Duplicate</Button>
          <Button variant="ghost">Reset view</Button>
          <Button variant="danger" icon={<Trash2 aria-hidden />}>
            Delete topology
          </Button>
        </Example>
        <Example name="Button, busy, disabled, small">
          <Button variant="primary" busy>
            Placing
          </Button>
          <Button disabled>Freeze report</Button>
          <Button size="sm" icon={<Plus aria-hidden />}>
            Add device
          </Button>
          <Button size="sm" variant="primary">
            Save
          </Button>
        </Example>
        <Example name="Icon buttons, menu, popover, keys">
          <IconButton label="Pause live data" icon={<Pause aria-hidden />} keys={["Space"]} />
          <IconButton label="Copy link" icon={<Copy aria-hidden />} variant="secondary" />
          <DropdownMenu
            trigger={<Button icon={<Ellipsis aria-hidden />}>More</Button>}
            entries={[
              { kind: "heading", id: "h", label: "Chain web-edge" },
              {
                kind: "item",
                id: "dup",
                label: "Duplicate",
                icon: <Copy aria-hidden />,
                keys: ["D"],
                onSelect: nothing,
              },
              {
                kind: "item",
                id: "band",
                label: "Predicted band",
                checked: chosen,
                onSelect: () => setChosen(!chosen),
              },
              { kind: "separator", id: "s" },
              {
                kind: "item",
                id: "del",
                label: "Delete chain",
                icon: <Trash2 aria-hidden />,
                danger: true,
                onSelect: nothing,
              },
            ]}
          />
          <Popover trigger={<Button>Explain</Button>} label="How the mean is made">
            mean = base + Σ count × unit cost
          </Popover>
          <KeyHint keys={["Ctrl", "K"]} />
        </Example>
        <Example name="Segmented control, switch, checkbox">
          <SegmentedControl
            aria-label="Time range"
            value={range}
            onValueChange={setRange}
            options={[
              { value: "5m", label: "5 min" },
              { value: "15m", label: "15 min" },
              { value: "1h", label: "1 h" },
            ]}
          />
          <Switch checked={live} onCheckedChange={setLive} label="Live" />
          <Checkbox checked={chosen} onCheckedChange={setChosen} label="Show infeasible paths" />
          <Checkbox checked="indeterminate" onCheckedChange={nothing} label="Some" />
        </Example>
        <div className="grid grid-cols-2 gap-3">
          <Field label="Name" hint="Shown in lists and reports">
            {(control) => <Input {...control} defaultValue="web-edge" />}
          </Field>
          <Field label="Delay budget" error="Must be above 0 µs">
            {(control) => (
              <NumberInput {...control} value={budgetUs} onValueChange={setBudgetUs} unit="µs" min={0} />
            )}
          </Field>
          <Field label="Device">
            {(control) => <Select {...control} value={device} onValueChange={setDevice} options={DEVICES} />}
          </Field>
          <Field label="Search" optional>
            {(control) => (
              <Input
                {...control}
                leading={<Search aria-hidden />}
                trailing={<KeyHint keys={["/"]} />}
                placeholder="Segments"
              />
            )}
          </Field>
          <Field label="Entries" className="col-span-2">
            {(control) => (
              <Textarea {...control} mono rows={2} defaultValue={'{"table": "ipv4_lpm", "entries": []}'} />
            )}
          </Field>
        </div>
        <div className="flex flex-col gap-3">
          <FileDrop
            what="a P4 program"
            accept=".p4,.json"
            hint={file ?? "P4_16 source or compiled BMv2 JSON, up to 2 MB"}
            onFiles={(files) => setFile(files[0]?.name ?? null)}
            onRejected={(files) => setFile(`${files[0]?.name} is neither .p4 nor .json`)}
          />
          <CopyField label="command" text="npx p4twin send lib:demo --to 127.0.0.1:32766 --rate 500" />
        </div>
      </div>
    </Section>
  );
}
