import { eq } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { createApplicant, createApplication, createOrganisation, testDb } from "#tests/support/factories";
import { openBrowser } from "#tests/support/portal-browser";
import { openForm } from "#tests/support/portal-form";
import { textOf } from "#tests/support/portal-page";
import { createStaff, signedInBrowser } from "#tests/support/portal-session";
import { readPdf, withoutSpaces } from "#tests/support/read-pdf";
import type { FieldProps, FormCol, FormLayout } from "#worker/contract/forms/form-schema";
import { formDesigns, formDesignVersions, submissions } from "#worker/database/schema/forms";

const row = (id: string, cols: FormCol[], more: object = {}) => ({ id, cols, ...more });
const field = (fieldId: string, type: string, label: string, props: Partial<FieldProps> = {}): FormCol => ({
	fieldId,
	type,
	props: { label, ...props },
});

/** One of each kind of question that a layout can have. */
const layout: FormLayout = {
	sections: [
		{
			id: "personal",
			title: "Personal details",
			isPublic: true,
			description: "As on your certificate.",
			rows: [
				row("names", [
					field("surname", "text", "What is your family name?", { alternateLabel: "Surname" }),
					field("middle", "text", "Middle name"),
					field("born", "single-date", "Date of birth"),
				]),
				row("origin", [
					field("origin", "select", "State of origin", { source: "nigeria-states-lga" }),
					field("nation", "select", "Nationality", { source: "countries" }),
				]),
				row("boxes", [
					field("hall", "checkbox", "Hall of residence", { trueDisplay: "Wants a bed", falseDisplay: "Lives at home" }),
					field("fit", "checkbox", "Health", { trueDisplay: "Fit", falseDisplay: "Has told of an illness" }),
				]),
				row("strange", [field("aura", "hologram", "Aura")]),
			],
		},
		{
			id: "schools",
			title: "Schools attended",
			repeatable: true,
			isPublic: true,
			rows: [
				row("school-row", [field("school", "text", "School")]),
				row("prize-row", [field("prize", "text", "Prize")], { repeatable: true }),
			],
		},
		{
			id: "results",
			title: "Examinations",
			isPublic: true,
			rows: [row("result-row", [field("neco", "neco-result", "NECO result")])],
		},
		{
			id: "reference",
			title: "Report of the referee",
			refereeSectionType: "academic",
			rows: [row("report-row", [field("report", "textarea", "The report")])],
		},
	],
};

const sitting = (registrationNumber: string, gender: string, grade: string) => ({
	firstName: "Ada",
	middleName: "",
	lastName: "Eze",
	registrationNumber,
	examination: "NECO 2024",
	gender,
	subjects: [{ name: "Mathematics", shortName: "MTH", grade }],
});
const data = {
	surname: "Okafor",
	born: "2004-05-06",
	origin: { state: "Lagos", lga: "Eti Osa" },
	nation: "NG",
	hall: true,
	fit: false,
	aura: "blue",
	report: "She is often late.",
	school: "Unity School",
	prize: "For Latin",
	prize__1__2: "For Greek",
	school__2: "Queen's College",
	neco: [sitting("4010", "F", "A1"), sitting("4020", "M", "C4")],
};
const leftOver = { hobby: "Chess, of an earlier design" };

/** The texts that each screen with a form must show. */
const shown = [
	"Surname Okafor",
	"Middle name --/--",
	"Date of birth May 6th 2004",
	"State of origin Eti Osa, Lagos",
	"Nationality Nigeria",
	"Hall of residence Wants a bed",
	"Health Has told of an illness",
	"School Unity School",
	"Prize For Latin",
	"Prize For Greek",
	"School Queen's College",
	"Ada Eze · Female · 4010",
	"Mathematics A1 Excellent",
	"NECO 2024 (2nd sitting)",
	"Ada Eze · Male · 4020",
	"Mathematics C4 Credit",
];
const unknownType = /Aura blue \(?Unknown field type “hologram”/i;

const openFixture = async () => {
	const { id: organisationId } = await createOrganisation();
	const sections = layout.sections.map((section) => ({ ...section, isPublic: true }));
	const application = await createApplication(organisationId, { layout: { sections } });
	const applicant = await createApplicant(application, { data: { ...data, ...leftOver } });
	await testDb()
		.update(submissions)
		.set({ repeats: { sections: { schools: 2 }, rows: { "prize-row": 2 } } })
		.where(eq(submissions.id, applicant.submissionId));
	// why: an answer is kept whole when the layout asks something else now.
	const next = {
		sections: [{ id: "new", title: "New", rows: [row("new", [field("other", "text", "Something else")])] }],
	};
	const version = { organisationId, formDesignId: application.formDesignId, version: 2, layout: next, createdAt: 1 };
	await testDb().insert(formDesignVersions).values(version);
	await testDb().update(formDesigns).set({ version: 2 }).where(eq(formDesigns.id, application.formDesignId));
	const { browser } = await signedInBrowser(await createStaff({ organisationId }));
	return { browser, applicant, organisationId, sheet: `/${organisationId}/applicants/${applicant.id}` };
};
let fixture: Awaited<ReturnType<typeof openFixture>>;
beforeAll(async () => {
	fixture = await openFixture();
});
const read = async (path: string, browser = fixture.browser) => textOf(await (await browser.get(path)).text());

test.each(["", "/print"])(
	"the record%s shows every answer as the form's layout of that version describes it",
	async (path) => {
		const text = await read(fixture.sheet + path);
		for (const part of shown) expect(text).toContain(part);
		expect(text).toMatch(unknownType);
		expect(text).toMatch(/Schools attended \(1\) .*Schools attended \(2\) /);
		expect(text).toMatch(/Other answers hobby Chess, of an earlier design/);
		expect(text).not.toMatch(/family name|As on your certificate|Something else|often late|undefined|\[object/);
	},
);

test("shows the same answers in the PDF", async () => {
	const response = await fixture.browser.get(`${fixture.sheet}/form.pdf`);
	const { text } = await readPdf(new Uint8Array(await response.arrayBuffer()));
	for (const part of [...shown, ...Object.values(leftOver)])
		expect(text).toContain(withoutSpaces(part.replace("Mathematics", "")));
	expect(text).toContain(withoutSpaces("unknown field type “hologram”"));
	expect(text).not.toMatch(/familyname|Asonyourcertificate|Somethingelse|oftenlate|undefined|\[object/);
});

test("shows the same answers in the public summary, section by section, without those outside the form", async () => {
	const summary = `/${fixture.organisationId}/candidate-info/${fixture.applicant.publicId}`;
	const sections = new Map<string, string>();
	for (const id of ["personal", "schools", "schools__2", "results"])
		sections.set(id, await read(`${summary}?section=${id}`, openBrowser()));
	const all = [...sections.values()].join(" ");
	// why without the first: what a section asks of the applicant is not for the public.
	for (const part of shown.slice(1)) expect(all).toContain(part);
	expect(sections.get("personal")).toMatch(unknownType);
	expect(all).not.toMatch(/family name|Something else|often late|Chess|undefined|\[object/);
});

test("asks every question in the wizard, with the answers filled in", async () => {
	const personal = await (await fixture.browser.get(`${fixture.sheet}/edit?section=personal`)).text();
	const text = textOf(personal);
	for (const part of ["What is your family name?", "Wants a bed", "Lives at home", "Unknown field type “hologram”"])
		expect(text).toContain(part);
	const form = openForm(personal, "edit-form");
	const answered = ["surname", "born", "origin.state", "origin.lga", "nation", "hall"].map((name) => form.get(name));
	expect(answered).toEqual(["Okafor", "2004-05-06", "Lagos", "Eti Osa", "Nigeria", "true"]);
	const schools = await read(`${fixture.sheet}/edit?section=schools`);
	expect(schools).toMatch(/Schools attended \(1\) .*Schools attended \(2\) /);
	expect(schools).not.toContain("The report");
});
