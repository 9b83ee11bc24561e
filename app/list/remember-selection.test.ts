import { beforeEach, expect, test, vi } from "vitest";
import { recallSelection, rememberSelection } from "#app/list/remember-selection";
import { forgetTab } from "#app/session/tab-memory";

/** why: unit tests run without a browser; an object of names and texts, as a tab's storage is one. */
const storage = () =>
	Object.create({
		getItem(this: Record<string, string>, key: string) {
			return this[key] ?? null;
		},
		setItem(this: Record<string, string>, key: string, text: string) {
			this[key] = text;
		},
		removeItem(this: Record<string, string>, key: string) {
			delete this[key];
		},
	});

beforeEach(() => vi.stubGlobal("window", { sessionStorage: storage() }));

const here = { orgName: "crestfield", userId: "ada", applicationId: "2026" };

test("restores a selection only where it was made", () => {
	rememberSelection(here, ["a", "b"]);
	expect(recallSelection(here)).toEqual(["a", "b"]);
	expect(recallSelection({ ...here, applicationId: "2027" })).toEqual([]);
	expect(recallSelection({ ...here, userId: "segun" })).toEqual([]);
	expect(recallSelection({ ...here, orgName: "lagoon" })).toEqual([]);
});

test("forgets an empty selection, as after a stage change", () => {
	rememberSelection(here, ["a"]);
	rememberSelection(here, []);
	expect(recallSelection(here)).toEqual([]);
	expect(Object.keys(window.sessionStorage)).toEqual([]);
});

test("forgets the selection of one institution at logout, not that of another", () => {
	const there = { ...here, orgName: "crestfield-college" };
	rememberSelection(here, ["a"]);
	rememberSelection(there, ["b"]);
	forgetTab("crestfield");
	expect(recallSelection(here)).toEqual([]);
	expect(recallSelection(there)).toEqual(["b"]);
});

test.each(["", "{", "[]", '{"userId":"ada","applicationId":"2026","ids":[1]}'])(
	"accepts any content of the tab's storage: %s",
	(text) => {
		window.sessionStorage.setItem("matricula/crestfield/selection", text);
		expect(recallSelection(here)).toEqual([]);
	},
);

test("works in a browser that refuses storage", () => {
	vi.stubGlobal("window", {
		get sessionStorage() {
			throw new Error("refused");
		},
	});
	rememberSelection(here, ["a"]);
	expect(recallSelection(here)).toEqual([]);
});
