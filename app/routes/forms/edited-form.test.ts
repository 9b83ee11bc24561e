import { expect, test } from "vitest";
import { changesBetween, countChanges, savedContent, withDraft } from "#app/routes/forms/edited-form";
import type { FormDraft, Submission } from "#worker/services/forms/contract";

const file = (id: string, fieldId: string) => ({
	id,
	fieldId,
	name: `${id}.pdf`,
	mimetype: "application/pdf",
	size: 9,
});

const form: Submission = {
	id: "form",
	applicationKey: "application",
	layout: {
		sections: [
			{
				id: "personal",
				title: "Personal",
				rows: [
					{
						id: "row",
						cols: [
							{ fieldId: "name", type: "text", props: { label: "Name" } },
							{ fieldId: "declared", type: "checkbox", props: { label: "Declared", trueDisplay: "Sworn" } },
							{ fieldId: "slip", type: "file", props: { label: "Slip" } },
						],
					},
				],
			},
			{
				id: "schools",
				title: "Schools",
				repeatable: true,
				rows: [{ id: "school-row", cols: [{ fieldId: "school", type: "text", props: { label: "School" } }] }],
			},
			{
				id: "referee",
				title: "Report",
				refereeSectionType: "academic",
				rows: [{ id: "report-row", cols: [{ fieldId: "report", type: "text", props: { label: "Report" } }] }],
			},
		],
	},
	data: { name: "Ada", slip: "slip.pdf", school: "A", school__2: "B", report: "Good", lost: "kept" },
	duplicateFields: { sections: { schools: 2 }, rows: {} },
	percentComplete: 100,
	submittedAt: 1,
	updatedAt: 1,
	version: 3,
	attachments: [{ ...file("one", "slip"), title: "Slip", section: "Personal" }],
};

const draftOf = (values: Partial<FormDraft>): FormDraft => ({
	version: 3,
	data: {},
	duplicateFields: { sections: {}, rows: {} },
	files: [],
	removedFiles: [],
	updatedAt: 2,
	...values,
});

const changesOf = (draft: FormDraft) => changesBetween(form.layout, savedContent(form), withDraft(form, draft));

test("finds no changes without a draft, and keeps unknown answers", () => {
	expect(changesOf(draftOf({}))).toEqual([]);
	expect(withDraft(form, null).data).toEqual(form.data);
	expect(withDraft(form, draftOf({ data: { name: "Ade" } })).data).toMatchObject({ name: "Ade", lost: "kept" });
});

test("lists each changed answer before and after, in the words of the read-only view", () => {
	const [personal, ...others] = changesOf(draftOf({ data: { name: null, declared: true } }));
	expect(others).toEqual([]);
	expect(personal?.changes.map(({ label, before, after }) => [label, before.value, after.value])).toEqual([
		["Name", "Ada", null],
		["Declared", null, "Sworn"],
	]);
});

test("shows the answers of a removed repeat", () => {
	const draft = draftOf({ data: { school__2: null }, duplicateFields: { sections: { schools: 1 }, rows: {} } });
	const sections = changesOf(draft);
	expect(sections.map(({ id, title }) => [id, title])).toEqual([["schools__2", "Schools (2)"]]);
	expect(sections[0]?.changes).toMatchObject([{ before: { value: "B" }, after: { kind: "empty" } }]);
	expect(countChanges(sections)).toBe(1);
});

test("replaces a field's files by new ones, and leaves out removed ones", () => {
	expect(withDraft(form, draftOf({ files: [file("two", "slip")] })).files.map(({ id }) => id)).toEqual(["two"]);
	expect(withDraft(form, draftOf({ removedFiles: ["one"] })).files).toEqual([]);
	const [personal] = changesOf(draftOf({ removedFiles: ["one"] }));
	expect(personal?.changes).toMatchObject([{ label: "Slip", before: { kind: "files" }, after: { kind: "empty" } }]);
});

test("leaves out the referees' answers", () => {
	expect(changesOf(draftOf({ data: { report: "Bad" } }))).toEqual([]);
});

test("reads an answer named __proto__", () => {
	const draft = draftOf({ data: JSON.parse('{"__proto__": "x"}') });
	expect(Object.getOwnPropertyDescriptor(withDraft(form, draft).data, "__proto__")?.value).toBe("x");
});
