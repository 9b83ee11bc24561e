import { readFileSync, writeFileSync } from "node:fs";

const marks = ["<!-- bench:start -->", "<!-- bench:end -->"];

/** A form of the table: its heading, and the lines of a row. */
const short = {
	heading: (line) => [line(["", "", "measured", "target", ""]), "|---|---|--:|--:|---|"],
	lines: ({ id, what, ratio, target, isMet }) => [line([`**${id}**`, what, `**${ratio}**`, target, isMet ? "✓" : "✗"])],
};
const long = {
	heading: (line) => [
		line(["", "", "median", "p95", "p99", "requests/s", "measured", "target", ""]),
		"|---|---|--:|--:|--:|--:|--:|--:|---|",
	],
	lines: (row) => toLines(row),
};

const tableOf = (form, rows, machine) => [machine, "", ...form.heading(line), ...rows.flatMap(form.lines)].join("\n");

/** Returns all measurements as one Markdown table under the machine of the measurement. */
export const toMarkdown = (rows, machine) => tableOf(long, rows, machine);

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

/**
 * Writes the measured rows into the two tables, the long one and the project's, beside the rows that were not measured now.
 * @param {readonly string[]} order the ids of all rows
 */
export const writeTables = (rows, { machine, order }) => {
	mergeInto("tests/bench/README.md", long, { rows, machine, order });
	mergeInto("README.md", short, { rows, machine, order });
};

const mergeInto = (path, form, { rows, machine, order }) => {
	const text = readFileSync(path, "utf8");
	const [start, end] = marks.map((mark) => text.indexOf(mark));
	if (start < 0 || end < start) throw new Error(`${path} has no ${marks.join(" … ")}`);
	const before = readTable(text.slice(start + marks[0].length, end));
	const measured = Map.groupBy(rows, ({ id }) => id);
	const lines = order.flatMap((id) => measured.get(id)?.flatMap(form.lines) ?? before.rows.get(id) ?? []);
	const kept = order.filter((id) => before.rows.has(id) && !measured.has(id));
	const above = kept.length === 0 ? machine : withDates({ before, machine, measured: [...measured.keys()], kept });
	const table = [above, "", ...form.heading(line), ...lines].join("\n");
	writeFileSync(path, `${text.slice(0, start)}${marks[0]}\n\n${table}\n\n${text.slice(end)}`);
};

const daySays = / Of another day: (.+)\.$/;

/** Reads a table with the day of each row that is not of the day that the line above it names. */
const readTable = (block) => {
	const [above = "", ...lines] = block.split("\n").filter((text) => text.trim() !== "");
	const rows = new Map();
	let current;
	for (const text of lines.slice(2)) {
		current = /^\|\s*\*\*([A-Z]\d)\*\*/.exec(text)?.[1] ?? current;
		rows.set(current, [...(rows.get(current) ?? []), text]);
	}
	const [, others = ""] = daySays.exec(above) ?? [];
	const days = new Map(
		others.split("; ").flatMap((said) => {
			const [, ids = "", day] = /^(.+) of (.+)$/.exec(said) ?? [];
			return ids === "" ? [] : ids.split(", ").map((id) => [id, day]);
		}),
	);
	return { machine: above.replace(daySays, ""), rows, days };
};

/** Returns the line above the table: the machine and day of most rows, and the days of those that differ. */
const withDates = ({ before, machine, measured, kept }) => {
	const dayOf = (text) => /(\d{4}-\d\d-\d\d)\.$/.exec(text)?.[1] ?? "another day";
	const usual = dayOf(before.machine);
	const days = [
		...kept.map((id) => [id, before.days.get(id) ?? usual]),
		...measured.map((id) => [id, dayOf(machine)]),
	].filter(([, day]) => day !== usual);
	if (days.length === 0) return before.machine;
	const said = [...Map.groupBy(days, ([, day]) => day)].map(
		([day, ids]) => `${ids.map(([id]) => id).join(", ")} of ${day}`,
	);
	return `${before.machine} Of another day: ${said.join("; ")}.`;
};
