import { expect, test } from "vitest";
import { drawTrend, formatShort } from "#app/routes/dashboard/draw-trend.server";
import { plotHeight, plotWidth } from "#app/routes/dashboard/trend-chart";

const forms = { unit: 1, format: formatShort };
const naira = { unit: 100, format: (minorUnits: number) => formatShort(minorUnits / 100) };

test.each([
	[[3, 0, 4], forms, ["0", "1", "2", "3", "4"]],
	[[61], forms, ["0", "20", "40", "60", "80"]],
	[[120, 7], forms, ["0", "50", "100", "150"]],
	[[1_900, 1_200], forms, ["0", "500", "1K", "1.5K", "2K"]],
	[[6_115_000], naira, ["0", "20K", "40K", "60K", "80K"]],
	[[250_000_000_00], naira, ["0", "100M", "200M", "300M"]],
])("marks round values up to at least the greatest of %j", (values, marks, expected) => {
	expect(drawTrend(values, marks).marks).toEqual(expected);
});

test("marks no half of a form, and no kobo", () => {
	for (const [value, marks] of [
		[1, forms],
		[40, naira],
	] as const)
		expect(drawTrend([value], marks).marks).toEqual(["0", "1", "2", "3"]);
});

test("has a bar for each value above zero, at its own place, and one that is seen for a little", () => {
	const { bars, width } = drawTrend([0, 50_000, -20_000, 1], naira);
	expect(bars).toHaveLength(2);
	const [most = [], little = []] = bars.map((bar) => (bar.match(/[\d.]+/g) ?? []).map(Number));
	expect(most).toEqual([expect.any(Number), 0, plotHeight * (500 / 600)]);
	expect(little[2]).toBe(1);
	const step = (Number(little[0]) - Number(most[0])) / 2;
	expect(step).toBeGreaterThan(width);
	expect(Number(most[0]) - width / 2).toBeGreaterThan(0);
	expect(Number(little[0]) + width / 2).toBeLessThanOrEqual(plotWidth);
});

test("keeps a year of days apart", () => {
	const { bars, width } = drawTrend(
		Array.from({ length: 366 }, (_, day) => day + 1),
		forms,
	);
	const places = bars.map((bar) => Number.parseFloat(bar.slice(1)));
	expect(new Set(places).size).toBe(366);
	expect(width).toBeGreaterThan(1);
});

test("draws a line without bars where nothing is above zero", () => {
	expect(drawTrend([0, -500], naira)).toMatchObject({ bars: [], marks: ["0", "1", "2", "3"] });
	expect(drawTrend([], forms).bars).toEqual([]);
});
