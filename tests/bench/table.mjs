import { readFileSync, writeFileSync } from "node:fs";

const marks = ["<!-- bench:start -->", "<!-- bench:end -->"];

/** Returns id, name, ratio and target of every row, for the project's README. */
export const toShortMarkdown = (rows, machine) =>
	[
		machine,
		"",
		line(["", "", "measured", "target", ""]),
		"|---|---|--:|--:|---|",
		...rows.map(({ id, what, ratio, target, isMet }) =>
			line([`**${id}**`, what, `**${ratio}**`, target, isMet ? "✓" : "✗"]),
		),
	].join("\n");

/** Returns all measurements as one Markdown table under the machine of the measurement. */
export const toMarkdown = (rows, machine) =>
	[
		machine,
		"",
		line(["", "", "median", "p95", "p99", "requests/s", "measured", "target", ""]),
		"|---|---|--:|--:|--:|--:|--:|--:|---|",
		...rows.flatMap(toLines),
	].join("\n");

const line = (cells) => `| ${cells.join(" | ")} |`;

const toLines = ({ id, what, ratio, target, isMet, parts = [] }) => [
	line([`**${id}**`, `**${what}**`, "", "", "", "", `**${ratio}**`, target, isMet ? "✓" : "✗"]),
	...parts.map((part) =>
		line([
			"",
			part.what,
			ms(part.median),
			ms(part.p95),
			ms(part.p99),
			perSecond(part.perSecond),
			part.measured ?? "",
			part.target ?? "",
			"",
		]),
	),
];

const ms = (value) => {
	if (value === undefined || Number.isNaN(value)) return "";
	return `${value < 10 ? value.toFixed(2) : value.toFixed(value < 100 ? 1 : 0)} ms`;
};

const perSecond = (value) => (value === undefined ? "" : Math.round(value).toLocaleString("en"));

/** Writes the table into a file between its two marks. @throws when they are missing */
export const writeBetweenMarks = (path, markdown) => {
	const text = readFileSync(path, "utf8");
	const [start, end] = marks.map((mark) => text.indexOf(mark));
	if (start < 0 || end < start) throw new Error(`${path} has no ${marks.join(" … ")}`);
	writeFileSync(path, `${text.slice(0, start)}${marks[0]}\n\n${markdown}\n\n${text.slice(end)}`);
};
