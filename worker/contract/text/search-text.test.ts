import { DatabaseSync } from "node:sqlite";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { searchQuery, searchText, wideSearchQuery } from "./search-text";

const ada = {
	firstName: "Adá",
	middleName: "Ọláyínká",
	lastName: "Okafor-Bello",
	applicationNumber: "CU/26/104882",
	email: "ada.okafor7@mailbox.example",
	reference: "MT-7K2M9Q",
};

/** The index as the migration makes it, with these applicants in it. */
const indexOf = (...texts: string[]) => {
	const database = new DatabaseSync(":memory:");
	database.exec(
		"CREATE VIRTUAL TABLE found USING fts5(text, tokenize = 'ascii', detail = 'none', columnsize = 0, prefix = '4 5 6 7')",
	);
	for (const text of texts) database.prepare("INSERT INTO found (text) VALUES (?)").run(text);
	const rows = database.prepare("SELECT rowid FROM found WHERE found MATCH ?");
	return (query: string | undefined) => (query === undefined ? [] : rows.all(query).map((row) => row.rowid));
};

describe("the words of an applicant", () => {
	test("are folded, prefixed with the organisation's key and named once", () => {
		expect(searchText("crf", ada).split(" ")).toEqual(
			[
				["ada", "olayinka", "okafor", "bello", "okaforbello"],
				["cu", "26", "104882", "cu26104882"],
				["okafor7", "adaokafor7", "adaokafor7mailboxexample"],
				["mt", "7k2m9q", "mt7k2m9q"],
			]
				.flat()
				.map((word) => `crf${word}`),
		);
	});

	test("contain only letters of an English keyboard", () => {
		expect(searchText("crf", { ...ada, firstName: "Ɓala", middleName: "Ƙasimu", lastName: "Ɗanjuma" })).toMatch(
			/^crfbala crfkasimu crfdanjuma /,
		);
	});
});

describe("a search", () => {
	test.each([
		"ada",
		"ADA OKAF",
		"ọláyínká",
		"olayinka bello",
		"okafor-bello",
		"cu/26/1",
		"104882",
		"26104882",
		"26/1048",
		"ada.okafor7@mailbox.example",
		"mt-7k2",
		'"ada" *',
	])("for %j finds the applicant", (typed) => {
		expect(indexOf(searchText("crf", ada))(searchQuery("crf", typed))).toEqual([1]);
	});

	test("requires every part", () => {
		expect(indexOf(searchText("crf", ada))(searchQuery("crf", "ada nwosu"))).toEqual([]);
	});

	test("never finds another institution's applicants", () => {
		expect(indexOf(searchText("crf", ada))(searchQuery("lag", "ada"))).toEqual([]);
	});

	test.each(["", "   ", '"', "***", "🎓", "\0", "()-:^"])("for %j searches nothing", (typed) => {
		expect(searchQuery("crf", typed)).toBeUndefined();
	});

	test("has at most 8 parts of 40 letters", () => {
		expect(searchQuery("crf", "a ".repeat(5_000))).toBe('"crfa"*');
		expect(searchQuery("crf", "a b c d e f g h i j")?.split(" AND ")).toHaveLength(8);
		expect(searchQuery("crf", "x".repeat(10_000))).toBe(`"crf${"x".repeat(40)}"*`);
	});
});

describe("a misspelt search", () => {
	const text = searchText("crf", { ...ada, firstName: "Musa", lastName: "Maikano" });

	test.each(["Musa Maikna", "nusa maikano", "maikanno", "Musa Mikano", "olaynka"])("%j finds the name", (typed) => {
		expect(indexOf(text)(searchQuery("crf", typed)), "not as it is written").toEqual([]);
		expect(indexOf(text)(wideSearchQuery("crf", typed))).toEqual([1]);
	});

	test("of short parts has no wider query", () => {
		expect(wideSearchQuery("crf", "ada obi")).toBeUndefined();
		expect(wideSearchQuery("crf", "")).toBeUndefined();
	});
});

describe("any typed text", () => {
	const search = indexOf(searchText("crf", ada));
	const hostile = fc.oneof(
		fc.string({ unit: "binary", maxLength: 300 }),
		fc.string({ unit: "grapheme", maxLength: 300 }),
		fc
			.array(
				fc.constantFrom('"', "*", "NEAR(", "AND", "OR", "NOT", "^", "\0", "search_text:", "🎓", "ada", "\ud800", "'"),
				{
					maxLength: 60,
				},
			)
			.map((parts) => parts.join(" ")),
	);

	test("makes a valid query", () => {
		fc.assert(
			fc.property(hostile, (typed) => {
				expect(() => search(searchQuery("crf", typed))).not.toThrow();
				expect(() => search(wideSearchQuery("crf", typed))).not.toThrow();
			}),
			{ numRuns: 2_000 },
		);
	});

	test("finds a name by itself and by its beginning", () => {
		fc.assert(
			fc.property(fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }), fc.nat(30), (lastName, length) => {
				const find = indexOf(searchText("crf", { ...ada, lastName }));
				for (const typed of [lastName, ...lastName.split(/\s+/u).map((word) => [...word].slice(0, length).join(""))]) {
					const query = searchQuery("crf", typed);
					if (query !== undefined && typed.length <= 40) expect(find(query)).toEqual([1]);
				}
			}),
			{ numRuns: 300 },
		);
	});
});
