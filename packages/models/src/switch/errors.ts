import { CODE } from "../p4runtime/index.ts";

export { CODE };

/** Why a call, or one update of a Write, is refused; `code` is one of `CODE`. */
export class SwitchError extends Error {
  override name = "SwitchError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const invalid = (message: string): SwitchError => new SwitchError(CODE.invalidArgument, message);
export const notFound = (message: string): SwitchError => new SwitchError(CODE.notFound, message);
export const exists = (message: string): SwitchError => new SwitchError(CODE.alreadyExists, message);
export const denied = (message: string): SwitchError => new SwitchError(CODE.permissionDenied, message);
export const exhausted = (message: string): SwitchError => new SwitchError(CODE.resourceExhausted, message);
export const precondition = (message: string): SwitchError =>
  new SwitchError(CODE.failedPrecondition, message);
export const outOfRange = (message: string): SwitchError => new SwitchError(CODE.outOfRange, message);
export const unimplemented = (message: string): SwitchError => new SwitchError(CODE.unimplemented, message);
