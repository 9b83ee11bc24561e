import { expect, test } from "vitest";
import type { Command } from "#app/shell/commands";
import { arrangeSections } from "#app/shell/palette/command-sections";

const ranked = (id: string, group: Command["group"], score: number) => ({ command: { id, title: id, group }, score });
const read = (...given: Parameters<typeof arrangeSections>) => {
	const { before, after } = arrangeSections(...given);
	const [first, second] = [before, after].map((sections) =>
		sections.flatMap(({ heading, commands }) => commands.map(({ id }) => `${heading}: ${id}`)),
	);
	return [first, second];
};
const all = [ranked("home", "Pages", 1), ranked("note", "Applicant", 1), ranked("control", "This page", 1)];

test("what is at hand comes before the applicants, each group under its own heading without a text", () => {
	expect(read(all, "", false)).toEqual([["Applicant: note"], ["Pages: home", "This page: control"]]);
});

test("the rest is ranked as one while searching, with the page's own controls last", () => {
	expect(read(all, "o", false)).toEqual([["Applicant: note"], ["Commands: home", "On this page: control"]]);
});

test("applicants come first where the text names what to do with them, and last where it names a command", () => {
	expect(read(all, "note musa", true)[0]).toEqual([]);
	expect(read([ranked("home", "Pages", 3)], "home", false)).toEqual([["Commands: home"], []]);
});

test("where only some letters match, the best comes first, after the applicants", () => {
	const fuzzy = [ranked("home", "Pages", 0.4), ranked("note", "Applicant", 0.3)];
	expect(read(fuzzy, "hme", false)).toEqual([[], ["Commands: home", "Applicant: note"]]);
});
