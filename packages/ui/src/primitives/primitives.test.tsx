// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { useState } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { Button } from "./Button.tsx";
import { CopyField } from "./CopyField.tsx";
import { Dialog } from "./Dialog.tsx";
import { Field } from "./Field.tsx";
import { FileDrop, isAccepted } from "./FileDrop.tsx";
import { Input } from "./Input.tsx";
import { NumberInput } from "./NumberInput.tsx";
import { nextIndex } from "./nextIndex.ts";
import { PredictedLatency } from "./PredictedLatency.tsx";
import { Progress } from "./Progress.tsx";
import { Latency } from "./Quantity.tsx";
import { SegmentedControl } from "./SegmentedControl.tsx";
import { Table } from "./Table.tsx";
import { VerdictBadge } from "./VerdictBadge.tsx";

afterEach(cleanup);

test("a predicted latency carries the interval of its mean and that of a packet", () => {
  const { container, rerender } = render(
    <PredictedLatency us={405} meanLowUs={385} meanHighUs={425} lowUs={360} highUs={470} unit="us" />,
  );
  expect(container.textContent).toBe("405 ± 20packet 360 to 470");
  expect(container.querySelector("[title]")?.getAttribute("title")).toBe(
    "mean 405 µs, 385 to 425 µs; a packet 360 to 470 µs",
  );
  rerender(<PredictedLatency us={405} unit="us" />);
  expect(container.textContent).toBe("405");
  rerender(<PredictedLatency us={null} unit="us" />);
  expect(container.querySelector("[title]")?.getAttribute("title")).toBe("not known");
});

test("a busy button keeps its focus and ignores clicks", () => {
  const onClick = vi.fn();
  render(
    <Button busy onClick={onClick}>
      Placing
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Placing" });
  button.focus();
  fireEvent.click(button);
  expect(onClick).not.toHaveBeenCalled();
  expect(button.getAttribute("aria-busy")).toBe("true");
  expect(document.activeElement).toBe(button);
});

describe("table", () => {
  const rows = [{ id: "a" }, { id: "b" }, { id: "c" }];
  const columns = [
    { id: "id", header: "Segment", sortable: true, cell: (row: { id: string }) => <a href="#x">{row.id}</a> },
    { id: "p99", header: "p99", numeric: true, sortable: true, cell: () => "1" },
  ];

  test("arrows move through rows, Enter selects, one row is in the tab order", () => {
    const onSelect = vi.fn();
    render(
      <Table
        caption="Segments"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        onSelect={onSelect}
        selectedKey="b"
      />,
    );
    const [, a, b, c] = screen.getAllByRole("row");
    expect([a, b, c].map((row) => row?.tabIndex)).toEqual([-1, 0, -1]);
    b?.focus();
    fireEvent.keyDown(b as HTMLElement, { key: "ArrowDown" });
    expect(document.activeElement).toBe(c);
    fireEvent.keyDown(c as HTMLElement, { key: "Home" });
    expect(document.activeElement).toBe(a);
    fireEvent.keyDown(a as HTMLElement, { key: "Enter" });
    expect(onSelect).toHaveBeenCalledExactlyOnceWith({ id: "a" });
    expect(b?.getAttribute("aria-selected")).toBe("true");
  });

  test("a click on a link in a row does not select the row", () => {
    const onSelect = vi.fn();
    render(
      <Table caption="Segments" columns={columns} rows={rows} rowKey={(row) => row.id} onSelect={onSelect} />,
    );
    fireEvent.click(screen.getByText("a"));
    expect(onSelect).not.toHaveBeenCalled();
    fireEvent.click(screen.getAllByText("1")[0] as HTMLElement);
    expect(onSelect).toHaveBeenCalledOnce();
  });

  test("numbers sort largest first, a second click turns round", () => {
    const onSortChange = vi.fn();
    const sort = { columnId: "p99", descending: true };
    render(
      <Table
        caption="Segments"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.id}
        sort={sort}
        onSortChange={onSortChange}
      />,
    );
    expect(screen.getByRole("columnheader", { name: "p99" }).getAttribute("aria-sort")).toBe("descending");
    fireEvent.click(screen.getByRole("button", { name: "p99" }));
    fireEvent.click(screen.getByRole("button", { name: "Segment" }));
    expect(onSortChange.mock.calls).toEqual([
      [{ columnId: "p99", descending: false }],
      [{ columnId: "id", descending: false }],
    ]);
  });

  test("no rows: says so", () => {
    render(
      <Table
        caption="Segments"
        columns={columns}
        rows={[]}
        rowKey={() => ""}
        empty="No segment is over budget"
      />,
    );
    expect(screen.getByText("No segment is over budget")).toBeDefined();
  });
});

test.each([
  ["ArrowDown", 0, 3, 1],
  ["ArrowUp", 0, 3, null],
  ["End", 0, 3, 2],
  ["Home", 2, 3, 0],
  ["PageDown", 0, 50, 10],
  ["PageUp", 3, 50, 0],
  ["a", 0, 3, null],
  ["ArrowDown", 0, 0, null],
])("nextIndex(%s, %d of %d) is %s", (key, index, count, next) => {
  expect(nextIndex(key, index, count)).toBe(next);
});

/** Keeps the number, as a form would. */
function Host({ start, seen }: { start: number | null; seen: (value: number | null) => void }) {
  const [value, setValue] = useState(start);
  const change = (next: number | null) => {
    seen(next);
    setValue(next);
  };
  return (
    <NumberInput aria-label="PL" value={value} onValueChange={change} unit="µs" min={0} max={100} step={5} />
  );
}

describe("number input", () => {
  test.each([
    ["typing", (field: HTMLElement) => fireEvent.change(field, { target: { value: "42.5" } }), 42.5],
    [
      "empty is unknown, not zero",
      (field: HTMLElement) => fireEvent.change(field, { target: { value: "" } }),
      null,
    ],
    ["arrow up", (field: HTMLElement) => fireEvent.keyDown(field, { key: "ArrowUp" }), 15],
    [
      "arrow down with Shift stops at the bound",
      (field: HTMLElement) => fireEvent.keyDown(field, { key: "ArrowDown", shiftKey: true }),
      0,
    ],
  ])("%s", (_name, act, value) => {
    const seen = vi.fn();
    render(<Host start={10} seen={seen} />);
    act(screen.getByRole("spinbutton", { name: "PL" }));
    expect(seen).toHaveBeenLastCalledWith(value);
  });

  test("what is no number is marked and not passed on; bounds hold on leaving", () => {
    const seen = vi.fn();
    render(<Host start={10} seen={seen} />);
    const field = screen.getByRole("spinbutton", { name: "PL" });
    fireEvent.change(field, { target: { value: "12x" } });
    expect(seen).not.toHaveBeenCalled();
    expect(field.getAttribute("aria-invalid")).toBe("true");
    fireEvent.change(field, { target: { value: "250" } });
    fireEvent.blur(field);
    expect(seen).toHaveBeenLastCalledWith(100);
  });
});

test("a field ties label, hint and error to its control", () => {
  render(
    <Field label="Name" hint="Shown in lists" error="Give it a name">
      {(control) => <Input {...control} />}
    </Field>,
  );
  const input = screen.getByLabelText("Name");
  const described = (input.getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent);
  expect(described).toEqual(["Shown in lists", "Give it a name"]);
  expect(input.getAttribute("aria-invalid")).toBe("true");
});

test.each([
  ["l3fwd.p4", "", ".p4,.json", true],
  ["L3FWD.P4", "", ".p4", true],
  ["photo.png", "image/png", ".p4", false],
  ["photo.png", "image/png", "image/*", true],
  ["any", "", undefined, true],
])("%s (%s) against %s: %s", (name, type, accept, accepted) => {
  expect(isAccepted({ name, type }, accept)).toBe(accepted);
});

test("dropped files are held to what is accepted", () => {
  const onFiles = vi.fn();
  const onRejected = vi.fn();
  render(<FileDrop what="a P4 program" accept=".p4" onFiles={onFiles} onRejected={onRejected} />);
  const good = new File(["x"], "a.p4");
  const bad = new File(["x"], "a.txt");
  fireEvent.drop(screen.getByRole("button"), { dataTransfer: { files: [bad, good] } });
  expect(onFiles).toHaveBeenCalledExactlyOnceWith([good]);
  expect(onRejected).toHaveBeenCalledExactlyOnceWith([bad]);
});

test("copying without a clipboard says what to do instead", async () => {
  render(<CopyField text="npx p4twin" label="command" />);
  fireEvent.click(screen.getByRole("button", { name: "Copy command" }));
  expect(await screen.findByText("Could not copy; select the text instead")).toBeDefined();
});

test("a dialog takes the focus and closes on Esc", () => {
  const onOpenChange = vi.fn();
  render(
    <Dialog open onOpenChange={onOpenChange} title="Bind segment">
      <Input aria-label="Switch" />
    </Dialog>,
  );
  const dialog = screen.getByRole("dialog", { name: "Bind segment" });
  expect(dialog.contains(document.activeElement)).toBe(true);
  fireEvent.keyDown(document.activeElement ?? dialog, { key: "Escape" });
  expect(onOpenChange).toHaveBeenCalledWith(false);
});

test("a segmented control cannot be switched off", () => {
  const onValueChange = vi.fn();
  const options = [
    { value: "a", label: "5 min" },
    { value: "b", label: "1 h" },
  ] as const;
  render(<SegmentedControl aria-label="Range" value="a" onValueChange={onValueChange} options={options} />);
  fireEvent.click(screen.getByRole("radio", { name: "5 min" }));
  expect(onValueChange).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole("radio", { name: "1 h" }));
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith("b");
});

test("progress gives an estimate and a way out", () => {
  const onCancel = vi.fn();
  render(<Progress label="Placing 12 chains" fraction={0.424} remainingMs={18_000} onCancel={onCancel} />);
  expect(screen.getByText(/42 % · about 18 s left/)).toBeDefined();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onCancel).toHaveBeenCalledOnce();
});

test("verdicts and unknown latencies are words, not only colour", () => {
  render(
    <>
      <VerdictBadge verdict="no-data" />
      <Latency us={null} />
      <Latency us={412.345} source="window 14:02:07" />
    </>,
  );
  expect(screen.getByText("no data")).toBeDefined();
  expect(screen.getByText("–")).toBeDefined();
  expect(screen.getByTitle("412.345 µs · window 14:02:07").textContent).toBe("412µs");
});

test("a windowed table draws the rows in view and keeps the room of the others", () => {
  const rows = Array.from({ length: 5000 }, (_, index) => ({ id: `p${index + 1}` }));
  render(
    <div style={{ overflowY: "auto", height: 330 }}>
      <Table
        caption="Paths"
        columns={[{ id: "id", header: "Path", cell: ({ id }) => id }]}
        rows={rows}
        rowKey={({ id }) => id}
        windowed
      />
    </div>,
  );
  const table = screen.getByRole("table", { name: "Paths" });
  expect(table.getAttribute("aria-rowcount")).toBe("5001");
  const drawn = screen.getAllByRole("row").length;
  expect(drawn).toBeGreaterThan(5);
  expect(drawn).toBeLessThan(200);
});
