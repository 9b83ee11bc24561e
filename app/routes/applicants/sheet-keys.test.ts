import { beforeAll, expect, test, vi } from "vitest";
import { sheetKeysAhead, stageKeys } from "#app/routes/applicants/sheet-keys";
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

test("lists keys in the key sheet that do nothing yet", () => {
	for (const key of ["j", "k", "s", "1", "e", "m", "[", "]"])
		expect(
			matchKeys(sheetKeysAhead({ mayMove: true, mayEmail: true }), [], press(key), {
				singleKeys: true,
				isCovered: false,
			}).command,
		).toBeUndefined();
});

test("hides the keys of moving from users who may not move applicants", () => {
	const titles = (mayMove: boolean) => sheetKeysAhead({ mayMove, mayEmail: true }).map(({ title }) => title);
	expect(titles(true)).toContain("Move to stage…");
	expect(titles(false)).not.toContain("Move to stage…");
	expect(titles(false)).toContain("Next applicant");
});

test("hides the keys of email from users who may not send any", () => {
	const titles = (mayEmail: boolean) => sheetKeysAhead({ mayMove: false, mayEmail }).map(({ title }) => title);
	expect(titles(true)).toContain("Send Email…");
	expect(titles(false)).not.toContain("Send Email…");
});

test("every stage has keys of its own: its number, then 0 and the last digit", () => {
	const keys = Array.from({ length: 19 }, (_, index) => stageKeys(index)?.join(" "));
	expect(keys.slice(0, 12)).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9", "0 0", "0 1", "0 2"]);
	expect(new Set(keys).size).toBe(19);
});
