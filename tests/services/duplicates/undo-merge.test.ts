import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { besideCommit, openPairFixture, type PairFixture, rowsOf } from "#tests/services/duplicates/pair-fixture";
import { createLocation, createReferee, createTransaction, testDb } from "#tests/support/factories";
import { applicantLog, applicants, letters } from "#worker/database/schema/applicants";
import { emails, mailings } from "#worker/database/schema/emails";
import { formDrafts } from "#worker/database/schema/forms";
import { groupCandidates } from "#worker/database/schema/uploaded-candidates";

let desk: PairFixture;
beforeEach(async () => {
	desk = await openPairFixture();
});

const dayMs = 86_400_000;
const find = async (id: string) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0];

/** Tables that an undo restores to the letter. */
const comparedTables = [
	...["applicant_counts", "applicant_needs", "identity_keys", "duplicate_pairs", "dismissed_pairs", "duplicate_counts"],
	...["transactions", "referees", "letters", "emails", "group_candidates", "candidate_groups", "attachments"],
];

/** why: a pair that is found again is found anew. */
const foundAt = /,\\"found_at\\":\d+/g;

const insertBelongings = async (target: { id: string }, source: { id: string; organisationId: string }) => {
	const { organisationId } = source;
	const log = { organisationId, type: "STAGE_CHANGE", createdAt: 5 };
	await testDb()
		.insert(applicantLog)
		.values([
			{ ...log, applicantId: target.id, id: "batch-1", reason: "both" },
			{ ...log, applicantId: source.id, id: "batch-1", reason: "both, the source" },
			{ ...log, applicantId: source.id, id: "own-1", reason: "alone" },
		]);
	const mailing = { organisationId, applicationId: desk.application.id, subject: "S", content: "C", createdBy: "u" };
	const sent = { organisationId, status: "sent" as const, dueAt: 1, createdAt: 1 };
	await testDb()
		.insert(mailings)
		.values(
			["m1", "m2"].map((id) => ({
				...{ ...mailing, id, status: "ready" as const, sendAfter: 0, senderUsername: "u", createdAt: 1 },
			})),
		);
	await testDb()
		.insert(emails)
		.values([
			{ ...sent, id: "e1", mailingId: "m1", applicantId: target.id },
			{ ...sent, id: "e2", mailingId: "m1", applicantId: source.id },
			{ ...sent, id: "e3", mailingId: "m2", applicantId: source.id },
		]);
	await testDb()
		.insert(letters)
		.values({
			...{ organisationId, id: "l1", applicantId: source.id, templateId: "t", templateName: "Offer", size: 1 },
			...{ objectKey: "letters/x", createdBy: "u", createdByName: "U", createdAt: 9 },
		});
	await testDb().run(sql`INSERT INTO candidate_groups (organisation_id, id, name, name_key, application_id, created_by,
		created_at, updated_at) VALUES (${organisationId}, 'g', 'List', 'list', ${desk.application.id}, 'u', 1, 1)`);
	await testDb()
		.insert(groupCandidates)
		.values({
			...{ organisationId, groupId: "g", id: "c1", examKey: "2026777", data: {}, searchText: "", importId: "i" },
			...{ applicantId: source.id, createdAt: 1, updatedAt: 1 },
		});
};

test("an undo leaves everything as it was: rows, counts, needs, pairs, search, answers, files and log", async () => {
	const { id: organisationId } = desk.organisation;
	const [, next] = desk.application.steps;
	const target = await desk.register({ data: { phone: "08070000001", dob: "2007-02-02" } });
	const source = await desk.register({
		...{ firstName: "Ada", ...(next && { stepId: next.id }), letterUrl: "/letters/l1", photoKey: "photo" },
		data: { phone: "08070000001", jamb: "2026777", school__2: "Queens", school: "Kings" },
	});
	const third = await desk.register({ firstName: "Ada", data: { jamb: "2026777" } });
	await desk.dismiss(source.id, third.id);
	await createReferee(source);
	await createTransaction(source, { status: "pending" });
	await desk.attach(source, "papers", "waec.pdf");
	await desk.attach(target, "papers", "neco.pdf");
	await insertBelongings(target, source);
	const rows = async () =>
		JSON.parse(JSON.stringify(await rowsOf(organisationId, comparedTables)).replaceAll(foundAt, ""));
	const before = await rows();
	const [targetBefore, sourceBefore] = [await find(target.id), await find(source.id)];
	const forms = async () => [
		(await desk.get(`/forms/${target.submissionId}`)).body.data,
		(await desk.get(`/forms/${target.submissionId}`)).body.duplicateFields,
		(await desk.get(`/forms/${source.submissionId}`)).body.data,
	];
	const [formsBefore, blocks] = [await forms(), await blocksOf(organisationId)];

	const fields = ["firstName", "stageId", "form.jamb", "form.school", "form.school__2", "form.papers"];
	const { mergeId } = (await desk.merge(target.id, source.id, fields)).body;
	const kinds = await rowsOf(organisationId, ["emails", "letters", "group_candidates", "applicant_log"]);
	const ofSource = Object.values(kinds).flatMap((rows) => rows.filter((row) => row.includes(`"${source.id}"`)));
	expect(ofSource, "only the email of a mailing that both were sent stays").toHaveLength(1);
	expect((await find(target.id))?.letterUrl).toBe(`/${organisationId}/applicants/${target.id}/letters/l1`);
	expect(await forms()).not.toEqual(formsBefore);
	expect((await desk.open(mergeId)).moved).toEqual({
		...{ transactions: 1, referees: 1, letters: 1, emails: 2, attachments: 1, logEntries: 2 },
	});

	const undone = await desk.undo(mergeId);
	expect(undone).toEqual({
		status: 200,
		body: { targetId: target.id, sourceId: source.id, sourceName: "Ada Chinonso Okafor" },
	});
	expect(await rows()).toEqual(before);
	expect(await blocksOf(organisationId)).toEqual(blocks);
	expect(await find(source.id)).toEqual(sourceBefore);
	const seen = { version: 3, updatedAt: expect.any(Number) };
	const reviewed = { lastReviewedAt: expect.any(Number), lastReviewedBy: expect.any(String) };
	expect(await find(target.id)).toEqual({ ...targetBefore, ...seen, ...reviewed });
	expect(await forms()).toEqual(formsBefore);
	const logOf = async (id: string) => (await desk.get(`/candidates/${id}/log`)).body.data?.map(({ reason }) => reason);
	expect(await logOf(source.id)).toEqual([
		`The merge into Adaeze Chinonso Okafor (${target.applicationNumber}) was undone.`,
		...["alone", "both, the source"],
	]);
	const [undoEntry, , lastEntry] = (await logOf(target.id)) ?? [];
	expect(undoEntry).toBe(`The merge of Ada Chinonso Okafor (${source.applicationNumber}) into this record was undone.`);
	expect(lastEntry).toBe("both");
	const [changes = []] = [(await desk.get(`/candidates/${target.id}/changes`)).body.data];
	expect(
		changes.filter(({ field }) => field === "firstName").map((change) => [change.old, change.new]),
		"the modification log has both",
	).toEqual([
		["Ada", "Adaeze"],
		["Adaeze", "Ada"],
	]);
	const found = `/candidates?applicationId=${desk.application.id}&keyword=${encodeURIComponent(source.applicationNumber)}`;
	expect((await desk.get(found)).body.data).toMatchObject([{ id: source.id }]);
	expect((await desk.get(`/candidates/${source.id}`)).body).toMatchObject({ id: source.id });

	const again = (await desk.merge(target.id, source.id, fields)).body;
	expect((await desk.undo(again.mergeId)).body).toEqual(undone.body);
	expect(await rows()).toEqual(before);
});

/** Blocks that hold somebody: an empty one is as good as none. */
const blocksOf = (organisationId: string) =>
	testDb().all(sql`SELECT application_id, step_id, block, applicants FROM applicant_blocks
		WHERE organisation_id = ${organisationId} AND applicants > 0 ORDER BY 1, 2, 3`);

/** Merges two applicants; the source was at the second stage and the second course, and was posted. */
const mergeTwo = async (fields: readonly string[] = ["firstName"]) => {
	const [, step] = desk.application.steps;
	const [, course] = desk.application.courses;
	const location = await createLocation(desk.organisation.id, "Kaduna");
	if (!step || !course) throw new Error("there are two of each");
	const target = await desk.register();
	const placed = { stepId: step.id, courseId: course.id, locationId: location.id };
	const source = await desk.register({ firstName: "Ada", ...placed, data: { phone: "08080000002" } });
	const { mergeId } = (await desk.merge(target.id, source.id, fields)).body;
	return { target, source, mergeId, step, course, location };
};

const changedTables = ["applicants", "submissions", "merges", "identity_keys", "applicant_log", "events"];

/** Expects that a merge cannot be undone, that the page says the same, and that nothing is written. */
const expectRefused = async (mergeId: string, error: string) => {
	const before = await rowsOf(desk.organisation.id, changedTables);
	expect((await desk.open(mergeId)).cannotUndo).toBe(error);
	const { status, body } = await desk.undo(mergeId);
	expect([status, body.code, body.error]).toEqual([409, "merge_not_undoable", error]);
	expect(await rowsOf(desk.organisation.id, changedTables)).toEqual(before);
};

const changed = "The kept record has been changed since the merge, so the merge can no longer be undone.";

test("a merge is not undone after the record or the form of the target was changed", async () => {
	const moved = await mergeTwo();
	await desk.send("PATCH", `/candidates/${moved.target.id}`, { locationId: moved.location.id });
	await expectRefused(moved.mergeId, changed);
	const edited = await mergeTwo(["form.phone"]);
	expect(await desk.answer(edited.target, { phone: "08080000003" })).toBe(200);
	await expectRefused(edited.mergeId, changed);
	const versioned = await mergeTwo();
	await testDb().run(sql`UPDATE submissions SET version = 9 WHERE id = ${versioned.target.submissionId}`);
	await expectRefused(versioned.mergeId, changed);
});

test("a merge is undone for 90 days, and not later", async () => {
	const [first, second] = [await mergeTwo(), await mergeTwo()];
	await desk.ageMerges(90 * dayMs - 1);
	expect((await desk.undo(first.mergeId)).status).toBe(200);
	await desk.ageMerges(1);
	await expectRefused(second.mergeId, "A merge can be undone for 90 days. This one is older.");
});

test("a merge is undone once, also when it is asked twice at once", async () => {
	const { mergeId, target, source } = await mergeTwo();
	const both = await Promise.all([desk.undo(mergeId), desk.undo(mergeId)]);
	expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
	expect(await desk.undo(mergeId)).toMatchObject({
		...{ status: 409, body: { error: "This merge has already been undone." } },
	});
	expect(await desk.open(mergeId)).toMatchObject({ cannotUndo: null, undone: { by: expect.any(String) } });
	const log = (await desk.get(`/candidates/${target.id}/log`)).body.data ?? [];
	expect(log.filter(({ type }) => type === "MERGE_UNDONE")).toHaveLength(1);
	expect(await find(source.id)).toMatchObject({ firstName: "Ada" });
});

test("a merge is not undone when the stage, course, location or application of one of the two is gone", async () => {
	const { mergeId, step, course, location } = await mergeTwo();
	const remove = (table: string, id: string) =>
		testDb().run(
			sql`DELETE FROM ${sql.identifier(table)} WHERE organisation_id = ${desk.organisation.id} AND id = ${id}`,
		);
	for (const [table, id, place] of [
		["locations", location.id, "The location of one of the two records"],
		["courses", course.id, "The course of one of the two records"],
		["workflow_steps", step.id, "The stage of one of the two records"],
	] as const) {
		await remove(table, id);
		await expectRefused(mergeId, `${place} no longer exists, so the merge cannot be undone.`);
	}
	await remove("applications", desk.application.id);
	await expectRefused(mergeId, "The application no longer exists, so the merge cannot be undone.");
});

test("a disabled course and a closed application do not prevent an undo", async () => {
	const { mergeId, source, course } = await mergeTwo();
	const { id } = desk.organisation;
	await testDb().run(sql`UPDATE courses SET status = 'disabled' WHERE organisation_id = ${id}`);
	await testDb().run(sql`DELETE FROM application_courses WHERE organisation_id = ${id} AND course_id = ${course.id}`);
	await testDb().run(sql`UPDATE applications SET active = 0 WHERE organisation_id = ${id}`);
	expect((await desk.undo(mergeId)).status).toBe(200);
	expect(await find(source.id)).toMatchObject({ courseId: course.id });
});

test("a merge is not undone while another applicant has the source's number", async () => {
	const { mergeId, source } = await mergeTwo();
	const holder = await desk.register({ applicationNumber: source.applicationNumber });
	await expectRefused(
		mergeId,
		"Another applicant has the merged record's application number now, so the merge cannot be undone.",
	);
	await testDb().run(sql`UPDATE applicants SET application_number = 'free' WHERE id = ${holder.id}`);
	expect((await desk.undo(mergeId)).status).toBe(200);
});

test("of several merges the last is undone first, each leaving what was there before it", async () => {
	const people: Awaited<ReturnType<PairFixture["register"]>>[] = [];
	for (const phone of ["08090000001", "08090000002", "08090000003", "08090000004"])
		people.push(await desk.register({ data: { phone }, lastName: phone }));
	const [target, one, other, last] = people;
	if (!target || !one || !other || !last) throw new Error("four were registered");
	for (const person of people) await desk.attach(person, "papers", "waec.pdf");
	const formsOf = async () =>
		Promise.all(
			people.map(async ({ submissionId }) => {
				const { data, attachments } = (await desk.get(`/forms/${submissionId}`)).body as Record<string, unknown>;
				return { data, attachments };
			}),
		);
	const before = await formsOf();
	const fields = ["form.phone", "form.papers"];
	const merges: string[] = [];
	for (const [kept, merged] of [
		[target.id, one.id],
		[target.id, other.id],
		[last.id, target.id],
	] as const)
		merges.push((await desk.merge(kept, merged, fields)).body.mergeId);
	const [first = "", second = "", third = ""] = merges;
	const mergedAgain = "The kept record has been merged again since. Undo that merge first.";
	for (const mergeId of [first, second]) await expectRefused(mergeId, mergedAgain);
	expect((await desk.undo(third)).status).toBe(200);
	await expectRefused(first, mergedAgain);
	for (const mergeId of [second, first]) expect((await desk.undo(mergeId)).status).toBe(200);
	expect(await formsOf()).toEqual(before);
	for (const { id } of people) expect((await desk.get(`/candidates/${id}`)).body).toMatchObject({ id });
});

test("an undo and a change at once are one of the two", async () => {
	const { bindings, before } = besideCommit();
	desk = await openPairFixture({ bindings });
	const { mergeId, target, source, location } = await mergeTwo();
	before(() => desk.send("PATCH", `/candidates/${target.id}`, { locationId: location.id }));
	expect(await desk.undo(mergeId)).toMatchObject({ status: 409, body: { error: changed } });
	expect([(await find(target.id))?.locationId, await find(source.id)]).toEqual([location.id, undefined]);
});

test("a source without a form has none after an undo, nor has a target whose form the merge created", async () => {
	const bare = async (firstName: string) => {
		const made = await desk.register({ firstName, hasForm: false });
		await testDb().run(sql`DELETE FROM submissions WHERE id = ${made.submissionId}`);
		return made;
	};
	const [target, source] = [
		await bare("Bare"),
		await desk.register({ data: { jamb: "2026001", phone: "0805000001" } }),
	];
	const papers = await desk.attach(source, "papers", "waec.pdf");
	const tables = ["submissions", "attachments", "identity_keys", "duplicate_pairs"];
	const before = await rowsOf(desk.organisation.id, tables);
	const { mergeId } = (await desk.merge(target.id, source.id, ["form.jamb", "form.papers"])).body;
	const formId = (await find(target.id))?.submissionId ?? "";
	expect((await desk.get<{ attachments: object[] }>(`/forms/${formId}`)).body.attachments).toMatchObject([
		{ id: papers },
	]);
	const draft = { organisationId: desk.organisation.id, userId: desk.user.id, submissionId: formId, version: 1 };
	await testDb()
		.insert(formDrafts)
		.values({
			...{
				...draft,
				data: {},
				repeats: { sections: {}, rows: {} },
				files: [],
				removedFiles: [],
				updatedAt: Date.now(),
			},
		});
	await expectRefused(mergeId, changed);
	await testDb().delete(formDrafts).where(eq(formDrafts.submissionId, formId));
	expect((await desk.undo(mergeId)).status).toBe(200);
	expect((await find(target.id))?.submissionId).toBeNull();
	expect(await rowsOf(desk.organisation.id, tables)).toEqual(before);

	const turned = (await desk.merge(source.id, target.id, ["firstName"])).body;
	expect((await desk.undo(turned.mergeId)).status).toBe(200);
	expect((await find(target.id))?.submissionId).toBeNull();
	expect((await find(source.id))?.submissionId).toBe(source.submissionId);
});

test("a letter that was made and a reference that was given since stay with whose they are", async () => {
	const { mergeId, target, source } = await mergeTwo();
	const { organisationId } = target;
	const referee = await createReferee(target);
	await testDb()
		.insert(letters)
		.values({
			...{ organisationId, id: "l2", applicantId: target.id, templateId: "t", templateName: "Offer", size: 1 },
			...{ objectKey: "letters/y", createdBy: "u", createdByName: "U", createdAt: 9 },
		});
	expect((await desk.undo(mergeId)).status).toBe(200);
	expect((await find(target.id))?.letterUrl).toBe(`/${organisationId}/applicants/${target.id}/letters/l2`);
	expect((await desk.get(`/candidates/${target.id}/referees`)).body.data).toMatchObject([{ id: referee.id }]);
	expect((await desk.get(`/candidates/${source.id}/referees`)).body.data).toEqual([]);
});

test("a source whose place in the list was given to another applicant comes back at its end", async () => {
	const [target, source] = [await desk.register(), await desk.register({ firstName: "Last" })];
	const { mergeId } = (await desk.merge(target.id, source.id)).body;
	const newer = await desk.register({ firstName: "Newer" });
	expect((await desk.undo(mergeId)).status).toBe(200);
	const seqs = [(await find(source.id))?.seq, (await find(newer.id))?.seq];
	expect(new Set(seqs).size).toBe(2);
	expect((await desk.get(`/candidates?applicationId=${desk.application.id}&keyword=last`)).body.data).toMatchObject([
		{ id: source.id },
	]);
});

test("a merge of another institution is not found", async () => {
	const { mergeId, source } = await mergeTwo();
	const other = await openPairFixture();
	expect((await other.get(`/duplicates/merges/${mergeId}`)).status).toBe(404);
	expect((await other.undo(mergeId)).status).toBe(404);
	expect((await other.get(`/candidates/${source.id}`)).status).toBe(404);
});
