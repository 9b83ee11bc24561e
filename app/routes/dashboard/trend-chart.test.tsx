import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test, vi } from "vitest";
import { roundTop, TrendChart, type TrendPoint } from "#app/routes/dashboard/trend-chart";

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
		/>,
	);

/** The bars as they are drawn: where, and how high of 120. */
const barsIn = (html: string) =>
	[...html.matchAll(/<path d="M([\d.]+) 0v(\d+)"/g)].map(([, at, height]) => [Number(at), Number(height)]);
const rowsIn = (html: string) =>
	[...html.matchAll(/<tr><th>(.*?)<\/th><td>(.*?)<\/td><\/tr>/g)].map(([, label, shown]) => [label, shown]);

describe("the scale", () => {
	test.each([
		[0, 1],
		[-5, 1],
		[0.3, 0.5],
		[1, 1],
		[2, 2],
		[3, 5],
		[5, 5],
		[6, 10],
		[10, 10],
		[11, 20],
		[99, 100],
		[101, 200],
		[4_999, 5_000],
		[5_001, 10_000],
		[123_456_789, 200_000_000],
	])("of a greatest value of %d ends at %d", (most, top) => expect(roundTop(most)).toBeCloseTo(top, 10));

	test("never ends below the greatest value, nor far above it", () => {
		for (let most = 1; most < 20_000; most += 7) {
			expect(roundTop(most)).toBeGreaterThanOrEqual(most);
			expect(roundTop(most)).toBeLessThanOrEqual(most * 2.5);
		}
	});
});

describe("a trend", () => {
	test("has a bar for each value, as high as its part of the scale", () => {
		expect(barsIn(draw([50, 25, 100]))).toEqual([
			[100, 60],
			[300, 30],
			[500, 120],
		]);
		expect(barsIn(draw([3]))).toEqual([[300, 72]]);
	});

	test("of one point fills the width, names it once, and its highest is that one", () => {
		const html = draw([3]);
		expect(html).toContain('stroke-width="598"');
		expect(html).toContain("1 values from November 1 to November 1, the highest N3 on November 1");
		expect([...html.matchAll(/<span>November 1<\/span>/g)]).toHaveLength(1);
	});

	test("draws no bar for nothing, and a thin one for little", () => {
		const html = draw([0, 1, 10_000]);
		expect(barsIn(html)).toEqual([
			[300, 1],
			[500, 120],
		]);
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
		expect(barsIn(html)).toEqual([[450, 63]]);
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
