import { expect, test } from "vitest";
import type { FormCol, FormLayout } from "#worker/contract/forms/form-schema";
import type { Applicant } from "#worker/services/applicants/contract";
import { printableForm, printedStatus } from "./printable-form";

const organisation = {
	id: "unilag",
	name: "University",
	email: "a@uni.example",
	phone: null,
	address: null,
	logoKey: null,
	timeZone: "Africa/Lagos",
	courseAlias: "programme",
};

const applicant: Applicant = {
	id: "a1",
	firstName: "Ọláyínká",
	middleName: null,
	lastName: "Bello",
	applicationNumber: "NO/26/1",
	accountEmail: "o@mail.example",
	applicationId: "app",
	stageId: "s",
	stage: { id: "s", name: "Admitted", type: "ACCEPTED" },
	course: { id: "c", code: "LAW", title: "Law" },
	location: null,
	reviewer: null,
	regDate: Date.UTC(2026, 2, 1, 23, 30),
	stageChangedAt: 0,
	lastReviewed: null,
	lastReviewedBy: null,
	updatedAt: 0,
	version: 1,
	score: 245,
	state: "Oyo",
	gender: "F",
	birthDate: null,
	phone: null,
	submittedAt: 0,
	paidAt: null,
	referencesAsked: 0,
	referencesReceived: 0,
	applicationTitle: "2026 Admission",
	reference: "REF",
	formId: "f",
	hasPhoto: true,
	attachmentCount: 0,
	letterCount: 0,
	openReferees: 0,
	letter: null,
	status: "ACCEPTED",
	tags: [{ label: "UTME" }, { label: "Full time" }],
	referees: [],
	publicId: "public-1",
};

const col = (fieldId: string, type: string): FormCol => ({ fieldId, type, props: { label: `The ${fieldId}` } });
const layout: FormLayout = {
	sections: [
		{ id: "own", title: "Own", rows: [{ id: "r", cols: [col("a", "text"), col("b", "textarea"), col("c", "date")] }] },
		{ id: "ref", title: "Referee", refereeSectionType: "academic", rows: [{ id: "x", cols: [col("o", "text")] }] },
	],
};

const print = (data: Record<string, unknown>, person: Partial<Applicant> = {}) =>
	printableForm({
		organisation,
		applicant: { ...applicant, ...person },
		form: { layout, data, duplicateFields: { sections: {}, rows: {} }, attachments: [] },
		portalOrigin: "https://portal.example",
	});

test.each([
	["ACCEPTED", "Approved", "green"],
	["accepted", "Approved", "green"],
	["DECLINED", "Declined", "red"],
	["SUBMITTED", "Processing", "blue"],
	["REGISTRATION", "Pending", "grey"],
	["IN_REVIEW", "Pending", "grey"],
	["anything", "Pending", "grey"],
])("shows the stage type %s as %s in %s", (type, label, colour) => {
	expect(printedStatus(type)).toEqual({ label, colour });
});

test("lists the facts in order, with dates in the institution's time zone, and names missing ones", () => {
	expect(print({}).facts).toEqual([
		{ label: "Application number", value: "NO/26/1" },
		{ label: "Last reviewed", value: "--/--" },
		{ label: "Programme", value: "LAW Law" },
		{ label: "Registered date", value: "March 2nd 2026" },
		{ label: "Tags", value: "UTME, Full time" },
		{ label: "Submitted by", value: "o@mail.example" },
	]);
	expect(print({}, { tags: [] }).facts[4]?.value).toBe("--/--");
});

test("contains the address of the public summary", () => {
	expect(print({}).summaryUrl).toBe("https://portal.example/unilag/candidate-info/public-1");
});

test("contains answers as texts, long ones across both columns, and no referee's answers", () => {
	const { sections } = print({ a: "x", b: "one\ntwo", c: "2007-03-02", o: "secret" });
	expect(sections).toEqual([
		{
			id: "own",
			title: "Own",
			fields: [
				{ kind: "text", label: "The a", value: "x", wide: false },
				{ kind: "text", label: "The b", value: "one\ntwo", wide: true },
				{ kind: "text", label: "The c", value: "March 2nd 2007", wide: false },
			],
		},
	]);
	expect(print({ a: "y".repeat(200) }).sections[0]?.fields[0]?.wide).toBe(true);
	expect(print({}).sections[0]?.fields[0]).toMatchObject({ value: "--/--" });
});

test("shows a field's files, and not the name of a file that its answer kept", () => {
	const file = { id: "f", fieldId: "c", name: "a.pdf", mimetype: "application/pdf", size: 9_000 };
	const form = {
		layout: { sections: [{ id: "own", title: "Own", rows: [{ id: "r", cols: [col("c", "file")] }] }] },
		data: { c: "removed.pdf" },
		duplicateFields: { sections: {}, rows: {} },
		attachments: [{ ...file, title: "", section: "" }],
	};
	const printed = printableForm({ organisation, applicant, form, portalOrigin: "https://portal.example" });
	expect(printed.sections[0]?.fields[0]).toMatchObject({ value: "a.pdf (8.79KB)" });
});

test("has no sections for an applicant who has not started a form", () => {
	const form = printableForm({ organisation, applicant, form: undefined, portalOrigin: "https://portal.example" });
	expect(form.sections).toEqual([]);
	expect(form.applicant.name).toBe("Ọláyínká Bello");
});
