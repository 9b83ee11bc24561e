import { eq } from "drizzle-orm";
import { parseCsv } from "hucre/csv";
import { beforeEach, expect, test } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { fileOf } from "#tests/services/forms/edit-fixture";
import { testDb } from "#tests/support/factories";
import { jpeg } from "#tests/support/files";
import { readPdf, withoutSpaces } from "#tests/support/read-pdf";
import { takesFiles } from "#worker/contract/forms/field-kind";
import { drawnFields, readForm } from "#worker/contract/forms/form-reading";
import {
	type FormData as FormAnswers,
	type FormCol,
	type FormLayout,
	fieldLabel,
	type RepeatCounts,
	type ShowWhen,
} from "#worker/contract/forms/form-schema";
import { layOut, layOutAll, slotsOf } from "#worker/contract/forms/form-slots";
import { places } from "#worker/contract/forms/places.server";
import { sampleAnswers } from "#worker/contract/forms/sample-answers";
import { layoutOf } from "#worker/database/demo/form-designs";
import { applicants } from "#worker/database/schema/applicants";
import { identityKeys } from "#worker/database/schema/uploaded-candidates";
import { type Design, type DesignDraft, type DesignFile, starterIds } from "#worker/services/form-designs/contract";
import { layoutOfStarter } from "#worker/services/form-designs/starters";
import type { MaskedSubmission, Submission } from "#worker/services/forms/contract";
import type { PrintableForm } from "#worker/services/printing/contract";

interface Answer extends Partial<Submission> {
	code?: string;
	candidateId?: string;
	fields?: Record<string, string[]>;
}

let staff: ServicesFixture;
let queues: ReturnType<typeof keepingQueues>;
beforeEach(async () => {
	queues = keepingQueues();
	staff = await openServicesFixture({ bindings: queues.bindings, stages: ["Registration", "Submitted"] });
});

const field = (fieldId: string, type = "text", props: object = {}, showWhen?: ShowWhen): FormCol => ({
	fieldId,
	type,
	props: { label: `The ${fieldId}`, ...props },
	...(showWhen && { showWhen }),
});
const options = ["Employer", "Self"].map((value) => ({ value, label: value }));
const whenEmployed: ShowWhen = { fieldId: "sponsor", is: "one-of", values: ["Employer"] };
const employed: FormLayout = {
	sections: [
		{
			id: "money",
			title: "Money",
			rows: [
				{ id: "sponsor-row", cols: [field("sponsor", "radio", { options, required: true })] },
				{ id: "firm-row", cols: [field("firm", "text", { required: true }, whenEmployed)] },
			],
		},
		{
			id: "work",
			title: "Work",
			showWhen: { fieldId: "firm", is: "answered" },
			rows: [{ id: "post-row", cols: [field("post", "text", { required: true })] }],
		},
	],
};

/** Publishes a layout as the form of the application. */
const publish = async (layout: FormLayout) => {
	const path = `/designs/${staff.application.formDesignId}`;
	const saved = await staff.send<DesignDraft>("PUT", `${path}/draft`, { layout });
	expect([saved.status, saved.body.problems]).toEqual([200, []]);
	expect((await staff.send("POST", `${path}/publish`, {})).status).toBe(200);
};

const submission = () => ({
	applicationKey: staff.application.id,
	submit: true,
	candidate: {
		firstName: "Ada",
		lastName: "Okafor",
		courseId: staff.application.courses[0]?.id ?? "",
		accountEmail: `${crypto.randomUUID().slice(0, 8)}@mail.example`,
	},
});
const submit = (answers: object) => staff.send<Answer>("POST", "/forms", { ...submission(), ...answers });

test("what is not asked for is not required; what is, is; a hidden answer is kept and shown nowhere", async () => {
	await publish(employed);
	const missing = await submit({ sponsor: "Employer" });
	expect([missing.status, missing.body.fields]).toEqual([422, { firm: ["Enter the firm"] }]);
	const chained = await submit({ sponsor: "Employer", firm: "Dangote" });
	expect([chained.status, chained.body.fields]).toEqual([422, { post: ["Enter the post"] }]);
	const { status, body } = await submit({ sponsor: "Self" });
	expect(status).toBe(201);
	const path = `/forms/${body.id}`;
	expect((await staff.get<Submission>(path)).body).toMatchObject({ percentComplete: 100, data: { sponsor: "Self" } });

	const update = async (answers: object) => {
		const form = new FormData();
		form.set("data", JSON.stringify({ applicationKey: staff.application.id, submit: false, ...answers }));
		const response = await staff.upload(path, form, undefined, "PUT");
		return { status: response.status, body: (await response.json()) as Answer };
	};
	const partly = await update({ sponsor: "Employer" });
	expect([partly.status, partly.body.fields]).toEqual([422, { firm: ["Enter the firm"] }]);
	expect((await update({ sponsor: "Employer", firm: "Dangote", post: "Clerk" })).status).toBe(200);
	const back = await update({ sponsor: "Self" });
	expect(back.body).toMatchObject({ percentComplete: 100, data: { sponsor: "Self", firm: "Dangote", post: "Clerk" } });
	const printed = await staff.get<PrintableForm>(`/candidates/${body.candidateId}/printable-form`);
	expect(printed.body.sections.map(({ title, fields }) => [title, fields.length])).toEqual([["Money", 1]]);
	const pdf = await readPdf(
		new Uint8Array(await (await staff.request(`/candidates/${body.candidateId}/form.pdf`)).arrayBuffer()),
	);
	expect(withoutSpaces(pdf.text)).toContain("Thesponsor");
	expect(withoutSpaces(pdf.text)).not.toMatch(/Dangote|Clerk|Work/);
	expect(await exported(["form:sponsor", "form:firm", "form:post"])).toEqual([["Self", "", ""]]);
	expect((await update({ sponsor: "Employer" })).status, "the answer that was kept is there again").toBe(200);
	expect(await exported(["form:sponsor", "form:firm", "form:post"])).toEqual([["Employer", "Dangote", "Clerk"]]);
});

test("a hidden answer is no fact of the applicant, no key of a duplicate and no picture, until it is asked for again", async () => {
	const { organisation } = staff;
	await publish({
		sections: [
			{
				id: "money",
				title: "Money",
				rows: [
					{ id: "sponsor-row", cols: [field("sponsor", "radio", { options, required: true })] },
					{ id: "phone-row", cols: [field("phone", "phone", {}, whenEmployed)] },
					{ id: "photo-row", cols: [field("photo", "camera", {}, whenEmployed)] },
				],
			},
		],
	});
	const { body } = await submit({ sponsor: "Employer", phone: "08031234567" });
	const update = async (answers: object, photo?: File) => {
		const form = new FormData();
		form.set("data", JSON.stringify({ applicationKey: staff.application.id, submit: false, ...answers }));
		if (photo) form.append(`${staff.application.id}:photo`, photo);
		expect((await staff.upload(`/forms/${body.id}`, form, undefined, "PUT")).status).toBe(200);
	};
	const known = async () => {
		const [applicant] = await testDb()
			.select({ phone: applicants.phone, photoKey: applicants.photoKey })
			.from(applicants)
			.where(eq(applicants.organisationId, organisation.id));
		const keys = await testDb()
			.select({ key: identityKeys.key })
			.from(identityKeys)
			.where(eq(identityKeys.organisationId, organisation.id));
		return {
			phone: applicant?.phone,
			hasPicture: applicant?.photoKey !== null,
			hasKey: keys.some(({ key }) => key.startsWith("phone:")),
		};
	};
	await update({ sponsor: "Employer" }, fileOf("me.jpg", jpeg(), "image/jpeg"));
	const shown = { phone: "08031234567", hasPicture: true, hasKey: true };
	expect(await known()).toEqual(shown);
	await update({ sponsor: "Self" });
	expect(await known()).toEqual({ phone: null, hasPicture: false, hasKey: false });
	await update({ sponsor: "Employer" });
	expect(await known()).toEqual(shown);
});

/** Returns the lines of an export of these columns, its heading first. */
const exportedLines = async (columns: string[]) => {
	const { body } = await staff.send<{ taskId: string }>("POST", "/candidate-export", {
		applicationId: staff.application.id,
		columns,
		format: "csv",
	});
	await deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: queues.bindings });
	await deliverEvents(queues.sentEvents.splice(0), { clock: staff.clock, bindings: queues.bindings });
	const file = await (await staff.request(`/tasks/${body.taskId}/file`)).arrayBuffer();
	return parseCsv(new TextDecoder().decode(file)).map((cells) => cells.map(String));
};
const exported = async (columns: string[]) => (await exportedLines(columns)).slice(1);

test("an earlier submission reads as before, whatever conditions the next version has", async () => {
	const [money] = employed.sections;
	const [first, second] = money?.rows ?? [];
	if (!money || !first || !second) throw new Error("no rows");
	const unconditional = { sections: [{ ...money, rows: [first, { id: "firm-row", cols: [field("firm")] }] }] };
	await publish(unconditional);
	const { body } = await submit({ sponsor: "Self", firm: "Dangote" });
	const before = await staff.get<PrintableForm>(`/candidates/${body.candidateId}/printable-form`);
	await publish(employed);
	expect(await staff.get(`/candidates/${body.candidateId}/printable-form`)).toEqual(before);
	expect(JSON.stringify(before.body.sections)).toContain("Dangote");
});

test("a condition that cannot be met prevents publishing, with its place; the draft is kept, the published form stays", async () => {
	await publish(employed);
	const path = `/designs/${staff.application.formDesignId}`;
	const draftWith = async (showWhen: object) => {
		const [money, work] = structuredClone(employed.sections);
		const layout = { sections: [money, { ...work, showWhen }] };
		return staff.send<DesignDraft & Answer>("PUT", `${path}/draft`, { layout });
	};
	for (const [showWhen, message] of [
		[{ fieldId: "post", is: "answered" }, /in the section itself/],
		[{ fieldId: "gone", is: "answered" }, /“gone”, which is not there/],
		[{ fieldId: "sponsor", is: "one-of", values: ["Uncle"] }, /“Uncle” is not among the options/],
		[
			{ fieldId: "sponsor", is: "not-one-of", values: ["Employer", "Self"] },
			/^The section “Work” is never asked for: the condition of the section “Work”, that “The sponsor” is answered, but not Employer or Self, leaves no answer/,
		],
	] as const) {
		const saved = await draftWith(showWhen);
		expect(saved.body.problems).toEqual([
			{ sectionId: "work", fieldId: null, isOfCondition: true, message: expect.stringMatching(message) },
		]);
		const refused = await staff.send<Answer>("POST", `${path}/publish`, {});
		expect([refused.status, refused.body.code]).toEqual([422, "form_not_ready"]);
		expect((await staff.get<DesignDraft>(`${path}/draft`)).body.layout.sections[1]).toMatchObject({ showWhen });
		expect((await staff.get<Design>(path)).body).toMatchObject({ publishedVersion: 2, hasDraft: true });
	}
	const [money, work] = structuredClone(employed.sections);
	const post = field("post", "text", {}, { fieldId: "sponsor", is: "one-of", values: ["Self"] });
	const layout = { sections: [money, { ...work, rows: [{ id: "post-row", cols: [post] }] }] };
	const saved = await staff.send<DesignDraft>("PUT", `${path}/draft`, { layout });
	expect(saved.body.problems, "the firm is that of who is employed").toEqual([
		{
			sectionId: "work",
			fieldId: "post",
			isOfCondition: true,
			message:
				"“The post” is never asked for: the condition of “The post”, that “The sponsor” is Self, and the condition of “The firm”, that “The sponsor” is Employer, cannot both be met. Change one of them.",
		},
	]);
	expect((await staff.send<Answer>("POST", `${path}/publish`, {})).body.code).toBe("form_not_ready");
	for (const showWhen of [
		{ fieldId: "sponsor", is: "one-of" },
		{ fieldId: "sponsor", is: "matches", values: [".*"] },
		{ fieldId: "sponsor", is: "answered", or: [] },
	]) {
		const refused = await draftWith(showWhen);
		expect([refused.status, Object.keys(refused.body.fields ?? {}).join()]).toEqual([
			422,
			expect.stringMatching(/showWhen/),
		]);
	}
});

/** A design of 300 fields in 20 sections, 40 of them with conditions that build on each other. */
const large: FormLayout = {
	sections: Array.from({ length: 20 }, (_, section) => ({
		id: `s${section}`,
		title: `Section ${section}`,
		rows: Array.from({ length: 15 }, (_, at) => {
			const conditional = at === 1 || at === 2;
			return {
				id: `r${section}-${at}`,
				cols: [
					at === 0
						? field(`f${section}x${at}`, "radio", { options, required: true })
						: field(
								`f${section}x${at}`,
								at === 3 ? "number" : "text",
								{ required: at === 2 },
								conditional
									? at === 1
										? { fieldId: `f${section}x0`, is: "one-of", values: ["Employer"] }
										: { fieldId: `f${Math.max(0, section - 1)}x1`, is: "answered" }
									: undefined,
							),
				],
			};
		}),
	})),
};

/** What an applicant answers. */
interface Answers {
	data: FormAnswers;
	repeats: RepeatCounts;
	/** The fields that get a file. */
	files: string[];
}

const answersToLarge: Answers = {
	data: Object.fromEntries(
		large.sections.flatMap(({ rows }, section) =>
			rows.map(({ cols: [col] }, at) => [
				col?.fieldId ?? "",
				at === 0 ? (section % 2 === 0 ? "Employer" : "Self") : at === 3 ? section : `Answer ${section} ${at}`,
			]),
		),
	),
	repeats: { sections: {}, rows: {} },
	files: [],
};

/** Made-up answers to everything that an applicant is asked for; each part that can be repeated is there twice. */
const sampledAnswers = (layout: FormLayout): Answers => {
	const { data, attachments } = sampleAnswers(layout, places);
	const twice = (parts: readonly { id: string; repeatable?: boolean | undefined }[]) =>
		Object.fromEntries(parts.flatMap(({ id, repeatable }) => (repeatable ? [[id, 2]] : [])));
	const repeats = { sections: twice(layout.sections), rows: twice(layout.sections.flatMap(({ rows }) => rows)) };
	// why first all: what is asked for in a repeat depends on the answers of that repeat.
	const all = slotsOf(layOutAll({ layout, data, repeats, attachments }, "applicant"));
	const filled = Object.fromEntries(all.map(({ fieldId, col }) => [fieldId, data[col.fieldId]]));
	const slots = slotsOf(layOut({ layout, data: filled, repeats, attachments }, "applicant"));
	const answered = slots.filter(({ col }) => !takesFiles(col));
	return {
		data: Object.fromEntries(answered.map(({ fieldId, col }) => [fieldId, data[col.fieldId]])),
		repeats,
		files: slots.filter(({ col }) => takesFiles(col)).map(({ fieldId }) => fieldId),
	};
};

const handIn = async ({ data, repeats, files }: Answers) => {
	const form = new FormData();
	form.set("data", JSON.stringify({ ...submission(), ...data, duplicateFields: repeats }));
	for (const fieldId of files)
		form.append(`${staff.application.id}:${fieldId}`, fileOf("photograph.jpg", jpeg(), "image/jpeg"));
	const response = await staff.upload("/forms", form);
	return { status: response.status, body: (await response.json()) as Answer };
};

/** Returns the answers that are kept of a form, the sensitive ones as they are. */
const keptAnswers = async (id: string, { data, masked }: MaskedSubmission) => {
	if (masked.length === 0) return data;
	const { body } = await staff.send<{ answers: FormAnswers }>("POST", `/forms/${id}/reveals`, { fieldIds: masked });
	return { ...data, ...body.answers };
};

interface Walked {
	name: string;
	layout: FormLayout;
	answers?: Answers;
	/** How many of the answers nothing asks for. */
	unasked?: number;
}

const walked: Walked[] = [
	{ name: "of 300 fields and 40 conditions", layout: large, answers: answersToLarge, unasked: 10 + 9 },
	...starterIds.map((id) => ({ name: `begun with the starter ${id}`, layout: layoutOfStarter(id) })),
	...(["undergraduate", "undergraduate-old", "postgraduate", "polytechnic"] as const).map((form) => ({
		name: `of the demo (${form})`,
		layout: layoutOf(form),
	})),
];

test.each(walked.map((form) => [form.name, form] as const))(
	"a form %s goes through designer, wizard, sheet, print and export unchanged",
	async (_, form) => {
		const { layout, answers = sampledAnswers(layout), unasked = 0 } = form;
		await publish(layout);
		const file = await staff.get<DesignFile>(`/designs/${staff.application.formDesignId}/export`);
		expect(file.body.layout).toEqual(layout);
		const imported = await staff.send<Design>("POST", "/designs/import", { design: file.body });
		expect(await staff.get(`/designs/${imported.body.id}/export`)).toEqual(file);

		const { status, body } = await handIn(answers);
		expect([status, body.fields]).toEqual([201, undefined]);
		const kept = (await staff.get<MaskedSubmission>(`/forms/${body.id}`)).body;
		expect([kept.layout, kept.percentComplete]).toEqual([layout, 100]);
		expect(await keptAnswers(body.id ?? "", kept)).toEqual(answers.data);

		const { data, duplicateFields: repeats, attachments } = kept;
		const asked = slotsOf(layOut({ layout, data, repeats, attachments }, "applicant"));
		expect(answers.files.length + Object.keys(answers.data).length - asked.length).toBe(unasked);
		const sheet = readForm({ layout, data, repeats, attachments }).filter((one) => !one.refereeSectionType);
		const fields = sheet.flatMap(({ rows }) => rows.flatMap((row) => row.fields));
		expect(fields.map(({ fieldId }) => fieldId)).toEqual(asked.map(({ fieldId }) => fieldId));
		expect(fields.filter(({ kind }) => kind === "empty" || kind === "unknown")).toEqual([]);

		const printed = (await staff.get<PrintableForm>(`/candidates/${body.candidateId}/printable-form`)).body;
		expect(printed.sections.map((section) => [section.title, section.fields.map(({ label }) => label)])).toEqual(
			sheet.map(({ title, rows }) => [title, rows.flatMap(drawnFields).map(({ label }) => label)]),
		);
		const paper = await readPdf(
			new Uint8Array(await (await staff.request(`/candidates/${body.candidateId}/form.pdf`)).arrayBuffer()),
		);
		for (const { title } of sheet) expect(paper.text).toContain(withoutSpaces(title));
		expect(await exportedFields(layout)).toEqual(new Set(asked.map(({ col }) => col.fieldId)));
	},
);

/** Returns the fields of which an export of them all has an answer. */
const exportedFields = async (layout: FormLayout) => {
	const own = layout.sections.filter(({ refereeSectionType }) => refereeSectionType === undefined);
	const cols = own.flatMap(({ rows }) => rows.flatMap((row) => row.cols));
	const cells: [string, string][] = [];
	// why in parts: a file has 200 columns at most.
	for (const part of [cols.slice(0, 150), cols.slice(150)]) {
		const [heads = [], row = []] = part.length > 0 ? await exportedLines(part.map((col) => `form:${col.fieldId}`)) : [];
		cells.push(...heads.map((head, index): [string, string] => [head, row[index] ?? ""]));
	}
	const hasAnswer = (label: string) =>
		// why the colon: results and scores have a column for each subject.
		cells.some(([head, cell]) => (head === label || head.startsWith(`${label}: `)) && cell !== "");
	return new Set(cols.filter((col) => hasAnswer(fieldLabel(col))).map(({ fieldId }) => fieldId));
};

test("a form is seen on paper with made-up answers, as its conditions ask for them", async () => {
	await publish(employed);
	const path = `/designs/${staff.application.formDesignId}/sample.pdf`;
	const paper = async (query = "") => {
		const response = await staff.request(path + query);
		expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/pdf"]);
		return withoutSpaces((await readPdf(new Uint8Array(await response.arrayBuffer()))).text);
	};
	const text = await paper();
	for (const part of ["SampleApplicant", "Thesponsor", "Employer", "Thefirm", "Thepost"]) expect(text).toContain(part);
	expect(await paper("?version=2")).toContain("Thefirm");
	expect((await staff.get(`${path}?version=9`)).status).toBe(404);
	expect((await staff.get(`${path}?version=x`)).status).toBe(422);
	const stranger = await openServicesFixture();
	expect((await stranger.get(path)).status).toBe(404);
});
