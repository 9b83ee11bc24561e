import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createUser, signIn, testDb } from "#tests/support/factories";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { userRoles } from "#worker/database/schema/auth";
import { submissions } from "#worker/database/schema/forms";
import { type Design, type DesignDraft, type DesignVersion, starterIds } from "#worker/services/form-designs/contract";

interface Refused {
	code?: string;
	fields?: Record<string, string[]>;
	details?: { current: DesignDraft };
}

let staff: ServicesFixture;
beforeEach(async () => {
	staff = await openServicesFixture({ stages: ["Registration", "In_review"] });
});

const field = (fieldId: string, type = "text", props: object = {}) => ({
	fieldId,
	type,
	props: { label: fieldId, ...props },
});
const row = (id: string, ...cols: object[]) => ({ id, cols });
const about = (...rows: object[]) => ({ id: "about", title: "About you", rows });
const small = { sections: [about(row("name-row", field("name")))] };
const wide = { sections: [about(row("name-row", field("name")), row("age-row", field("age", "number", { min: 10 })))] };

const create = async (title = "Diploma") => (await staff.send<Design>("POST", "/designs", { title })).body;
const draftOf = async (id: string) => (await staff.get<DesignDraft>(`/designs/${id}/draft`)).body;
const save = (id: string, layout: object, version?: number) =>
	staff.send<DesignDraft & Refused>("PUT", `/designs/${id}/draft`, { layout, version });
const publish = (id: string, version?: number) =>
	staff.send<DesignDraft & Refused>("POST", `/designs/${id}/publish`, { version });
const step = (id: string, to: "undo" | "redo") =>
	staff.send<DesignDraft & Refused>("POST", `/designs/${id}/draft/step`, { to });
const published = async (layout: object = small) => {
	const { id } = await create();
	await save(id, layout);
	await publish(id);
	return id;
};

describe("a new form", () => {
	test("is an empty draft that no application can use, until it is published", async () => {
		const design = await create();
		expect(design).toMatchObject({
			status: "draft",
			publishedVersion: 0,
			hasDraft: true,
			active: true,
			tiedApplications: [],
		});
		const { workflowId } = staff.application;
		const chosen = await staff.send<Refused>("POST", "/applications", { title: "Late", workflowId, formId: design.id });
		expect([chosen.status, Object.keys(chosen.body.fields ?? {})]).toEqual([422, ["formId"]]);
		const refused = await publish(design.id);
		expect([refused.status, refused.body.code]).toEqual([422, "form_not_ready"]);
		await save(design.id, small);
		expect((await publish(design.id)).body).toMatchObject({ publishedVersion: 1, isStarted: false, layout: small });
		const used = await staff.send("POST", "/applications", { title: "Late", workflowId, formId: design.id });
		expect(used.status).toBe(201);
		const read = await staff.get<Design>(`/designs/${design.id}`);
		expect(read.body).toMatchObject({ status: "published", tiedApplications: [{ title: "Late" }] });
	});

	test("begins with a starter that can be published at once", async () => {
		for (const starter of starterIds) {
			const { body } = await staff.send<Design>("POST", "/designs/starters", { title: starter, starter });
			const draft = await draftOf(body.id);
			expect([draft.problems, draft.layout.sections.length > 5]).toEqual([[], true]);
			expect((await publish(body.id)).status).toBe(200);
		}
	});

	test("begins with a copy, and with what was exported", async () => {
		const id = await published(wide);
		const copied = await staff.send<Design>("POST", `/designs/${id}/copy`, { title: "Copy" });
		expect((await draftOf(copied.body.id)).layout).toEqual(wide);
		const { body: design } = await staff.get(`/designs/${id}/export`);
		const imported = await staff.send<Design>("POST", "/designs/import", { design });
		expect([imported.status, imported.body.title]).toEqual([201, "Diploma"]);
		expect((await staff.get(`/designs/${imported.body.id}/export`)).body).toEqual(design);
	});
});

const listOf = (option: object) => ({ sections: [about(row("r", field("a", "select", { options: [option] })))] });
/** 60 sections of 300 rows. */
const withoutFields = {
	sections: Array.from({ length: 60 }, (_, section) => ({
		id: `s${section}`,
		title: "Empty",
		rows: Array.from({ length: 300 }, (_, at) => row(`r${section}-${at}`)),
	})),
};

describe("what is no form is refused, with its place", () => {
	const importing = async (layout: object, more: object = {}) => {
		const design = { format: "matricula-form-design-1", title: "Diploma", layout, ...more };
		const { status, body } = await staff.send<Refused>("POST", "/designs/import", { design });
		return [status, body.fields] as const;
	};

	test.each([
		["another key", { sections: [{ ...about(), colour: "red" }] }, /sections.*colour/, /'colour' is not a known field/],
		[
			"an unknown type",
			{ sections: [about(row("r", field("a", "slider")))] },
			/sections.*type/,
			/Unknown type of field/,
		],
		[
			"a label of 10,000 characters",
			{ sections: [about(row("r", field("a", "text", { label: "x".repeat(10_000) })))] },
			/sections\.0\.rows\.0\.cols\.0\.props\.label/,
			/^Enter at most 300 characters\.$/,
		],
		[
			"an id twice",
			{ sections: [about(row("r", field("a")), row("s", field("a")))] },
			/layout/,
			/“a” is that of two fields/,
		],
		[
			"a row without fields",
			{ sections: [about(row("r", field("a")), row("s"))] },
			/rows\.1\.cols/,
			/at least one field/,
		],
		["as many rows without fields as sections and rows allow", withoutFields, /rows.*cols/, /at least one field/],
		[
			"two rows of an id",
			{ sections: [about(row("r", field("a")), row("r", field("b")))] },
			/layout/,
			/“r” is that of two rows/,
		],
		["an option of two lines", listOf({ label: "One\nTwo", value: "1" }), /options.*label/, /one line of text/],
		[
			"a value with the sign between text and value",
			listOf({ label: "A", value: "1 = 2" }),
			/options.*value/,
			/cannot have “=” between spaces/,
		],
		["an id of a prototype", { sections: [about(row("r", field("__proto__")))] }, /fieldId/, /begins with a letter/],
		[
			"a condition that says nothing",
			{ sections: [about(row("r", { ...field("a"), showWhen: { fieldId: "a", is: "one-of" } }))] },
			/showWhen/,
			/has answers where it compares with answers/,
		],
		[
			"301 fields",
			{ sections: [about(...Array.from({ length: 301 }, (_, at) => row(`r${at}`, field(`f${at}`))))] },
			/layout/,
			/at most 300 fields/,
		],
	])("%s", async (_, layout, place, message) => {
		const [status, fields = {}] = await importing(layout);
		expect([status, Object.keys(fields).join(), Object.values(fields)[0]?.[0]]).toEqual([
			422,
			expect.stringMatching(place),
			expect.stringMatching(message),
		]);
	});

	test("another file", async () => {
		expect((await importing(small, { format: "something else" }))[1]).toHaveProperty("design.format");
	});

	test("300 fields are a form", async () => {
		const layout = { sections: [about(...Array.from({ length: 300 }, (_, at) => row(`r${at}`, field(`f${at}`))))] };
		const { id } = await create();
		expect((await save(id, layout)).status).toBe(200);
		expect((await publish(id)).body.layout).toEqual(layout);
	});
});

describe("a draft", () => {
	test("leaves the published version as it is, and keeps its changes for undo and redo", async () => {
		const id = await published();
		const { body: saved } = await save(id, wide);
		expect(saved).toMatchObject({ isStarted: true, canUndo: true, canRedo: false, changes: ["Field “age” was added"] });
		expect(saved.steps.map(({ what }) => what)).toEqual(["Field “age” was added", "Version 1"]);
		const undone = await step(id, "undo");
		expect(undone.body).toMatchObject({ layout: small, canUndo: false, canRedo: true });
		expect((await step(id, "undo")).body.code).toBe("form_draft_missing");
		expect((await step(id, "redo")).body).toMatchObject({ layout: wide, canRedo: false });
		await step(id, "undo");
		await save(id, { sections: [{ ...about(row("name-row", field("name"))), title: "You" }] });
		expect((await step(id, "redo")).body.code).toBe("form_draft_missing");
		const versions = await staff.get<{ layout: FormLayout }>(`/designs/${id}/versions/1`);
		expect(versions.body.layout).toEqual(small);
	});

	test("is discarded where there is a published version", async () => {
		const id = await published();
		await save(id, wide);
		expect((await staff.send<DesignDraft>("DELETE", `/designs/${id}/draft`)).body).toMatchObject({
			isStarted: false,
			layout: small,
			steps: [],
		});
		const { id: unpublished } = await create("Another");
		expect((await staff.send<Refused>("DELETE", `/designs/${unpublished}/draft`)).body.code).toBe(
			"form_never_published",
		);
	});

	test("is brought back by undo after it was discarded, with what was done before, until another one begins", async () => {
		const id = await published();
		const first = (await save(id, wide)).body;
		await save(id, { sections: [] });
		await step(id, "undo");
		expect((await staff.send<Refused>("DELETE", `/designs/${id}/draft?version=${first.version}`)).body.code).toBe(
			"changed_meanwhile",
		);
		const dropped = await staff.send<DesignDraft>("DELETE", `/designs/${id}/draft`);
		expect(dropped.body).toMatchObject({ isStarted: false, canUndo: true, canRedo: false, changes: [] });
		expect((await step(id, "redo")).body.code).toBe("form_draft_missing");
		const back = (await step(id, "undo")).body;
		expect(back).toMatchObject({ isStarted: true, layout: wide, canUndo: true, canRedo: false });
		expect((await step(id, "undo")).body).toMatchObject({ layout: small, canUndo: false, canRedo: true });
		await staff.send("DELETE", `/designs/${id}/draft`);
		expect((await save(id, { sections: [] })).body.steps.map(({ what }) => what)).toHaveLength(2);
		await step(id, "undo");
		expect((await step(id, "undo")).body.code, "the discarded one is gone").toBe("form_draft_missing");
	});

	test("refuses who saves second, and answers with what the first one saved", async () => {
		const id = await published();
		const { version } = await draftOf(id);
		expect((await save(id, wide, version)).status).toBe(200);
		const second = await save(id, { sections: [] }, version);
		expect([second.status, second.body.code, second.body.details?.current.layout]).toEqual([
			409,
			"changed_meanwhile",
			wide,
		]);
		expect((await publish(id, version)).status).toBe(409);
		const both = await Promise.all([
			save(id, small, second.body.details?.current.version),
			save(id, { sections: [] }, second.body.details?.current.version),
		]);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
	});

	test("keeps 50 changes", async () => {
		const { id } = await create();
		for (let at = 0; at < 55; at++) await save(id, { sections: [{ ...about(), title: `Title ${at}` }] });
		const { steps } = await draftOf(id);
		expect([steps.length, steps.at(-1)?.step]).toEqual([51, 5]);
	});

	test.each([
		["nothing for applicants", { sections: [] }, /asks applicants nothing/],
		[
			"an empty section",
			{ sections: [about(row("r", field("a"))), { id: "empty", title: "More", rows: [] }] },
			/“More” has no fields/,
		],
		["a list without options", { sections: [about(row("r", field("a", "select")))] }, /no options/],
		[
			"two options of one value",
			{
				sections: [
					about(
						row(
							"r",
							field("a", "radio", {
								options: [
									{ label: "A", value: "1" },
									{ label: "B", value: "1" },
								],
							}),
						),
					),
				],
			},
			/same value/,
		],
		[
			"limits the wrong way round",
			{ sections: [about(row("r", field("a", "number", { min: 5, max: 1 })))] },
			/least number/,
		],
		["a source of a date", { sections: [about(row("r", field("a", "date", { source: "countries" })))] }, /no list/],
		[
			"a referee's section that repeats",
			{
				sections: [
					about(row("r", field("a"))),
					{
						id: "ref",
						title: "Report",
						refereeSectionType: "academic",
						repeatable: true,
						rows: [row("s", field("b"))],
					},
				],
			},
			/cannot be repeated/,
		],
		[
			"a referee's section that asks for a file",
			{
				sections: [
					about(row("r", field("a"))),
					{ id: "ref", title: "Report", refereeSectionType: "academic", rows: [row("s", field("letter", "file"))] },
				],
			},
			/A referee is not asked for “letter”: referees attach no files/,
		],
		[
			"a line of more characters than a line has",
			{ sections: [about(row("r", field("a", "text", { maxLength: 501 })))] },
			/“a” is one line, which has at most 500 characters/,
		],
	])("with %s is not published", async (_, layout, message) => {
		const { id } = await create();
		await save(id, layout);
		const refused = await publish(id);
		expect([refused.status, refused.body.fields?.layout]).toEqual([422, [expect.stringMatching(message)]]);
	});
});

describe("versions", () => {
	test("stay as they are, and those who submitted one keep it", async () => {
		const id = staff.application.formDesignId;
		const applicant = await createApplicant(staff.application, {});
		const before = await staff.get<{ layout: FormLayout }>(`/candidates/${applicant.id}/form`);
		expect(before.status).toBe(200);
		await save(id, wide);
		await publish(id);
		expect((await publish(id)).body.code).toBe("form_unchanged");
		const after = await staff.get<{ layout: FormLayout }>(`/candidates/${applicant.id}/form`);
		expect(after).toEqual(before);
		const { body } = await staff.get<{ versions: DesignVersion[] }>(`/designs/${id}/versions`);
		expect(body.versions).toMatchObject([
			{ number: 2, submissions: 0, fields: 2, by: expect.any(String) },
			{ number: 1, submissions: 1, by: null },
		]);
		const restored = await staff.send<DesignDraft>("POST", `/designs/${id}/versions/1/restore`, {});
		const first = await staff.get<{ layout: FormLayout }>(`/designs/${id}/versions/1`);
		expect(restored.body).toMatchObject({ layout: first.body.layout, publishedVersion: 2, isStarted: true });
	});

	test("count the applicants who answered each", async () => {
		const id = staff.application.formDesignId;
		await save(id, wide);
		await publish(id);
		for (const designVersion of [1, 2, 2]) {
			const { id: applicantId } = await createApplicant(staff.application, {});
			await testDb().update(submissions).set({ designVersion }).where(eq(submissions.applicantId, applicantId));
		}
		const { body } = await staff.get<{ versions: DesignVersion[] }>(`/designs/${id}/versions`);
		expect(body.versions.map(({ number, submissions }) => [number, submissions])).toEqual([
			[2, 2],
			[1, 1],
		]);
	});

	test("say what each changed, moves among it", async () => {
		const id = await published(wide);
		const moved = { id: "more", title: "More", rows: [row("name-row", field("name", "text", { required: true }))] };
		await save(id, { sections: [about(row("age-row", field("age", "number", { min: 16, help: "In years" }))), moved] });
		await publish(id);
		const changesOf = async (number: number) =>
			(await staff.get<{ changes: string[] }>(`/designs/${id}/versions/${number}`)).body.changes;
		expect(await changesOf(2)).toEqual([
			"Field “age” was changed: hint, limits",
			"Section “More” was added",
			"Field “name” was moved to “More” and changed: now required",
		]);
		expect(await changesOf(1)).toEqual([]);
	});
});

test("a form in use is not deleted; another one is, with its versions", async () => {
	const used = await staff.send<Refused>("DELETE", `/designs/${staff.application.formDesignId}`);
	expect([used.status, used.body.code]).toEqual([409, "form_in_use"]);
	const id = await published();
	expect((await staff.send("DELETE", `/designs/${id}`)).status).toBe(200);
	expect((await staff.get(`/designs/${id}/versions/1`)).status).toBe(404);
});

test("a form is deleted by users of the whole institution alone", async () => {
	const id = await published();
	const user = await createUser({ organisationId: staff.organisation.id, privileges: ["forms:r", "forms:d"] });
	await testDb().update(userRoles).set({ adminLevelItemId: "a-faculty" }).where(eq(userRoles.userId, user.id));
	const { headers } = await signIn(user, staff.clock.now());
	const refused = await staff.request(`/designs/${id}`, {
		method: "DELETE",
		headers: headers as Record<string, string>,
	});
	expect([refused.status, await refused.json()]).toMatchObject([403, { code: "whole_institution_needed" }]);
	expect((await staff.get(`/designs/${id}/versions/1`)).status).toBe(200);
});

test("a form is offered no longer, and again", async () => {
	const { id, version } = await create();
	const off = await staff.send<Design>("PATCH", `/designs/${id}`, { active: false, version });
	expect(off.body).toMatchObject({ active: false, title: "Diploma" });
	const { body } = await staff.get<{ data: Design[] }>("/designs?active=false&index=0&name=dipl");
	expect(body.data.map((one) => one.id)).toEqual([id]);
});
