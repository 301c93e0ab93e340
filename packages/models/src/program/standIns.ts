import type { Diagnostic } from "../core/index.ts";
import type { Annotation, P4Program } from "../p4/index.ts";

/** By the name of an extern in the program, the extern of devices whose latency counts for it. */
export type StandIns = Readonly<Record<string, string>>;

/** v1model has no SipHash-2-4, say: `@stands_for("hash", "SipHash-2-4")` lets its hash count as one. */
const ANNOTATION = "stands_for";

/** The stand-ins that a program declares, on any declaration at its top level; what is malformed is a warning. */
export function declaredStandIns({ declarations }: P4Program): {
  standIns: StandIns;
  diagnostics: Diagnostic[];
} {
  const standIns: Record<string, string> = {};
  const diagnostics: Diagnostic[] = [];
  for (const declaration of declarations) {
    const annotations = "annotations" in declaration ? declaration.annotations : [];
    for (const annotation of annotations.filter((each) => each.name.text === ANNOTATION)) {
      const [name, real, more] = stringsOf(annotation);
      if (name !== undefined && real !== undefined && more === undefined) standIns[name] = real;
      else diagnostics.push(malformed(annotation));
    }
  }
  return { standIns, diagnostics };
}

const stringsOf = ({ tokens }: Annotation): string[] =>
  tokens.filter((token) => token.startsWith('"')).map((token) => token.slice(1, -1));

const malformed = ({ span }: Annotation): Diagnostic => ({
  severity: "warning",
  code: "program-stand-in",
  message: `@${ANNOTATION} takes an extern of the program and one of devices, as in @${ANNOTATION}("hash", "SipHash-2-4")`,
  span,
});

/** What the extern `name` is called in answers. */
export const standInFor = (standIns: StandIns, name: string): string =>
  Object.hasOwn(standIns, name) ? (standIns[name] ?? name) : name;
