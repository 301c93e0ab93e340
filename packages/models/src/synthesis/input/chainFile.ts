import { z } from "zod";

const name = z.string().min(1).max(100);
/** A text in the file, or the name of another file that holds it. */
const text = z.union([z.strictObject({ text: z.string().min(1) }), z.strictObject({ file: name })]);

/** An element graph without Click's syntax: the same classes, arguments and ports. */
const elementGraphSchema = z.strictObject({
  elements: z.array(z.strictObject({ name, class: name, arguments: z.array(z.string()).default([]) })).min(1),
  connections: z.array(
    z.strictObject({
      from: name,
      fromPort: z.int().min(0).default(0),
      to: name,
      toPort: z.int().min(0).default(0),
    }),
  ),
});

const aclSchema = z.strictObject({
  rules: text,
  /** what the rules do that name no action; they allow, with a warning, when it is not given */
  action: z.enum(["allow", "deny"]).optional(),
  /** what happens to packets that no rule matches */
  otherwise: z.enum(["allow", "deny"]).default("deny"),
});

const p4Schema = z.strictObject({ program: text, entries: text.optional() });

/** A network function: exactly one of the four ways to say what it does. */
const nfSchema = z
  .strictObject({
    id: z.string().regex(/^[A-Za-z][\w.-]*$/, "a letter, then letters, digits, _ . or -"),
    click: text.optional(),
    graph: elementGraphSchema.optional(),
    acl: aclSchema.optional(),
    p4: p4Schema.optional(),
  })
  .refine((nf) => [nf.click, nf.graph, nf.acl, nf.p4].filter((x) => x !== undefined).length === 1, {
    message: "give one of click, graph, acl or p4",
  });

/**
 * A chain to synthesise, version 1 (thesis Sec. 7.2.2.1): functions, edges `nf1[out] -> [in]nf2` between
 * their interfaces, and the interfaces by which packets come in, `[in]nf1`. Output interfaces without an edge
 * are exits of the chain.
 */
export const serviceChainFileSchema = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1).max(200).optional(),
  functions: z.array(nfSchema).min(1, "a chain has at least one function"),
  links: z.array(z.string()).default([]),
  entries: z.array(z.string()).min(1, "a chain has at least one entry"),
});

export type ServiceChainFile = z.infer<typeof serviceChainFileSchema>;
export type ServiceFunction = ServiceChainFile["functions"][number];
export type TextOrFile = z.infer<typeof text>;
