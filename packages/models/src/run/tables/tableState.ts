import type { Span } from "../../core/index.ts";
import type { ActionDeclaration, Parameter, TableDeclaration } from "../../p4/index.ts";
import { EntryHandles, hasPriorities, type Match } from "../../program/index.ts";
import type { Value } from "../values/node.ts";
import type { Shape } from "../values/shape.ts";
import { type Lookup, lookUpIn } from "./lookup.ts";

export type KeyKind = "exact" | "lpm" | "ternary" | "range" | "optional" | "selector";
export type TableKey = { name: string; kind: KeyKind; shape: Shape; width: number };

/** An action that a table can run, with the parameters that the control plane gives. */
export type TableAction = {
  /** full control-plane name */
  name: string;
  /** as the program calls it: what `action_run` is */
  label: string;
  /** by their control-plane names */
  parameters: readonly { name: string; shape: Shape; declaration?: Parameter }[];
  declaration?: ActionDeclaration;
};

/** An action of a table with values for its parameters. */
export type ActionRun = { action: number; values: readonly Value[] };

export type Entry = {
  /** as BMv2 numbers it: a place that is freed is taken again, with a new version in the upper byte */
  handle: number;
  matches: readonly Match[];
  /** the smallest wins, as in BMv2's own interface; 0 where priorities mean nothing */
  priority: number;
  run: ActionRun;
  span: Span | null;
};

/** What a table does for each packet that hits, and where it matters that misses: counts it, measures it. */
export type DirectResource = { onHit(entry: Entry): void; onMiss?(): void };

/** A table with its entries. */
export class TableState {
  readonly name: string;
  readonly keys: readonly TableKey[];
  readonly actions: readonly TableAction[];
  /** whether the smallest priority wins among entries that match: any ternary, optional or range key */
  readonly hasPriorities: boolean;
  readonly isConst: boolean;
  /** null: not of a program */
  readonly declaration: TableDeclaration | null;
  defaultRun: ActionRun | null;
  /** the default action that the program gives */
  readonly firstDefault: ActionRun | null;
  readonly direct: DirectResource[] = [];
  /** whether its default action may give it an entry for what missed (PNA) */
  addsOnMiss = false;
  implementation: object | null = null;
  /** by handle, in the order in which they were added */
  private readonly held = new Map<number, Entry>();
  private listed: readonly Entry[] | null = null;
  private lookup: Lookup | null = null;
  private handles = new EntryHandles();

  constructor(of: {
    name: string;
    keys: readonly TableKey[];
    actions: readonly TableAction[];
    isConst: boolean;
    defaultRun: ActionRun | null;
    declaration?: TableDeclaration;
  }) {
    this.name = of.name;
    this.keys = of.keys;
    this.actions = of.actions;
    this.isConst = of.isConst;
    this.declaration = of.declaration ?? null;
    this.hasPriorities = hasPriorities(of.keys);
    this.defaultRun = of.defaultRun;
    this.firstDefault = of.defaultRun;
  }

  get entries(): readonly Entry[] {
    this.listed ??= [...this.held.values()];
    return this.listed;
  }

  entry(handle: number): Entry | undefined {
    return this.held.get(handle);
  }

  add(entry: Omit<Entry, "handle">): Entry {
    const added = { ...entry, handle: this.handles.take() };
    this.held.set(added.handle, added);
    this.forget();
    return added;
  }

  remove(handle: number): boolean {
    if (!this.held.delete(handle)) return false;
    this.handles.giveBack(handle);
    this.forget();
    return true;
  }

  /** Handles begin anew, as in BMv2. */
  clear(): void {
    this.held.clear();
    this.handles = new EntryHandles();
    this.forget();
  }

  /** Gives an entry another action; false: there is none with this handle. */
  modify(handle: number, run: ActionRun): boolean {
    const entry = this.held.get(handle);
    if (!entry) return false;
    Object.assign(entry, { run });
    return true;
  }

  private forget(): void {
    this.listed = null;
    this.lookup = null;
  }

  /** The entry that a packet with these keys hits. */
  find(keys: readonly Value[]): Entry | null {
    this.lookup ??= lookUpIn(this);
    return this.lookup(keys);
  }
}
