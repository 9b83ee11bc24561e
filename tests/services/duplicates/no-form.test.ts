import { and, eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { besideCommit, openPairDesk, type PairDesk, rowsOf } from "#tests/services/duplicates/pair-desk";
import { testDb } from "#tests/support/factories";
import { applicants } from "#worker/database/schema/applicants";
import { formDrafts, submissions } from "#worker/database/schema/forms";

let desk: PairDesk;
beforeEach(async () => {
	desk = await openPairDesk();
});

const find = async (id: string) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0];

type Person = Parameters<PairDesk["register"]>[0];

/** Somebody who has not begun a form. */
const registerBare = async (person: Person = {}) => {
	const bare = await desk.register({ ...person, hasForm: false });
	await testDb().delete(submissions).where(eq(submissions.id, bare.submissionId));
	return bare;
};

const answers = { phone: "08050000001", jamb: "2026001", school: "Kings", school__2: "Queens" };
const taken = ["form.phone", "form.jamb", "form.school", "form.school__2", "form.papers", "form.passport"];

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

test("who has no form takes the other's answers and files into one like it, and has none again when that is undone", async () => {
	const kept = await registerBare();
	const merged = await desk.register({ firstName: "Ada", data: answers });
	await testDb().run(sql`UPDATE submissions SET repeats = '{"sections":{"schools":2},"rows":{}}', submitted_at = 77
		WHERE id = ${merged.submissionId}`);
	const papers = await desk.attach(merged, "papers", "waec.pdf");
	const picture = await desk.attach(merged, "passport", "me.jpg");
	const theirs = await formOf(merged.submissionId);
	const compared = (await desk.compare(kept.id, merged.id)).body;
	expect(compared.first).toMatchObject({ formId: null, formVersion: null, percentComplete: null });
	expect(compared.fields.find(({ id }) => id === "form.jamb")).toMatchObject({
		...{ first: null, second: "2026001", isInFirst: true, isInSecond: true },
	});
	const tables = ["applicants", "submissions", "attachments", "identity_keys", "duplicate_pairs", "applicant_counts"];
	const before = await rowsOf(desk.organisation.id, tables.slice(1));

	const { status, body } = await desk.merge(kept.id, merged.id, taken);
	expect(status).toBe(201);
	const { submissionId: formId = null, photoKey } = (await find(kept.id)) ?? {};
	expect(photoKey).toContain(picture);
	if (formId === null) throw new Error("they have a form");
	expect(formId, "an undo wants the other's own as it was").not.toBe(merged.submissionId);
	const form = await formOf(formId);
	expect(form).toMatchObject({ data: answers, duplicateFields: theirs.duplicateFields, submittedAt: 77, version: 1 });
	expect([form.layout, form.percentComplete]).toEqual([theirs.layout, 100]);
	expect(form.attachments.map(({ id }) => id).sort()).toEqual([papers, picture].sort());
	expect((await desk.get(`/candidates/${kept.id}`)).body).toMatchObject({ formId });
	const changes = (await desk.get(`/candidates/${kept.id}/changes?eventId=${body.mergeId}`)).body.data ?? [];
	expect(changes.map(({ field }) => field)).toContain("jamb");

	expect(await desk.undo(body.mergeId)).toMatchObject({ status: 200, body: { kept: [] } });
	expect(await find(kept.id)).toMatchObject({ submissionId: null, photoKey: null });
	expect(await rowsOf(desk.organisation.id, tables.slice(1))).toEqual(before);
	expect((await desk.request(`/forms/${formId}`)).status).toBe(404);
	expect(await formOf(merged.submissionId)).toMatchObject({ data: answers, version: theirs.version });
	const again = (await desk.merge(kept.id, merged.id, taken)).body;
	expect((await desk.undo(again.mergeId)).status).toBe(200);
	expect(await rowsOf(desk.organisation.id, tables.slice(1))).toEqual(before);
});

test("some of the answers can be taken, or none: then there is no form; who has one keeps it beside one who has none", async () => {
	const [bare, other] = [await registerBare(), await desk.register({ data: answers })];
	await desk.merge(bare.id, other.id, ["form.jamb"]);
	const { submissionId } = (await find(bare.id)) ?? {};
	expect((await formOf(submissionId ?? "")).data).toEqual({ jamb: "2026001" });

	const [kept, merged] = [await registerBare(), await desk.register({ data: answers })];
	await desk.merge(kept.id, merged.id, ["firstName"]);
	expect((await find(kept.id))?.submissionId).toBeNull();

	const [full, empty] = [await desk.register({ data: answers }), await registerBare({ firstName: "Ada" })];
	const { mergeId } = (await desk.merge(full.id, empty.id, ["firstName"])).body;
	expect((await formOf(full.submissionId)).data).toEqual(answers);
	await desk.undo(mergeId);
	expect((await find(empty.id))?.submissionId).toBeNull();

	const [one, two] = [await registerBare(), await registerBare({ firstName: "Ada" })];
	expect((await desk.compare(one.id, two.id)).body.fields.filter(({ section }) => section !== null)).toEqual([]);
	expect((await desk.merge(one.id, two.id, ["firstName"])).status).toBe(201);
});

test("what was changed since in a form that a merge gave stays with the one who was kept, in that form", async () => {
	const [kept, merged] = [await registerBare(), await desk.register({ data: answers })];
	const { mergeId } = (await desk.merge(kept.id, merged.id, taken)).body;
	const submissionId = (await find(kept.id))?.submissionId ?? "";
	expect(await desk.answer({ submissionId }, { jamb: "2026999" })).toBe(200);
	expect((await desk.undo(mergeId)).body.kept).toEqual(["JAMB number"]);
	expect((await formOf(submissionId)).data).toEqual({ jamb: "2026999" });
	expect((await find(kept.id))?.submissionId).toBe(submissionId);
	expect((await formOf(merged.submissionId)).data).toEqual(answers);
});

test("a form that a merge gave stays while somebody has a draft of it, and while another merge's answers are in it", async () => {
	const [kept, merged] = [await registerBare(), await desk.register({ data: { jamb: "2026001" } })];
	const third = await desk.register({ data: { phone: "08050000009" } });
	const first = (await desk.merge(kept.id, merged.id, ["form.jamb"])).body;
	const second = (await desk.merge(kept.id, third.id, ["form.phone"])).body;
	const submissionId = (await find(kept.id))?.submissionId ?? "";
	await desk.undo(first.mergeId);
	expect((await formOf(submissionId)).data).toEqual({ phone: "08050000009" });
	const draft = { organisationId: desk.organisation.id, userId: desk.user.id, submissionId, version: 1, data: {} };
	await testDb()
		.insert(formDrafts)
		.values({ ...draft, repeats: { sections: {}, rows: {} }, files: [], removedFiles: [], updatedAt: Date.now() });
	await desk.undo(second.mergeId);
	expect((await find(kept.id))?.submissionId, "nobody loses what they typed").toBe(submissionId);
	await testDb()
		.delete(formDrafts)
		.where(and(eq(formDrafts.submissionId, submissionId), eq(formDrafts.userId, desk.user.id)));
	const again = (await desk.merge(kept.id, third.id, ["form.phone"])).body;
	await desk.undo(again.mergeId);
	expect((await find(kept.id))?.submissionId, "the last answer has gone with the last merge").toBeNull();
});

test("a form that somebody has begun meanwhile is not lost, however late they begin it", async () => {
	const { bindings, before } = besideCommit();
	desk = await openPairDesk({ bindings });
	const [kept, merged] = [await registerBare(), await desk.register({ data: answers })];
	const begin = async () => {
		await testDb().run(sql`INSERT INTO submissions SELECT organisation_id, 'begun', ${kept.id}, form_design_id, 1, '{}',
			repeats, 0, 1, NULL, 1 FROM submissions WHERE id = ${merged.submissionId}`);
		await testDb().update(applicants).set({ submissionId: "begun" }).where(eq(applicants.id, kept.id));
	};
	const seen = await desk.seen(kept.id, merged.id);
	before(begin);
	const send = async () => {
		const { status, body } = await desk.send("POST", "/duplicates/merges", { ...seen, taken });
		return [status, body.code];
	};
	expect(await send()).toEqual([409, "stale_merge"]);
	expect((await find(kept.id))?.submissionId).toBe("begun");
	expect(await send(), "seen before it is written, too").toEqual([409, "stale_merge"]);
});
