import { expect, it } from "vitest";
import { prepareHeatMap } from "./prepareHeatMap.ts";

it("lays cells out with y rising upwards, and knows where none stands", () => {
  const cells = [
    { x: 1, y: 1, value: 0 },
    { x: 2, y: 1, value: 4 },
    { x: 2, y: 2, value: null },
  ];
  const { xs, ys, rows, range } = prepareHeatMap(cells);
  expect([xs, ys, range]).toEqual([[1, 2], [2, 1], { low: 0, high: 4 }]);
  expect(rows).toEqual([
    [null, { cell: cells[2], level: null }],
    [
      { cell: cells[0], level: 0 },
      { cell: cells[1], level: 1 },
    ],
  ]);
});

it("keeps to given bounds, and to one colour when all are equal", () => {
  const cells = [{ x: 1, y: 1, value: 9 }];
  expect(prepareHeatMap(cells, { low: 0, high: 6 }).rows[0][0]?.level).toBe(1);
  expect(prepareHeatMap(cells).rows[0][0]?.level).toBe(0);
  expect(prepareHeatMap([]).range).toBeNull();
});
