import { beforeAll, expect, test, vi } from "vitest";
import { sheetKeysAhead } from "#app/routes/applicants/sheet-keys";
import { matchKeys } from "#app/shell/match-keys";

/** why: unit tests have no document. */
beforeAll(() => {
	vi.stubGlobal("HTMLElement", class {});
	return () => vi.unstubAllGlobals();
});

const press = (key: string) => ({
	key,
	metaKey: false,
	ctrlKey: false,
	shiftKey: false,
	altKey: false,
	target: null,
});

test("what the key sheet says ahead answers to no key", () => {
	for (const key of ["j", "k", "s", "1", "e", "m", "[", "]"])
		expect(matchKeys(sheetKeysAhead({ mayMove: true, mayEmail: true }), [], press(key), true).command).toBeUndefined();
});

test("who may move nobody is not told how", () => {
	const titles = (mayMove: boolean) => sheetKeysAhead({ mayMove, mayEmail: true }).map(({ title }) => title);
	expect(titles(true)).toContain("Change the stage…");
	expect(titles(false)).not.toContain("Change the stage…");
	expect(titles(false)).toContain("Next applicant");
});

test("who may write to nobody is not told how", () => {
	const titles = (mayEmail: boolean) => sheetKeysAhead({ mayMove: false, mayEmail }).map(({ title }) => title);
	expect(titles(true)).toContain("Send email…");
	expect(titles(false)).not.toContain("Send email…");
});
