import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { besideCommit, openPairFixture, type PairFixture } from "#tests/services/duplicates/pair-fixture";
import { testDb } from "#tests/support/factories";
import { applicants } from "#worker/database/schema/applicants";
import { submissions } from "#worker/database/schema/forms";

let desk: PairFixture;
beforeEach(async () => {
	desk = await openPairFixture();
});

const find = async (id: string) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0];

/** Registers an applicant who has not started a form. */
const registerBare = async (person: Parameters<PairFixture["register"]>[0] = {}) => {
	const bare = await desk.register({ ...person, hasForm: false });
	await testDb().delete(submissions).where(eq(submissions.id, bare.submissionId));
	return bare;
};

const answers = { phone: "08050000001", jamb: "2026001", school: "Kings", school__2: "Queens" };
const fields = ["form.phone", "form.jamb", "form.school", "form.school__2", "form.papers", "form.passport"];

interface Form {
	data: object;
	duplicateFields: object;
	percentComplete: number;
	submittedAt: number | null;
	version: number;
	layout: object;
	attachments: { id: string }[];
}
const formOf = async (id: string) => (await desk.get<Form>(`/forms/${id}`)).body;

test("a target without a form gets one like the source's, with the answers and files that it takes", async () => {
	const target = await registerBare();
	const source = await desk.register({ firstName: "Ada", data: answers });
	await testDb().run(sql`UPDATE submissions SET repeats = '{"sections":{"schools":2},"rows":{}}', submitted_at = 77
		WHERE id = ${source.submissionId}`);
	const papers = await desk.attach(source, "papers", "waec.pdf");
	const picture = await desk.attach(source, "passport", "me.jpg");
	const others = await formOf(source.submissionId);
	const compared = (await desk.compare(target.id, source.id)).body;
	expect(compared.first).toMatchObject({ formId: null, formVersion: null, percentComplete: null });
	expect(compared.fields.find(({ id }) => id === "form.jamb")).toMatchObject({
		...{ first: null, second: "2026001", isInFirst: true, isInSecond: true },
	});
	const { status, body } = await desk.merge(target.id, source.id, fields);
	expect(status).toBe(201);
	const { submissionId: formId = null, photoKey } = (await find(target.id)) ?? {};
	expect(photoKey).toContain(picture);
	if (formId === null) throw new Error("the merge created a form");
	expect(formId, "an undo gives the source's own back").not.toBe(source.submissionId);
	const form = await formOf(formId);
	expect(form).toMatchObject({ data: answers, duplicateFields: others.duplicateFields, submittedAt: 77, version: 1 });
	expect([form.layout, form.percentComplete]).toEqual([others.layout, 100]);
	expect(form.attachments.map(({ id }) => id).sort()).toEqual([papers, picture].sort());
	expect((await desk.get(`/candidates/${target.id}`)).body).toMatchObject({ formId });
	const changes = (await desk.get(`/candidates/${target.id}/changes?eventId=${body.mergeId}`)).body.data ?? [];
	expect(changes.map(({ field }) => field)).toContain("jamb");
});

test("a merge that takes no answer creates no form, and a source without a form leaves the target's alone", async () => {
	const [bare, other] = [await registerBare(), await desk.register({ data: answers })];
	await desk.merge(bare.id, other.id, ["firstName"]);
	expect((await find(bare.id))?.submissionId).toBeNull();

	const [target, source] = [await desk.register({ data: answers }), await registerBare({ firstName: "Ada" })];
	expect((await desk.merge(target.id, source.id, ["form.jamb"])).body.fields).toEqual({
		sourceFields: ["JAMB number: the other record has no form to take it from."],
	});
	expect((await desk.merge(target.id, source.id, ["firstName"])).status).toBe(201);
	expect((await formOf(target.submissionId)).data).toEqual(answers);

	const [one, two] = [await registerBare(), await registerBare({ firstName: "Ada" })];
	expect((await desk.compare(one.id, two.id)).body.fields.filter(({ section }) => section !== null)).toEqual([]);
	expect((await desk.merge(one.id, two.id, ["firstName"])).status).toBe(201);
});

test("a form that is started just before the merge is written is not lost", async () => {
	const { bindings, before } = besideCommit();
	desk = await openPairFixture({ bindings });
	const [target, source] = [await registerBare(), await desk.register({ data: answers })];
	const start = async () => {
		await testDb().run(sql`INSERT INTO submissions SELECT organisation_id, 'started', ${target.id}, form_design_id, 1,
			'{}', repeats, 0, 1, NULL, 1 FROM submissions WHERE id = ${source.submissionId}`);
		await testDb().update(applicants).set({ submissionId: "started" }).where(eq(applicants.id, target.id));
	};
	const seen = await desk.seen(target.id, source.id);
	before(start);
	const send = async () => {
		const { status, body } = await desk.send("POST", "/duplicates/merges", { ...seen, sourceFields: fields });
		return [status, body.code];
	};
	expect(await send()).toEqual([409, "stale_merge"]);
	expect((await find(target.id))?.submissionId).toBe("started");
	expect(await send(), "also when it is seen before the commit").toEqual([409, "stale_merge"]);
});
