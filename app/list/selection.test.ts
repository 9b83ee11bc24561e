import { expect, test, vi } from "vitest";
import { maxSelected } from "#app/list/list-address";
import { createSelection, hasChangedSelection } from "#app/list/selection";

const many = (count: number) => Array.from({ length: count }, (_, index) => `id-${index}`);

test("selects and deselects a row", () => {
	const selection = createSelection(["a"]);
	selection.toggle("b");
	expect([...selection.get()]).toEqual(["a", "b"]);
	selection.toggle("a");
	expect([...selection.get()]).toEqual(["b"]);
});

test("selects the whole page, and clears it only when all of it was selected", () => {
	const selection = createSelection(["elsewhere", "a"]);
	selection.toggleAll(["a", "b"]);
	expect([...selection.get()]).toEqual(["elsewhere", "a", "b"]);
	selection.toggleAll(["a", "b"]);
	expect([...selection.get()]).toEqual(["elsewhere"]);
});

test("never selects more than a dialog's address can hold", () => {
	const selection = createSelection(many(maxSelected + 5));
	expect(selection.get().size).toBe(maxSelected);
	selection.toggle("one more");
	expect(selection.get().has("one more")).toBe(false);
	selection.clear();
	selection.add(many(maxSelected + 5));
	expect(selection.get().size).toBe(maxSelected);
	selection.replace(["a"]);
	selection.toggleAll(many(maxSelected + 5));
	expect(selection.get().size).toBe(maxSelected);
});

test("keeps the initial selection, and does not notify when an empty one is cleared", () => {
	const selection = createSelection(["a"]);
	selection.clear();
	expect([...selection.initial]).toEqual(["a"]);
	const listener = vi.fn();
	selection.subscribe(listener);
	selection.clear();
	expect(listener).not.toHaveBeenCalled();
});

test("a dialog that has changed the selected rows, wherever it leads then, leaves none selected", () => {
	const base = "/west/applicants";
	const done = (path: string, leadsTo: string) => hasChangedSelection(base, `${base}/${path}?id=a`, leadsTo);
	for (const path of ["stage", "course", "posting", "reviewer", "email", "sms", "notify", "letters"])
		expect([path, done(path, base)]).toEqual([path, true]);
	expect(done("letters", "/west/batches/run-1"), "a task goes on").toBe(true);
	expect(done("erase", "/west/privacy")).toBe(true);
	expect(done("stage", "/west"), "the session has ended").toBe(false);
	expect(done("stage", `${base}/stage`), "the dialog says what is wrong").toBe(false);
	for (const path of ["export", "forms"]) expect([path, done(path, base)]).toEqual([path, false]);
	expect(hasChangedSelection(base, base, base), "another page of the list").toBe(false);
});
