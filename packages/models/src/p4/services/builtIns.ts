import type { BuiltinMethod } from "../types/call/resolvedCall.ts";

type BuiltIn = { signature: string; documentation: string };

const METHODS: Record<BuiltinMethod, BuiltIn> = {
  isValid: { signature: "bool isValid()", documentation: "Whether the header is part of the packet." },
  setValid: {
    signature: "void setValid()",
    documentation: "Makes the header part of the packet; its fields are then undefined until written.",
  },
  setInvalid: { signature: "void setInvalid()", documentation: "Takes the header out of the packet." },
  push_front: {
    signature: "void push_front(int count)",
    documentation: "Shifts the headers of the stack up by count; the first count become invalid.",
  },
  pop_front: {
    signature: "void pop_front(int count)",
    documentation: "Shifts the headers of the stack down by count; the first count are lost.",
  },
  minSizeInBits: { signature: "int minSizeInBits()", documentation: "Least size of the value, in bits." },
  minSizeInBytes: { signature: "int minSizeInBytes()", documentation: "Least size of the value, in bytes." },
  maxSizeInBits: { signature: "int maxSizeInBits()", documentation: "Greatest size of the value, in bits." },
  maxSizeInBytes: {
    signature: "int maxSizeInBytes()",
    documentation: "Greatest size of the value, in bytes.",
  },
};

const OTHERS: Record<string, BuiltIn> = {
  apply: { signature: "apply(…)", documentation: "Runs the table, control or parser." },
  hit: { signature: "bool hit", documentation: "Whether an entry of the table matched." },
  miss: { signature: "bool miss", documentation: "Whether no entry of the table matched." },
  action_run: { signature: "action_run", documentation: "The action that the table ran, for a switch." },
  next: {
    signature: "next",
    documentation: "The first header of the stack that no extraction has filled; parsers only.",
  },
  last: {
    signature: "last",
    documentation: "The header of the stack that was extracted last; parsers only.",
  },
  lastIndex: {
    signature: "bit<32> lastIndex",
    documentation: "Index of the header that was extracted last; parsers only.",
  },
  size: { signature: "bit<32> size", documentation: "How many headers the stack can hold." },
  accept: { signature: "state accept", documentation: "Ends the parser: the packet goes on." },
  reject: { signature: "state reject", documentation: "Ends the parser with an error." },
};

/** What P4 itself says about a member or state that no program declares (P4_16 1.2.5, 8.17 to 8.19, 13.3, 14.2). */
export const builtIn = (name: string): BuiltIn | null =>
  (Object.hasOwn(METHODS, name) ? METHODS[name as BuiltinMethod] : undefined) ??
  (Object.hasOwn(OTHERS, name) ? (OTHERS[name] ?? null) : null);
