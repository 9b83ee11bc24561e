import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { drawTrend } from "#app/routes/dashboard/draw-trend.server";
import { TrendChart, type TrendPoint } from "#app/routes/dashboard/trend-chart";

// why: a router is only asked where a pressed bar leads.
vi.mock("@remix-run/react", async (original) => ({
	...(await original<typeof import("@remix-run/react")>()),
	useNavigate: () => () => undefined,
}));

const draw = (values: readonly number[], more: (value: number, index: number) => Partial<TrendPoint> = () => ({})) =>
	renderToStaticMarkup(
		<TrendChart
			title="Revenue by day"
			unit="Revenue"
			points={values.map((value, index) => ({
				label: `November ${index + 1}`,
				value,
				shown: `N${value}`,
				...more(value, index),
			}))}
			drawn={drawTrend(values, { unit: 1, format: String })}
		/>,
	);

/** The bars as they are drawn: where, and how high of 120. */
const barsIn = (html: string) =>
	[...html.matchAll(/<path d="M([\d.]+) 0v(\d+)"/g)].map(([, at, height]) => [Number(at), Number(height)]);
const heightsIn = (html: string) => barsIn(html).map(([, height]) => height);
const rowsIn = (html: string) =>
	[...html.matchAll(/<tr><th>(.*?)<\/th><td>(.*?)<\/td><\/tr>/g)].map(([, label, shown]) => [label, shown]);

describe("a trend", () => {
	test("has a bar for each value, as high as its part of the scale", () => {
		expect(heightsIn(draw([50, 25, 100]))).toEqual([60, 30, 120]);
		expect(barsIn(draw([3]))).toEqual([[300, 120]]);
	});

	test("of one point fills the width, names it once, and its highest is that one", () => {
		const html = draw([3]);
		expect(html).toContain('stroke-width="480"');
		expect(html).toContain("1 value from November 1 to November 1, the highest N3 on November 1");
		expect([...html.matchAll(/<span>November 1<\/span>/g)]).toHaveLength(1);
	});

	test("draws no bar for nothing, and a thin one for little", () => {
		const html = draw([0, 1, 10_000]);
		expect(heightsIn(html)).toEqual([1, 120]);
		expect(rowsIn(html)).toEqual([
			["November 2", "N1"],
			["November 3", "N10000"],
		]);
	});

	test("of nothing at all has no bar and no row", () => {
		expect([barsIn(draw([0, 0])), rowsIn(draw([0, 0]))]).toEqual([[], []]);
	});

	test("draws no bar downwards, and has the refunds of a day in its table", () => {
		const html = draw([-4_000, 10_500]);
		expect(barsIn(html)).toHaveLength(1);
		expect(rowsIn(html)).toEqual([
			["November 1", "N-4000"],
			["November 2", "N10500"],
		]);
		expect(barsIn(draw([-1, -2]))).toEqual([]);
	});

	test("has bars that do not overlap, also of a year of days", () => {
		const html = draw(Array.from({ length: 366 }, () => 1));
		const bars = barsIn(html);
		const width = Number(/stroke-width="([\d.]+)"/.exec(html)?.[1]);
		expect(bars).toHaveLength(366);
		for (const [index, [at = 0]] of bars.entries()) {
			expect(at + width / 2).toBeLessThanOrEqual(600);
			if (index > 0) expect(at - (bars[index - 1]?.[0] ?? 0)).toBeGreaterThanOrEqual(width);
		}
	});

	test("says each value beside its bar and in the table, which has the link of the bar", () => {
		const html = draw([5, 6], (value) => ({ to: value > 5 ? "/acme/transactions?paidDay=2026-11-02" : undefined }));
		expect(html).toContain("<title>November 1: N5</title>");
		expect(rowsIn(html)).toEqual([
			["November 1", "N5"],
			['<a href="/acme/transactions?paidDay=2026-11-02">November 2</a>', "N6"],
		]);
	});

	test("writes a label as it is, however long", () => {
		const label = `<b>${"Very long ".repeat(40)}</b>`;
		const html = draw([1], () => ({ label }));
		expect(html).not.toContain("<b>");
		expect(rowsIn(html)[0]?.[0]).toBe(label.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
	});
});
