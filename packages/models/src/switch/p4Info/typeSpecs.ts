import { type Annotation, type CheckedProgram, describeType, givenName, type Type } from "../../p4/index.ts";
import { bytesOfNumber, type Draft, type P4DataTypeSpec, type P4TypeInfo } from "../../p4runtime/index.ts";

/** How wide a value is for controllers, and the new type that it has. */
type SdnWidth = { bitwidth: number; typeName: string | null };

/** Types that the objects of a P4Info name, described once each. */
export class TypeSpecs {
  private readonly structs = new Map<string, object>();
  private readonly headers = new Map<string, object>();
  private readonly unions = new Map<string, object>();
  private readonly enums = new Map<string, object>();
  private readonly serializable = new Map<string, object>();
  private readonly newTypes = new Map<string, object>();
  private hasErrors = false;
  private readonly constants: CheckedProgram["constants"];

  constructor({ constants }: CheckedProgram) {
    this.constants = constants;
  }

  /** The type of a register, a digest or one of their parts. */
  of(type: Type): Draft<P4DataTypeSpec> {
    switch (type.kind) {
      case "bits": {
        const { width } = type;
        const value = type.isSigned
          ? { kind: "int" as const, value: { bitwidth: width } }
          : { kind: "bit" as const, value: { bitwidth: width } };
        return { typeSpec: { kind: "bitstring", value: { typeSpec: value } } };
      }
      case "varbits":
        return {
          typeSpec: {
            kind: "bitstring",
            value: { typeSpec: { kind: "varbit", value: { maxBitwidth: type.width } } },
          },
        };
      case "bool":
        return { typeSpec: { kind: "bool", value: {} } };
      case "error":
        this.hasErrors = true;
        return { typeSpec: { kind: "error", value: {} } };
      case "tuple":
      case "sequence":
        return {
          typeSpec: { kind: "tuple", value: { members: type.elements.map((each) => this.of(each)) } },
        };
      case "newtype":
        this.newType(type);
        return { typeSpec: { kind: "newType", value: { name: type.declaration.name.text } } };
      case "enum":
        return this.enumeration(type);
      case "struct":
        return this.struct(type);
      case "stack": {
        const { element, size } = type;
        this.of(element);
        const name = element.kind === "struct" ? structName(element) : "";
        return element.kind === "struct" && element.form === "headerUnion"
          ? { typeSpec: { kind: "headerUnionStack", value: { headerUnion: { name }, size } } }
          : { typeSpec: { kind: "headerStack", value: { header: { name }, size } } };
      }
      default:
        return {};
    }
  }

  /**
   * Width of a key, parameter or field as controllers see it: that of `@p4runtime_translation` where its type has one,
   * 0 for text and for an enum without numbers. Takes the types that are met.
   */
  sdn(type: Type | undefined, width: number): SdnWidth {
    if (type?.kind === "enum") {
      this.enumeration(type);
      return type.underlying
        ? { bitwidth: width, typeName: null }
        : { bitwidth: 0, typeName: type.declaration.name.text };
    }
    if (type?.kind !== "newtype") return { bitwidth: width, typeName: null };
    return { bitwidth: this.newType(type) ?? width, typeName: type.declaration.name.text };
  }

  /** Width by translation; null: the width it has. */
  private newType(type: Extract<Type, { kind: "newtype" }>): number | null {
    const name = type.declaration.name.text;
    const translation = translationOf("annotations" in type.declaration ? type.declaration.annotations : []);
    if (!this.newTypes.has(name)) {
      this.newTypes.set(name, {});
      const representation = translation
        ? { kind: "translatedType" as const, value: translation.spec }
        : { kind: "originalType" as const, value: this.of(original(type)) };
      this.newTypes.set(name, { representation });
    }
    return translation?.bitwidth ?? null;
  }

  private struct(type: Extract<Type, { kind: "struct" }>): Draft<P4DataTypeSpec> {
    const { form, fields } = type;
    const name = structName(type);
    const known = form === "struct" ? this.structs : form === "header" ? this.headers : this.unions;
    if (!known.has(name)) {
      known.set(name, {});
      const members = (form === "header" ? flatFields(type) : [...fields.values()]).map((field) => {
        const spec = this.of(field.type);
        if (form === "struct") return { name: field.name, typeSpec: spec };
        if (form === "headerUnion")
          return {
            name: field.name,
            header: { name: field.type.kind === "struct" ? structName(field.type) : "" },
          };
        const bits = spec.typeSpec?.kind === "bitstring" ? spec.typeSpec.value : null;
        return { name: field.name, typeSpec: bits ?? this.bitsOf(field.type) };
      });
      known.set(name, { members });
    }
    return {
      typeSpec: {
        kind: form === "struct" ? "struct" : form === "header" ? "header" : "headerUnion",
        value: { name },
      },
    };
  }

  /** What a field of a header is below its new types and enums. */
  private bitsOf(type: Type): object | null {
    if (type.kind === "newtype") return this.bitsOf(type.base);
    if (type.kind === "enum" && type.underlying) return this.bitsOf(type.underlying);
    if (type.kind === "bool") return { typeSpec: { kind: "bit", value: { bitwidth: 1 } } };
    const { typeSpec } = this.of(type);
    return typeSpec?.kind === "bitstring" ? typeSpec.value : null;
  }

  private enumeration(type: Extract<Type, { kind: "enum" }>): Draft<P4DataTypeSpec> {
    const name = type.declaration.name.text;
    if (type.underlying) {
      const bitwidth = type.underlying.kind === "bits" ? type.underlying.width : 0;
      const underlyingType = { bitwidth };
      const valued = type.declaration.members.map(({ name, value }) => {
        const number = value && this.constants.get(value);
        return {
          name: name.text,
          value: bytesOfNumber(typeof number === "bigint" ? BigInt.asUintN(bitwidth, number) : 0n),
        };
      });
      this.serializable.set(name, { underlyingType, members: valued });
      return { typeSpec: { kind: "serializableEnum", value: { name } } };
    }
    this.enums.set(name, { members: type.declaration.members.map(({ name }) => ({ name: name.text })) });
    return { typeSpec: { kind: "enum", value: { name } } };
  }

  /** All that was met; null: nothing. */
  info(checked: CheckedProgram): Draft<P4TypeInfo> | null {
    const met = [this.structs, this.headers, this.unions, this.enums, this.serializable, this.newTypes];
    if (!this.hasErrors && met.every(({ size }) => size === 0)) return null;
    const errors = checked.program.declarations.flatMap((each) =>
      each.kind === "error" ? each.members.map(({ name }) => name.text) : [],
    );
    return {
      structs: this.structs,
      headers: this.headers,
      headerUnions: this.unions,
      enums: this.enums,
      ...(this.hasErrors ? { error: { members: errors } } : {}),
      serializableEnums: this.serializable,
      newTypes: this.newTypes,
    } as Draft<P4TypeInfo>;
  }
}

/** Fields of a header, those of structs in it by their path. */
function flatFields(
  { fields }: Extract<Type, { kind: "struct" }>,
  path = "",
): { name: string; type: Type }[] {
  return [...fields.values()].flatMap(({ name, type }) =>
    type.kind === "struct" ? flatFields(type, `${path}${name}.`) : [{ name: `${path}${name}`, type }],
  );
}

/** What `@name` says, else a generic type with what it is of, as p4c calls it: `Pair_bit32`. */
export function structName({
  name,
  declaration,
  arguments: given,
}: Extract<Type, { kind: "struct" }>): string {
  const own = givenName(declaration);
  if (own !== null) return own;
  const of = given.map((each) =>
    describeType(each)
      .replace(/^\w+ |[<> ]/g, "")
      .replace(/[,.]/g, "_"),
  );
  return [name, ...of].join("_");
}

/** What a new type is of, below other new types. */
const original = ({ base }: Extract<Type, { kind: "newtype" }>): Type =>
  base.kind === "newtype" ? original(base) : base;

/** `@p4runtime_translation("uri", 32)`, also with `bit<32>` or `string`. */
function translationOf(annotations: readonly Annotation[]) {
  const found = annotations.find(({ name }) => name.text === "p4runtime_translation");
  if (!found) return null;
  const words = found.tokens.filter((token) => token !== ",");
  const uri = (words[0] ?? "").replace(/^"|"$/g, "");
  const digits = words.slice(1).find((word) => /^\d+$/.test(word));
  const bitwidth = words.includes("string") ? 0 : Number(digits ?? 0);
  const sdnType =
    bitwidth === 0
      ? { kind: "sdnString" as const, value: {} }
      : { kind: "sdnBitwidth" as const, value: bitwidth };
  return { bitwidth, spec: { uri, sdnType } };
}
