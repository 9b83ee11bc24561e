import { expect, test } from "vitest";
import { markParts, matchScore, wordsOf } from "#app/shell/palette/match-text";

test("every word must be found", () => {
	expect(matchScore("Use the dark theme", wordsOf("dark theme"))).toBeGreaterThan(0);
	expect(matchScore("Use the dark theme", wordsOf("dark rows"))).toBe(0);
});

test("the beginning counts more than a word inside, and that more than part of a word", () => {
	const [start, word, piece] = ["use", "theme", "hem"].map((query) => matchScore("Use the dark theme", wordsOf(query)));
	expect(start).toBeGreaterThan(word ?? 0);
	expect(word).toBeGreaterThan(piece ?? 0);
});

test("case and accents do not matter", () => {
	expect(matchScore("Ọlá Adéyẹmí", wordsOf("ola ADEYEMI"))).toBe(3);
});

test("an empty query matches everything equally", () => {
	expect(matchScore("Logout", wordsOf("  "))).toBe(1);
});

test("the beginnings of words are highlighted", () => {
	expect(markParts("Adaeze Nwada", wordsOf("ada"))).toEqual([
		{ text: "Ada", at: 0, marked: true },
		{ text: "eze Nwada", at: 3, marked: false },
	]);
});

test("a highlighted part keeps its own letters", () => {
	expect(
		markParts("Ẹbùn Adé", wordsOf("ebu ade"))
			.filter(({ marked }) => marked)
			.map(({ text }) => text),
	).toEqual(["Ẹbù", "Adé"]);
});
