import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { type RankedBar, RankedBars } from "#app/routes/dashboard/ranked-bars";

const draw = (values: readonly number[], more: Partial<RankedBar> = {}) =>
	renderToStaticMarkup(
		<RankedBars
			title="Revenue by course"
			heads={["Course", "Revenue", "Payments"]}
			bars={values.map((value, index) => ({
				key: String(index),
				label: `Course ${index}`,
				value,
				shown: `N${value}`,
				further: [String(index)],
				...more,
			}))}
		/>,
	);

/** How wide the bars are, in percent. */
const widthsIn = (html: string) =>
	[...html.matchAll(/--bar:(-?[\d.]+|NaN|Infinity)%/g)].map(([, width]) => Number(width));

test.each([
	[
		[100, 50, 1],
		[100, 50, 1],
	],
	[[7], [100]],
	[
		[0, 0],
		[0, 0],
	],
	[
		[300, -4_000],
		[100, 0],
	],
	[
		[-1, -2],
		[0, 0],
	],
	[
		[3, 1, 1],
		[100, 33, 33],
	],
	[
		[123_456_789, 1],
		[100, 0],
	],
])("bars of %j are %j percent wide", (values, widths) => expect(widthsIn(draw(values))).toEqual(widths));

test("bars of one currency are compared with one another, and with no other", () => {
	const bars = [
		{ value: 900, unit: "NGN" },
		{ value: 2, unit: "USD" },
		{ value: 450, unit: "NGN" },
		{ value: 1, unit: "USD" },
	].map((bar, index) => ({ ...bar, key: `${index}`, label: "", shown: "", further: [] }));
	const html = renderToStaticMarkup(<RankedBars title="Revenue" heads={["Amount", "Revenue"]} bars={bars} />);
	expect(widthsIn(html)).toEqual([100, 100, 50, 50]);
});

test("without a row there is a head and nothing else", () => {
	const html = draw([]);
	expect(html).toContain("<tbody></tbody>");
	expect(html).toMatch(/Course.*Payments.*Revenue/);
});

test("a row has its name as a heading, its further numbers in the order of the heads, and its value last", () => {
	const html = draw([5], { note: "LAW101", further: ["12"], to: "/acme/applicants?application=a&courses=c" });
	expect(html).toContain(
		'<th><a href="/acme/applicants?application=a&amp;courses=c">Course 0</a><small>LAW101</small></th><td>12</td><td>N5</td>',
	);
	expect(draw([5])).toContain("<th>Course 0</th>");
});

test("a pointer on the bar is told what it is worth", () => {
	expect(draw([5, 7])).toMatch(/<tr title="Course 0: N5"[^>]*>.*<tr title="Course 1: N7"/);
});

test("a long name is whole, and no markup", () => {
	const label = `<i>${"Medicine and Surgery ".repeat(20)}</i>`;
	const html = draw([1], { label });
	expect(html).not.toContain("<i>");
	expect(html).toContain(label.replaceAll("<", "&lt;").replaceAll(">", "&gt;"));
});
