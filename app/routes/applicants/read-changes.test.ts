import { expect, test } from "vitest";
import { readChanges } from "#app/routes/applicants/read-changes";
import { readForm } from "#worker/contract/forms/form-reading";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import type { Modification } from "#worker/services/applicants/changes.contract";

const layout: FormLayout = {
	sections: [
		{
			id: "about",
			title: "About",
			rows: [
				{ id: "r1", cols: [{ fieldId: "born", type: "single-date", props: { label: "Date of birth" } }] },
				{ id: "r4", cols: [{ fieldId: "slip", type: "file", props: { label: "Result slip" } }] },
				{ id: "r2", repeatable: true, cols: [{ fieldId: "school", type: "text", props: { label: "School" } }] },
			],
		},
		{
			id: "opinion",
			title: "Referee",
			refereeSectionType: "academic",
			rows: [{ id: "r3", cols: [{ fieldId: "view", type: "text", props: { label: "Opinion" } }] }],
		},
	],
};
const data = { born: "2007-03-02", school: "Grammar School" };
const sections = readForm({ layout, data, repeats: { sections: {}, rows: {} }, attachments: [] });

const change = (field: string, old: unknown, now: unknown, at = 1): Modification => ({
	id: `${field}-${at}`,
	field,
	old,
	new: now,
	by: { id: "u", name: "Ada Obi" },
	at,
	isMasked: false,
	eventId: "e",
});
const read = (...changes: Modification[]) => readChanges(changes, { layout, sections });

test("joins a field's changes into one, from the oldest to the newest answer, by the last user", () => {
	const last = { ...change("born", "2007-03-01", "2007-03-02", 2), by: { id: "v", name: "Musa Danladi" } };
	expect(read(last, change("born", "2006-01-01", "2007-03-01", 1))).toMatchObject([
		{
			fieldId: "born",
			was: { kind: "date", value: "2006-01-01", label: "Date of birth" },
			became: { kind: "date", value: "2007-03-02" },
			isCurrent: true,
			isShown: true,
			by: "Musa Danladi",
			at: 2,
		},
	]);
});

test("leaves out reverted changes, and marks answers that have changed again", () => {
	expect(read(change("born", "b", "a", 2), change("born", "a", "b", 1))).toEqual([]);
	expect(read(change("born", "2006-01-01", "2006-02-02"))).toMatchObject([{ isCurrent: false, isShown: true }]);
});

test("marks changes of removed repeats and unknown fields as not shown by the form", () => {
	expect(read(change("school__2", "High School", null), change("course", "PHY", "CHM"))).toMatchObject([
		{ fieldId: "school__2", was: { label: "School" }, became: { kind: "empty" }, isShown: false },
		{ fieldId: "course", was: { value: "PHY" }, became: { value: "CHM" }, isShown: false },
	]);
});

test("names the files of a file field, which the form holds no longer", () => {
	expect(read(change("slip", ["a.pdf", "b.pdf"], null))).toMatchObject([
		{ was: { kind: "text", value: "a.pdf, b.pdf", label: "Result slip" }, became: { kind: "empty" }, isCurrent: true },
	]);
});

test("leaves out referees' answers and repeat counts, and survives a hostile name", () => {
	expect(
		read(change("view", "Good", "Bad"), change("view__2", "Good", "Bad"), change("duplicateFields", 1, 2)),
	).toEqual([]);
	expect(read(change("__proto__", "a", "b"))).toMatchObject([{ fieldId: "__proto__", isShown: false }]);
});
