import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { besideCommit, openPairFixture, type PairFixture, rowsOf } from "#tests/services/duplicates/pair-fixture";
import {
	createApplicant,
	createLocation,
	createReferee,
	createStructure,
	createTransaction,
	createUser,
	testDb,
} from "#tests/support/factories";
import { applicantLog, applicants, letters } from "#worker/database/schema/applicants";
import { users } from "#worker/database/schema/auth";
import { emails, mailings } from "#worker/database/schema/emails";
import { formDrafts } from "#worker/database/schema/forms";
import { events } from "#worker/database/schema/records";
import { paymentExceptions } from "#worker/database/schema/transactions";
import { groupCandidates } from "#worker/database/schema/uploaded-candidates";
import { templates } from "#worker/database/schema/workflows";
import type { LogEntry } from "#worker/services/applicants/contract";

let staff: PairFixture;
beforeEach(async () => {
	staff = await openPairFixture();
});

const dayMs = 86_400_000;
const find = async (id: string) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0];

const restoredTables = [
	"applicants",
	"submissions",
	"attachments",
	"transactions",
	"referees",
	"letters",
	"emails",
	"applicant_log",
	"applicant_counts",
	"applicant_blocks",
	"applicant_needs",
	"identity_keys",
	"duplicate_pairs",
	"dismissed_pairs",
	"duplicate_counts",
	"group_candidates",
	"candidate_groups",
];

/**
 * Returns the rows that an undo restores, without versions and times, which always rise, and without empty blocks.
 */
const restorable = async () => {
	const tables = await rowsOf(staff.organisation.id, restoredTables);
	const newer = /,"(found_at|version|updated_at|last_reviewed_at|last_reviewed_by)":[^,}]+/g;
	const rows = Object.values(tables).flat();
	return rows.filter((row) => !/"type":"MERGE|"applicants":0/.test(row)).map((row) => row.replaceAll(newer, ""));
};

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
	const mailing = { organisationId, applicationId: staff.application.id, subject: "S", content: "C", createdBy: "u" };
	const sent = { organisationId, status: "sent" as const, dueAt: 1, createdAt: 1 };
	await testDb()
		.insert(mailings)
		.values(
			["m1", "m2"].map((id) => ({
				...mailing,
				id,
				status: "ready" as const,
				sendAfter: 0,
				senderUsername: "u",
				createdAt: 1,
			})),
		);
	await testDb()
		.insert(emails)
		.values([
			{ ...sent, id: "e1", mailingId: "m1", applicantId: target.id },
			{ ...sent, id: "e2", mailingId: "m1", applicantId: source.id },
			{ ...sent, id: "e3", mailingId: "m2", applicantId: source.id },
		]);
	await testDb().insert(letters).values({
		organisationId,
		id: "l1",
		applicantId: source.id,
		templateId: "t",
		templateName: "Offer",
		size: 1,
		objectKey: "letters/x",
		createdBy: "u",
		createdByName: "U",
		createdAt: 9,
	});
	await testDb().run(sql`INSERT INTO candidate_groups (organisation_id, id, name, name_key, application_id, created_by,
		created_at, updated_at) VALUES (${organisationId}, 'g', 'List', 'list', ${staff.application.id}, 'u', 1, 1)`);
	await testDb().insert(groupCandidates).values({
		organisationId,
		groupId: "g",
		id: "c1",
		examKey: "2026777",
		data: {},
		searchText: "",
		importId: "i",
		applicantId: source.id,
		createdAt: 1,
		updatedAt: 1,
	});
};

test("an undo restores everything: rows, counts, needs, pairs, search, answers, files and log", async () => {
	const { id: organisationId } = staff.organisation;
	const [, next] = staff.application.steps;
	const target = await staff.register({ data: { phone: "08070000001", dob: "2007-02-02" } });
	const source = await staff.register({
		firstName: "Ada",
		...(next && { stepId: next.id }),
		letterUrl: "/letters/l1",
		photoKey: "photo",
		data: { phone: "08070000001", jamb: "2026777", school__2: "Queens", school: "Kings" },
	});
	const third = await staff.register({ firstName: "Ada", data: { jamb: "2026777" } });
	await staff.dismiss(source.id, third.id);
	await createReferee(source);
	await createTransaction(source, { status: "pending" });
	await staff.attach(source, "papers", "waec.pdf");
	await staff.attach(target, "papers", "neco.pdf");
	await insertBelongings(target, source);
	const before = await restorable();

	const fields = ["firstName", "stageId", "form.jamb", "form.school", "form.school__2", "form.papers"];
	const { mergeId } = (await staff.merge(target.id, source.id, fields)).body;
	const kinds = await rowsOf(organisationId, ["emails", "letters", "group_candidates", "applicant_log"]);
	const ofSource = Object.values(kinds).flatMap((rows) => rows.filter((row) => row.includes(`"${source.id}"`)));
	expect(ofSource, "only the email of a mailing that was sent to both stays").toHaveLength(1);
	expect((await find(target.id))?.letterUrl).toBe(`/${organisationId}/applicants/${target.id}/letters/l1`);
	expect((await staff.open(mergeId)).moved).toEqual({
		transactions: 1,
		referees: 1,
		letters: 1,
		emails: 2,
		attachments: 1,
		logEntries: 2,
	});

	const log = (await staff.get<{ data: LogEntry[] }>(`/candidates/${target.id}/log`)).body.data;
	expect(log.map(({ reason, mergedNumber }) => [reason, mergedNumber])).toEqual([
		[expect.stringContaining("was merged into this record"), null],
		["alone", source.applicationNumber],
		["both, the source", source.applicationNumber],
		["both", null],
	]);

	const undone = await staff.undo(mergeId);
	const sourceName = "Ada Chinonso Okafor";
	expect(undone).toEqual({ status: 200, body: { targetId: target.id, sourceId: source.id, sourceName } });
	expect(await restorable()).toEqual(before);
	expect([(await find(target.id))?.version, (await find(source.id))?.version]).toEqual([3, 1]);
	const [ofTarget, ofArchived] = await Promise.all(
		[target, source].map(async ({ id }) => (await staff.get(`/candidates/${id}/log`)).body.data?.[0]),
	);
	expect([ofTarget?.reason, ofArchived?.reason]).toEqual([
		`The merge of ${sourceName} (${source.applicationNumber}) into this record was undone.`,
		`The merge into Adaeze Chinonso Okafor (${target.applicationNumber}) was undone.`,
	]);
	const changes = (await staff.get(`/candidates/${target.id}/changes`)).body.data ?? [];
	const names = changes.filter(({ field }) => field === "firstName").map((change) => [change.old, change.new]);
	expect(names, "the modification log has both").toEqual([
		["Ada", "Adaeze"],
		["Adaeze", "Ada"],
	]);
	const found = `/candidates?applicationId=${staff.application.id}&keyword=${encodeURIComponent(source.applicationNumber)}`;
	expect((await staff.get(found)).body.data).toMatchObject([{ id: source.id }]);

	const again = (await staff.merge(target.id, source.id, fields)).body;
	expect((await staff.undo(again.mergeId)).body).toEqual(undone.body);
	expect(await restorable()).toEqual(before);
});

test("payments of both records for the same are noted as paid twice, until the merge is undone", async () => {
	const [target, source] = [await staff.register(), await staff.register({ firstName: "Ada" })];
	await createTransaction(target);
	const moved = await createTransaction(source);
	await createTransaction(source, { status: "failed" });
	await createTransaction(source, { items: [{ name: "Hostel", amount: 2_000, currency: "NGN" }], amount: 2_000 });
	const { mergeId } = (await staff.merge(target.id, source.id, [])).body;
	const noted = () =>
		testDb().select().from(paymentExceptions).where(eq(paymentExceptions.organisationId, staff.organisation.id));
	const open = {
		kind: "paid_twice",
		subject: moved.id,
		transactionId: moved.id,
		amount: moved.amount,
		resolvedAt: null,
	};
	expect(await noted()).toMatchObject([open]);
	const told = await testDb().select().from(events).where(eq(events.organisationId, staff.organisation.id));
	expect(
		told.filter(({ type }) => type === "payment.questioned").map(({ payload }) => payload),
		"the exception desk hears of it",
	).toMatchObject([{ transactionId: moved.id, reference: moved.reference, applicantIds: [target.id] }]);
	expect((await staff.undo(mergeId)).status).toBe(200);
	expect(await noted()).toMatchObject([{ action: "settled", resolution: "The merge of two applicants was undone." }]);
	expect((await staff.merge(target.id, source.id, [])).status).toBe(201);
	expect(await noted(), "who merges them again is told again").toMatchObject([{ ...open, action: null }]);
});

/** Merges two applicants; the source was at the second stage and the second course, and was posted. */
const mergeTwo = async (fields: readonly string[] = ["firstName"]) => {
	const [, step] = staff.application.steps;
	const [, course] = staff.application.courses;
	const location = await createLocation(staff.organisation.id, `Kaduna ${crypto.randomUUID()}`);
	if (!step || !course) throw new Error("there are two of each");
	const target = await staff.register();
	const placed = { stepId: step.id, courseId: course.id, locationId: location.id };
	const source = await staff.register({ firstName: "Ada", ...placed, data: { phone: "08080000002" } });
	const { mergeId } = (await staff.merge(target.id, source.id, fields)).body;
	return { target, source, mergeId, step, course, location };
};

const changedTables = ["applicants", "submissions", "merges", "identity_keys", "applicant_log", "events"];

/** Expects that a merge cannot be undone, that the page says the same, and that nothing is written. */
const expectRefused = async (mergeId: string, error: string) => {
	const before = await rowsOf(staff.organisation.id, changedTables);
	expect((await staff.open(mergeId)).cannotUndo).toBe(error);
	const { status, body } = await staff.undo(mergeId);
	expect([status, body.code, body.error]).toEqual([409, "merge_not_undoable", error]);
	expect(await rowsOf(staff.organisation.id, changedTables)).toEqual(before);
};

const changed = "The kept record has been changed since the merge, so the merge can no longer be undone.";

test("refuses to undo a merge after the target's record or form was changed", async () => {
	const moved = await mergeTwo();
	await staff.send("PATCH", `/candidates/${moved.target.id}`, { locationId: moved.location.id });
	await expectRefused(moved.mergeId, changed);
	const edited = await mergeTwo(["form.phone"]);
	expect(await staff.answer(edited.target, { phone: "08080000003" })).toBe(200);
	await expectRefused(edited.mergeId, changed);
	const versioned = await mergeTwo();
	await testDb().run(sql`UPDATE submissions SET version = 9 WHERE id = ${versioned.target.submissionId}`);
	await expectRefused(versioned.mergeId, changed);
});

test("undoes a merge for 90 days", async () => {
	const [first, second] = [await mergeTwo(), await mergeTwo()];
	await staff.ageMerges(90 * dayMs - 1);
	expect((await staff.undo(first.mergeId)).status).toBe(200);
	await staff.ageMerges(1);
	await expectRefused(second.mergeId, "A merge can be undone for 90 days. This one is older.");
});

test("undoes a merge once, also when two ask at the same moment", async () => {
	const { mergeId, target, source } = await mergeTwo();
	const both = await Promise.all([staff.undo(mergeId), staff.undo(mergeId)]);
	expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
	expect(await staff.undo(mergeId)).toMatchObject({
		status: 409,
		body: { error: "This merge has already been undone." },
	});
	expect(await staff.open(mergeId)).toMatchObject({ cannotUndo: null, undone: { by: expect.any(String) } });
	const log = (await staff.get(`/candidates/${target.id}/log`)).body.data ?? [];
	expect(log.filter(({ type }) => type === "MERGE_UNDONE")).toHaveLength(1);
	expect(await find(source.id)).toMatchObject({ firstName: "Ada" });
});

test("refuses to undo a merge when the stage, course, location or application of one of the two was deleted", async () => {
	const { mergeId, step, course, location } = await mergeTwo();
	const remove = (table: string, id: string) =>
		testDb().run(
			sql`DELETE FROM ${sql.identifier(table)} WHERE organisation_id = ${staff.organisation.id} AND id = ${id}`,
		);
	for (const [table, id, place] of [
		["locations", location.id, "The location of one of the two records"],
		["courses", course.id, "The course of one of the two records"],
		["workflow_steps", step.id, "The stage of one of the two records"],
	] as const) {
		await remove(table, id);
		await expectRefused(mergeId, `${place} no longer exists, so the merge cannot be undone.`);
	}
	await remove("applications", staff.application.id);
	await expectRefused(mergeId, "The application no longer exists, so the merge cannot be undone.");
});

test("undoes a merge with a disabled course and a closed application", async () => {
	const { mergeId, source, course } = await mergeTwo();
	const { id } = staff.organisation;
	await testDb().run(sql`UPDATE courses SET status = 'disabled' WHERE organisation_id = ${id}`);
	await testDb().run(sql`DELETE FROM application_courses WHERE organisation_id = ${id} AND course_id = ${course.id}`);
	await testDb().run(sql`UPDATE applications SET active = 0 WHERE organisation_id = ${id}`);
	expect((await staff.undo(mergeId)).status).toBe(200);
	expect(await find(source.id)).toMatchObject({ courseId: course.id });
});

test("refuses to undo a merge while another applicant has the source's number", async () => {
	const { mergeId, source } = await mergeTwo();
	const holder = await staff.register({ applicationNumber: source.applicationNumber });
	await expectRefused(
		mergeId,
		"Another applicant has the merged record's application number now, so the merge cannot be undone.",
	);
	await testDb().run(sql`UPDATE applicants SET application_number = 'free' WHERE id = ${holder.id}`);
	expect((await staff.undo(mergeId)).status).toBe(200);
});

test("undoes the last of several merges first, each to the state before it", async () => {
	const people: Awaited<ReturnType<PairFixture["register"]>>[] = [];
	for (const phone of ["08090000001", "08090000002", "08090000003", "08090000004"])
		people.push(await staff.register({ data: { phone }, lastName: phone }));
	const [target, one, other, last] = people;
	if (!target || !one || !other || !last) throw new Error("four were registered");
	for (const person of people) await staff.attach(person, "papers", "waec.pdf");
	const before = await restorable();
	const merge = async (kept: { id: string }, merged: { id: string }) =>
		(await staff.merge(kept.id, merged.id, ["form.phone", "form.papers"])).body.mergeId;
	const [first, second] = [await merge(target, one), await merge(target, other)];
	const third = await merge(last, target);
	const mergedAgain = "The kept record has been merged again since. Undo that merge first.";
	for (const mergeId of [first, second]) await expectRefused(mergeId, mergedAgain);
	expect((await staff.undo(third)).status).toBe(200);
	await expectRefused(first, mergedAgain);
	for (const mergeId of [second, first]) expect((await staff.undo(mergeId)).status).toBe(200);
	expect(await restorable()).toEqual(before);
	for (const { id } of people) expect((await staff.get(`/candidates/${id}`)).body).toMatchObject({ id });
});

test("a user of one place undoes no merge that would bring back a record of another place", async () => {
	const { id: organisationId } = staff.organisation;
	const { departmentId } = await createStructure(organisationId);
	const [mine, theirs] = staff.application.courses;
	await testDb().run(sql`UPDATE courses SET admin_level_item_id = ${departmentId}
		WHERE organisation_id = ${organisationId} AND id = ${mine?.id}`);
	const target = await staff.register({ courseId: mine?.id });
	const source = await staff.register({ courseId: theirs?.id });
	const { mergeId } = (await staff.merge(target.id, source.id)).body;
	const bind = (place: string | null) =>
		testDb().run(sql`UPDATE user_roles SET admin_level_item_id = ${place}
			WHERE organisation_id = ${organisationId} AND user_id = ${staff.user.id}`);
	await bind(departmentId);
	await expectRefused(
		mergeId,
		"The merged record is of a place that is not yours. Ask a colleague who works there to undo the merge.",
	);
	expect(await find(source.id)).toBeUndefined();
	await bind(null);
	expect(await staff.undo(mergeId)).toMatchObject({ status: 200 });
	expect(await find(source.id)).toBeDefined();
});

test("lets one of a simultaneous undo and change win", async () => {
	const { bindings, before } = besideCommit();
	staff = await openPairFixture({ bindings });
	const { mergeId, target, source, location } = await mergeTwo();
	before(() => staff.send("PATCH", `/candidates/${target.id}`, { locationId: location.id }));
	expect(await staff.undo(mergeId)).toMatchObject({ status: 409, body: { error: changed } });
	expect([(await find(target.id))?.locationId, await find(source.id)]).toEqual([location.id, undefined]);
});

test("an undo removes the form that the merge created, once it has no draft", async () => {
	const target = await staff.register({ hasForm: false });
	await testDb().run(sql`DELETE FROM submissions WHERE id = ${target.submissionId}`);
	const source = await staff.register({ data: { jamb: "2026001", phone: "0805000001" } });
	const papers = await staff.attach(source, "papers", "waec.pdf");
	const before = await restorable();
	const { mergeId } = (await staff.merge(target.id, source.id, ["form.jamb", "form.papers"])).body;
	const submissionId = (await find(target.id))?.submissionId ?? "";
	const form = (await staff.get<{ attachments: object[] }>(`/forms/${submissionId}`)).body;
	expect(form.attachments).toMatchObject([{ id: papers }]);
	const { id: organisationId } = staff.organisation;
	const draft = { organisationId, userId: staff.user.id, submissionId, version: 1, data: {}, files: [], updatedAt: 1 };
	await testDb()
		.insert(formDrafts)
		.values({ ...draft, repeats: { sections: {}, rows: {} }, removedFiles: [] });
	await expectRefused(mergeId, changed);
	await testDb().delete(formDrafts).where(eq(formDrafts.submissionId, submissionId));
	expect((await staff.undo(mergeId)).status).toBe(200);
	expect(await restorable()).toEqual(before);

	const turned = (await staff.merge(source.id, target.id, ["firstName"])).body;
	expect((await staff.undo(turned.mergeId)).status).toBe(200);
	expect(await restorable()).toEqual(before);
});

test("an undo leaves letters and referees that the target got since with the target", async () => {
	const { mergeId, target, source } = await mergeTwo();
	const { organisationId } = target;
	const { id } = await createReferee(target);
	await testDb().insert(letters).values({
		organisationId,
		id: "l2",
		applicantId: target.id,
		templateId: "t",
		templateName: "Offer",
		size: 1,
		objectKey: "letters/y",
		createdBy: "u",
		createdByName: "U",
		createdAt: 9,
	});
	const letterUrl = `/${organisationId}/applicants/${target.id}/letters/l2`;
	await testDb().update(applicants).set({ letterUrl }).where(eq(applicants.id, target.id));
	expect((await staff.undo(mergeId)).status).toBe(200);
	expect((await find(target.id))?.letterUrl).toBe(letterUrl);
	const refereesOf = async (applicantId: string) => (await staff.get(`/candidates/${applicantId}/referees`)).body.data;
	expect([await refereesOf(target.id), await refereesOf(source.id)]).toMatchObject([[{ id }], []]);
});

test("a letter that was withdrawn does not come into force again by a merge or its undo", async () => {
	const [target, source] = [await createApplicant(staff.application), await createApplicant(staff.application)];
	const { organisationId } = target;
	await testDb()
		.insert(templates)
		.values({
			organisationId,
			id: "admission",
			name: "Admission letter",
			type: "document" as const,
			content: "<p>Dear {{firstName}}</p>",
			createdAt: 1,
			updatedAt: 1,
		});
	const make = async (id: string) => {
		staff.clock.advance(1_000);
		return (await staff.send<{ id: string }>("POST", `/candidates/${id}/letters`, { templateId: "admission" })).body.id;
	};
	const withdraw = (id: string, letterId: string) =>
		staff.send("POST", `/candidates/${id}/letters/${letterId}/withdrawal`, { reason: "A mistake" });
	const inForce = async (id: string) => (await find(id))?.letterUrl?.split("/").at(-1) ?? null;

	await make(target.id);
	expect((await withdraw(target.id, await make(target.id))).status).toBe(200);
	const ofSource = await make(source.id);
	const merged = (await staff.merge(target.id, source.id)).body;
	expect(await inForce(target.id), "neither of the target's own").toBe(ofSource);
	expect((await withdraw(target.id, ofSource)).status).toBe(200);
	expect((await staff.undo(merged.mergeId)).status).toBe(200);
	expect([await inForce(target.id), await inForce(source.id)]).toEqual([null, null]);
});

test("an undo puts the source at the list's end when another applicant has its position", async () => {
	const [target, source] = [await staff.register(), await staff.register({ firstName: "Last" })];
	const { mergeId } = (await staff.merge(target.id, source.id)).body;
	const newer = await staff.register({ firstName: "Newer" });
	expect((await staff.undo(mergeId)).status).toBe(200);
	const seqs = [(await find(source.id))?.seq, (await find(newer.id))?.seq];
	expect(new Set(seqs).size).toBe(2);
	expect((await staff.get(`/candidates?applicationId=${staff.application.id}&keyword=last`)).body.data).toMatchObject([
		{ id: source.id },
	]);
});

test("does not find another institution's merge", async () => {
	const { mergeId, source } = await mergeTwo();
	const other = await openPairFixture();
	expect((await other.get(`/duplicates/merges/${mergeId}`)).status).toBe(404);
	expect((await other.undo(mergeId)).status).toBe(404);
	expect((await other.get(`/candidates/${source.id}`)).status).toBe(404);
});

test("gives the restored applicant to nobody when the reviewer was deleted since", async () => {
	const { id: reviewerId } = await createUser({ organisationId: staff.organisation.id });
	const target = await staff.register();
	const source = await staff.register({ reviewerId });
	const { mergeId } = (await staff.merge(target.id, source.id)).body;
	await testDb().delete(users).where(eq(users.id, reviewerId));
	expect((await staff.undo(mergeId)).status).toBe(200);
	expect(await find(source.id)).toMatchObject({ id: source.id, reviewerId: null });
});
