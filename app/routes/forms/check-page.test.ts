import { expect, test } from "vitest";
import { checkPage } from "#app/routes/forms/check-page";
import type { SectionView } from "#app/routes/forms/edit-view.server";
import { removeName, shownField } from "#app/ui/form-fields/field-names";
import type { FormData as Answers, FieldProps, FormCol } from "#worker/contract/forms/form-schema";
import { layOut, slotsOf } from "#worker/contract/forms/form-slots";

const col = (type: string, fieldId: string, props: Partial<FieldProps> = {}): FormCol => ({
	fieldId,
	type,
	props: { label: fieldId, ...props },
});
const slip = { id: "file-1", fieldId: "slip", name: "slip.pdf", mimetype: "application/pdf", size: 4 };

const viewOf = (answers: Answers, errorsBefore: Record<string, string[]> = {}): SectionView => {
	const cols = [
		col("text", "name", { required: true }),
		col("email", "mail"),
		col("file", "slip", { required: true }),
		col("single-date", "born"),
	];
	const layout = { sections: [{ id: "about", title: "About", rows: [{ id: "row", cols }] }] };
	const copies = layOut({ layout, data: answers, repeats: { sections: {}, rows: {} } }, "applicant");
	return {
		kind: "section",
		id: "about",
		version: 1,
		copies,
		answers,
		errorsBefore,
		files: [slip],
		removedFiles: [],
		masked: [],
		savedFiles: [slip.id],
		errors: {},
	};
};

/** The page as a browser reads it, with these inputs filled in. */
const typed = (view: SectionView, inputs: Record<string, string | File>): FormData => {
	const form = new FormData();
	for (const { fieldId } of slotsOf(view.copies)) form.append(shownField, fieldId);
	for (const [name, value] of Object.entries(inputs)) form.append(name, value);
	return form;
};

test("reports missing and wrong answers in the service's words", () => {
	const view = viewOf({ name: "Ada" });
	const errors = checkPage(view, typed(view, { name: " ", mail: "nobody" }));
	expect(errors).toEqual({
		name: ["Enter name"],
		mail: ["Enter mail in the right format, like name@example.com"],
	});
});

test("ignores errors from before the edit unless they have changed", () => {
	const view = viewOf({}, { name: ["Enter name"] });
	expect(checkPage(view, typed(view, {}))).toEqual({});
	const long = "a".repeat(501);
	expect(checkPage(view, typed(view, { name: long }))).toEqual({ name: ["name can have at most 500 characters"] });
});

test("counts a file as it will be: kept, removed or replaced", () => {
	const view = viewOf({ name: "Ada" });
	const inputs = { name: "Ada", [removeName("slip")]: slip.id };
	expect(checkPage(view, typed(view, inputs))).toEqual({ slip: ["Attach slip"] });
	expect(checkPage(view, typed(view, { ...inputs, slip: new File(["%PDF"], "new.pdf") }))).toEqual({});
});

test("checks untouched answers as they are stored", () => {
	const view = viewOf({ name: "Ada", born: "2007-03-02T00:00:00Z" });
	expect(checkPage(view, typed(view, { name: "Ada", born: "2007-03-02" }))).toEqual({});
	expect(checkPage(view, typed(view, { name: "Ada", born: "2007-02-30" }))).toEqual({
		born: ["born must be a real date"],
	});
});
