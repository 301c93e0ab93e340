import type { Bmv2Cases } from "./bmv2Case.ts";
import { COMPUTING_CASES } from "./computingCases.ts";
import { FATE_CASES } from "./fateCases.ts";
import { PARSER_CASES } from "./parserCases.ts";
import { STATE_CASES } from "./stateCases.ts";
import { TABLE_CASES } from "./tableCases.ts";

/** Small programs that run on BMv2 and here: what no public packet test covers. */
export const BMV2_CASES: Bmv2Cases = {
  ...STATE_CASES,
  ...TABLE_CASES,
  ...FATE_CASES,
  ...PARSER_CASES,
  ...COMPUTING_CASES,
};
