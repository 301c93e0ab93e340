import type { Annotation, CheckedProgram, NamedDeclaration, TableDeclaration, Type } from "../../p4/index.ts";
import type { ExternInstance, TableAction, TableState, Target, ValueSetState } from "../../run/index.ts";
import { controllerHeadersOf } from "./controllerHeaders.ts";
import { digestTypesOf } from "./digestTypes.ts";
import { aliasesOf, type IdKind, idsOf, type Named } from "./ids.ts";
import { TypeSpecs } from "./typeSpecs.ts";
import { NO_ACTION, visibleActions } from "./visibleActions.ts";

const EXTERN_KIND: Readonly<Record<string, IdKind>> = {
  counter: "counter",
  direct_counter: "directCounter",
  meter: "meter",
  direct_meter: "directMeter",
  register: "register",
  action_profile: "actionProfile",
  action_selector: "actionProfile",
  Counter: "counter",
  DirectCounter: "directCounter",
  Meter: "meter",
  DirectMeter: "directMeter",
  Register: "register",
  ActionProfile: "actionProfile",
  ActionSelector: "actionProfile",
};

type Annotated = NamedDeclaration | TableDeclaration | null | undefined;
const NO_ANNOTATIONS: readonly Annotation[] = [];
export const annotationsOf = (declaration: Annotated) =>
  declaration && "annotations" in declaration ? declaration.annotations : NO_ANNOTATIONS;

const isHidden = (declaration: Annotated): boolean =>
  annotationsOf(declaration).some(({ name }) => name.text === "hidden");
const named = (name: string, declaration: Annotated): Named => ({
  name,
  annotations: annotationsOf(declaration),
});

/** What controllers see of a program, with what they call it. */
export class Objects {
  readonly checked: CheckedProgram;
  readonly types: TypeSpecs;
  readonly tables: readonly TableState[];
  readonly actions: readonly TableAction[];
  readonly valueSets: readonly ValueSetState[];
  readonly headers: ReturnType<typeof controllerHeadersOf>;
  readonly digests: ReturnType<typeof digestTypesOf>;
  private readonly externs: readonly ExternInstance[];
  private readonly ids = new Map<IdKind, ReadonlyMap<string, number>>();
  private readonly aliases: ReadonlyMap<string, string>;

  constructor(checked: CheckedProgram, { machine }: Target) {
    this.checked = checked;
    this.types = new TypeSpecs(checked);
    this.tables = machine.tables.filter(({ declaration }) => !isHidden(declaration));
    this.externs = machine.externs.filter(
      (each) =>
        EXTERN_KIND[each.type] !== undefined &&
        !isHidden(each.declaration) &&
        (!/direct/i.test(each.type) || this.usersOf(each).length > 0),
    );
    this.actions = visibleActions(checked, machine, this.tables).filter(
      ({ declaration }) => !isHidden(declaration),
    );
    this.valueSets = machine.valueSets;
    this.headers = controllerHeadersOf(checked);
    this.digests = digestTypesOf(checked, machine.externs);
    const kinds: [IdKind, readonly Named[]][] = [
      ["table", this.tables.map(({ name, declaration }) => named(name, declaration))],
      ["action", this.actions.map(({ name, declaration }) => named(name, declaration))],
      ["valueSet", this.valueSets.map(({ name, declaration }) => named(name, declaration))],
      ["controllerHeader", this.headers],
      ["digest", this.digests],
      ...[...new Set(Object.values(EXTERN_KIND))].map((kind): [IdKind, Named[]] => [
        kind,
        this.externsOf(kind).map(({ path, annotations }) => ({ name: path, annotations })),
      ]),
    ];
    for (const [kind, all] of kinds) this.ids.set(kind, idsOf(kind, all));
    // the shortest end of a name that nothing else has, of whatever kind, as in p4c
    this.aliases = aliasesOf(kinds.flatMap(([, all]) => all.map(({ name }) => name)));
  }

  idOf(kind: IdKind, name: string): number {
    return this.ids.get(kind)!.get(name)!;
  }

  preamble(kind: IdKind, name: string): { id: number; name: string; alias: string } {
    return { id: this.idOf(kind, name), name, alias: this.aliases.get(name)! };
  }

  preambleOf({ type, path }: ExternInstance) {
    return this.preamble(EXTERN_KIND[type]!, path);
  }

  externsOf(kind: IdKind): ExternInstance[] {
    return this.externs.filter(({ type }) => EXTERN_KIND[type] === kind);
  }

  /** The action profile of a table. */
  profileOf({ implementation }: TableState): ExternInstance | undefined {
    return this.externs.find(({ object }) => object === implementation);
  }

  directOf({ direct }: TableState): ExternInstance[] {
    return this.externs.filter(({ object }) => direct.includes(object as never));
  }

  /** Tables that a profile or a direct resource belongs to. */
  usersOf({ object }: ExternInstance): TableState[] {
    return this.tables.filter(
      (table) => table.implementation === object || table.direct.includes(object as never),
    );
  }

  /** The id of what a table without a default action of its own runs. */
  get noAction(): number {
    return this.idOf("action", NO_ACTION);
  }

  /** How wide a value is for controllers, with the name of its type where that counts. */
  sdn(type: Type | undefined, width: number): { bitwidth: number; typeName?: { name: string } } {
    const { bitwidth, typeName } = this.types.sdn(type, width);
    return { bitwidth, ...(typeName === null ? {} : { typeName: { name: typeName } }) };
  }
}
