import { expect, test } from "vitest";
import type { Command } from "#app/shell/commands";
import { weightOfUse, withUse } from "#app/shell/palette/command-use";
import { rankCommands } from "#app/shell/palette/rank-commands";

const now = Date.UTC(2026, 10, 20);
const day = 86_400_000;

const commands: Command[] = [
	{ id: "people", title: "Go to Process Applicants", group: "Pages" },
	{ id: "light", title: "Use the light theme", group: "Appearance" },
	{ id: "dark", title: "Use the dark theme", group: "Appearance", keywords: "night" },
	{ id: "move", title: "Move to", group: "Applicant", stage: { name: "Shortlisted", type: "SHORTLISTED" } },
	{ id: "next", title: "Next row", group: "List", keyOnly: true },
];
const ids = (query: string, scope: "all" | "commands" | "pages" | "applicants" = "all", used = {}) =>
	rankCommands(commands, { scope, query }, used, now).map(({ command }) => command.id);

test("finds commands by title, keywords and stage", () => {
	expect(ids("dark")).toEqual(["dark"]);
	expect(ids("night")).toEqual(["dark"]);
	expect(ids("move short")).toEqual(["move"]);
	expect(ids("nothing like it")).toEqual([]);
});

test("finds a command by some of its letters in their order, where nothing else matches", () => {
	const many: Command[] = [
		{ id: "settings", title: "Go to System Settings", group: "Pages" },
		{ id: "people", title: "Go to Process Applicants", group: "Pages" },
		{ id: "export", title: "Export the list…", group: "List" },
		{ id: "shortlist", title: "Move 2 selected to", group: "Selection", stage: { name: "Shortlisted", type: "X" } },
	];
	const found = (query: string) =>
		rankCommands(many, { scope: "all", query }, {}, now).map(({ command, score }) => [command.id, score < 1]);
	expect(found("setings")).toEqual([["settings", true]]);
	expect(found("expt")).toEqual([["export", true]]);
	expect(found("gopro")).toEqual([["people", true]]);
	expect(found("shortlst")).toEqual([["shortlist", true]]);
	expect(found("expo")).toEqual([["export", false]]);
	expect(found("xy")).toEqual([]);
});

test("shows one of many of its kind only while something is typed", () => {
	const stage: Command = { id: "stage", title: "Applicants at", group: "Pages", isSearchedOnly: true };
	expect(rankCommands([stage], { scope: "all", query: "" }, {}, now)).toEqual([]);
	expect(rankCommands([stage], { scope: "all", query: "appl" }, {}, now)).toHaveLength(1);
});

test("leaves key-only commands out of the palette", () => {
	expect(ids("next")).toEqual([]);
});

test("a scope shows only its own commands", () => {
	expect(ids("", "pages")).toEqual(["people"]);
	expect(ids("", "commands")).toEqual(["light", "dark", "move"]);
	expect(ids("", "applicants")).toEqual([]);
});

test("puts the command that is used more and later first among equal matches", () => {
	expect(ids("theme", "all", {})).toEqual(["light", "dark"]);
	expect(ids("theme", "all", { dark: { count: 1, at: now } })).toEqual(["dark", "light"]);
	expect(ids("theme", "all", { dark: { count: 2, at: now - 9 * day }, light: { count: 1, at: now } })).toEqual([
		"light",
		"dark",
	]);
});

test("puts a better match before a command that is used more", () => {
	expect(ids("us", "all", { people: { count: 50, at: now } })[0]).toBe("light");
});

test("counts uses, and remembers at most sixty commands", () => {
	expect(withUse({ dark: { count: 2, at: now - day } }, "dark", now)).toEqual({ dark: { count: 3, at: now } });
	const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`c${n}`, { count: 1, at: now - n * day }]));
	const kept = withUse(many, "new", now);
	expect(Object.keys(kept)).toHaveLength(60);
	expect(kept).toHaveProperty("new");
	expect(kept).not.toHaveProperty("c59");
	expect(weightOfUse(undefined, now)).toBe(0);
});
