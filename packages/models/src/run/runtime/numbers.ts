import { writtenNumber } from "../../program/index.ts";
import { ControlError } from "./names.ts";

/** The value that a controller writes; throws `ControlError`. */
export function controlNumber(value: unknown): bigint {
  const number = writtenNumber(value);
  if (number === null) throw new ControlError(`${String(value).trim()} is not a number or address`);
  return number;
}
