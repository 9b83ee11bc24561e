import { eq, sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { openPairDesk, type PairDesk, rowsOf } from "#tests/services/duplicates/pair-desk";
import { createInvitation, createLocation, createReferee, createTransaction, testDb } from "#tests/support/factories";
import { applicantLog, applicants, letters } from "#worker/database/schema/applicants";
import { emails, mailings } from "#worker/database/schema/emails";
import { attachments } from "#worker/database/schema/forms";
import { groupCandidates } from "#worker/database/schema/uploaded-candidates";
import { findUnnamed } from "#worker/sweep/orphans.queries";

let desk: PairDesk;
beforeAll(async () => {
	desk = await openPairDesk();
});

const find = async (id: string) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0];

/** What has to be as it was when a merge is undone. */
const comparedTables = [
	...["applicant_counts", "applicant_needs", "identity_keys", "duplicate_pairs", "duplicate_counts"],
	...["transactions", "referees", "letters", "emails", "group_candidates", "candidate_groups", "attachments"],
];

const insertAround = async (own: PairDesk, one: { id: string }, other: { id: string; organisationId: string }) => {
	const { organisationId } = other;
	const log = { organisationId, type: "STAGE_CHANGE", createdAt: 5 };
	await testDb()
		.insert(applicantLog)
		.values([
			{ ...log, applicantId: one.id, id: "batch-1", reason: "both" },
			{ ...log, applicantId: other.id, id: "batch-1", reason: "both, of the other" },
			{ ...log, applicantId: other.id, id: "own-1", reason: "alone" },
		]);
	const mailing = { organisationId, applicationId: own.application.id, subject: "S", content: "C", createdBy: "u" };
	const sent = { organisationId, status: "sent" as const, dueAt: 1, createdAt: 1 };
	await testDb()
		.insert(mailings)
		.values(
			["m1", "m2"].map((id) => ({
				...{ ...mailing, id, status: "ready" as const, heldUntil: 0, senderUsername: "u", createdAt: 1 },
			})),
		);
	await testDb()
		.insert(emails)
		.values([
			{ ...sent, id: "e1", mailingId: "m1", applicantId: one.id },
			{ ...sent, id: "e2", mailingId: "m1", applicantId: other.id },
			{ ...sent, id: "e3", mailingId: "m2", applicantId: other.id },
		]);
	await testDb()
		.insert(letters)
		.values({
			...{ organisationId, id: "l1", applicantId: other.id, templateId: "t", templateName: "Offer", size: 1 },
			...{ objectKey: "letters/x", createdBy: "u", createdByName: "U", createdAt: 9 },
		});
	await testDb().run(sql`INSERT INTO candidate_groups (organisation_id, id, name, name_key, application_id, created_by,
		created_at, updated_at) VALUES (${organisationId}, 'g', 'List', 'list', ${own.application.id}, 'u', 1, 1)`);
	await testDb()
		.insert(groupCandidates)
		.values({
			...{ organisationId, groupId: "g", id: "c1", examKey: "2026777", data: {}, searchText: "", importId: "i" },
			...{ applicantId: other.id, createdAt: 1, updatedAt: 1 },
		});
};

test("a merge that is undone leaves everything as it was: rows, counts, needs, pairs, search, files", async () => {
	const own = await openPairDesk();
	const { id: organisationId } = own.organisation;
	const [, next] = own.application.steps;
	const kept = await own.register({ data: { phone: "08070000001", dob: "2007-02-02" } });
	const merged = await own.register({
		...{ firstName: "Ada", ...(next && { stepId: next.id }), letterUrl: "/letters/l1", photoKey: "photo" },
		data: { phone: "08070000001", jamb: "2026777", school__2: "Queens", school: "Kings" },
	});
	const third = await own.register({ firstName: "Ada", data: { jamb: "2026777" } });
	await own.send("POST", "/duplicates/decisions", { firstId: merged.id, secondId: third.id, areDifferent: true });
	await createReferee(merged);
	await createTransaction(merged, { status: "pending" });
	await own.attach(merged, "papers", "waec.pdf");
	await own.attach(kept, "papers", "neco.pdf");
	await insertAround(own, kept, merged);
	const before = await rowsOf(organisationId, comparedTables);
	const [keptBefore, mergedBefore] = [await find(kept.id), await find(merged.id)];
	const forms = async () => [
		(await own.get(`/forms/${kept.submissionId}`)).body.data,
		(await own.get(`/forms/${kept.submissionId}`)).body.duplicateFields,
		(await own.get(`/forms/${merged.submissionId}`)).body.data,
	];
	const [formsBefore, blocks] = [await forms(), await blocksOf(organisationId)];

	const taken = ["firstName", "stageId", "form.jamb", "form.school", "form.school__2", "form.papers"];
	const merge = (await own.merge(kept.id, merged.id, taken)).body;
	const kinds = await rowsOf(organisationId, ["emails", "letters", "group_candidates", "applicant_log"]);
	const ofMerged = Object.values(kinds).flatMap((rows) => rows.filter((row) => row.includes(`"${merged.id}"`)));
	expect(ofMerged, "only the mail that both were sent stays").toHaveLength(1);
	expect((await find(kept.id))?.letterUrl).toBe(`/${organisationId}/applicants/${kept.id}/letters/l1`);
	expect(await forms()).not.toEqual(formsBefore);
	expect((await own.get<{ moved: object }>(`/duplicates/merges/${merge.mergeId}`)).body.moved).toEqual({
		...{ transactions: 1, referees: 1, letters: 1, emails: 2, attachments: 1, logEntries: 2 },
	});

	const undone = await own.undo(merge.mergeId);
	expect(undone).toEqual({
		status: 200,
		body: { keptId: kept.id, mergedId: merged.id, mergedName: "Ada Chinonso Okafor", kept: [], lost: null },
	});
	expect(await rowsOf(organisationId, comparedTables)).toEqual(before);
	expect(await blocksOf(organisationId)).toEqual(blocks);
	const seen = { version: expect.any(Number), updatedAt: expect.any(Number) };
	const reviewed = { lastReviewedAt: expect.any(Number), lastReviewedBy: expect.any(String) };
	expect(await find(merged.id)).toEqual({ ...mergedBefore, ...seen });
	expect(await find(kept.id)).toEqual({ ...keptBefore, ...seen, ...reviewed });
	expect(await forms()).toEqual(formsBefore);
	const logOf = async (id: string) => (await own.get(`/candidates/${id}/log`)).body.data?.map(({ reason }) => reason);
	expect(await logOf(merged.id)).toEqual([
		`Had been merged into Adaeze Chinonso Okafor (${kept.applicationNumber}); that was undone.`,
		"alone",
		"both, of the other",
	]);
	expect((await logOf(kept.id))?.[0]).toBe(`Merge with Ada Chinonso Okafor (${merged.applicationNumber}) undone.`);
	expect((await logOf(kept.id))?.at(-1)).toBe("both");
	const found = `/candidates?applicationId=${own.application.id}&keyword=${encodeURIComponent(merged.applicationNumber)}`;
	expect((await own.get(found)).body.data).toMatchObject([{ id: merged.id }]);
	expect((await own.get(`/candidates/${merged.id}`)).body).toMatchObject({ id: merged.id });

	const again = (await own.merge(kept.id, merged.id, taken)).body;
	expect((await own.undo(again.mergeId)).body).toEqual(undone.body);
	expect(await rowsOf(organisationId, comparedTables)).toEqual(before);
});

/** Blocks that hold somebody: an empty one is as good as none. */
const blocksOf = (organisationId: string) =>
	testDb().all(sql`SELECT application_id, step_id, block, applicants FROM applicant_blocks
		WHERE organisation_id = ${organisationId} AND applicants > 0 ORDER BY 1, 2, 3`);

test("what was changed since the merge stays with the one who was kept, and is named", async () => {
	const kept = await desk.register({ data: { phone: "08080000001" } });
	const merged = await desk.register({
		firstName: "Ada",
		data: { phone: "08080000002", jamb: "2026888", about: "<p>x</p>" },
	});
	const taken = ["firstName", "form.phone", "form.jamb", "form.papers"];
	await desk.attach(merged, "papers", "waec.pdf");
	const old = await desk.attach(kept, "papers", "neco.pdf");
	const { mergeId } = (await desk.merge(kept.id, merged.id, taken)).body;
	expect(await desk.answer(kept, { phone: "08080000003" })).toBe(200);
	await testDb().run(sql`UPDATE applicants SET first_name = 'Adanna' WHERE id = ${kept.id}`);
	await testDb().run(sql`DELETE FROM attachments WHERE submission_id = ${kept.submissionId}`);
	const open = (await desk.get(`/duplicates/merges/${mergeId}`)).body;
	expect(open.changedSince).toEqual(["First name", "Phone number", "Certificates"]);
	const { body } = await desk.undo(mergeId);
	expect(body.kept).toEqual(["First name", "Phone number", "Certificates"]);
	expect(await find(kept.id)).toMatchObject({ firstName: "Adanna" });
	const answers = (await desk.get(`/forms/${kept.submissionId}`)).body;
	expect(answers.data).toEqual({ phone: "08080000003" });
	const ofMerged = (await desk.get<{ attachments: { id: string }[] }>(`/forms/${merged.submissionId}`)).body;
	expect(
		ofMerged.attachments.map(({ id }) => id),
		"nobody else's file is theirs",
	).not.toContain(old);
	const [line] = (await desk.get(`/candidates/${kept.id}/log`)).body.data ?? [];
	expect(line).toMatchObject({ type: "MERGE_UNDONE", mergeId: null });
	expect(line?.reason).toContain("Changed since, and left: First name, Phone number, Certificates.");
	expect((await desk.get(`/duplicates/merges/${mergeId}`)).body).toMatchObject({
		undone: { kept: body.kept },
		...{ changedSince: [], cannotUndo: null },
	});
});

test("a file that stays with the one who was kept, because another was put beside it, is with both again", async () => {
	const [kept, merged] = [await desk.register(), await desk.register()];
	const came = await desk.attach(merged, "papers", "waec.pdf");
	const { mergeId } = (await desk.merge(kept.id, merged.id, ["form.papers"])).body;
	const added = await desk.attach(kept, "papers", "neco.pdf");
	expect((await desk.undo(mergeId)).body.kept).toEqual(["Certificates"]);
	const filesOf = ({ submissionId }: { submissionId: string }) =>
		testDb().select().from(attachments).where(eq(attachments.submissionId, submissionId));
	expect((await filesOf(kept)).map(({ id }) => id).sort()).toEqual([came, added].sort());
	const objectKey = `${desk.organisation.id}/forms/${merged.submissionId}/${came}.txt`;
	expect(await filesOf(merged)).toMatchObject([{ name: "waec.pdf", fieldId: "papers", objectKey }]);
	await testDb().delete(attachments).where(eq(attachments.id, came));
	const owned = [{ objectKey, ownerId: merged.submissionId }];
	expect(await findUnnamed(testDb(), desk.organisation.id, owned)).toEqual([]);
});

test("an undo asked twice, also at once, is done once and answered the same", async () => {
	const [kept, merged] = [await desk.register(), await desk.register({ firstName: "Ada" })];
	const { mergeId } = (await desk.merge(kept.id, merged.id, ["firstName"])).body;
	const [one, other] = await Promise.all([desk.undo(mergeId), desk.undo(mergeId)]);
	expect(one).toEqual(other);
	expect(await desk.undo(mergeId)).toEqual(one);
	const log = (await desk.get(`/candidates/${kept.id}/log`)).body.data ?? [];
	expect(log.filter(({ type }) => type === "MERGE_UNDONE")).toHaveLength(1);
	expect(await find(merged.id)).toMatchObject({ firstName: "Ada" });
});

test("a change and an undo at once lose neither", async () => {
	const { id: locationId } = await createLocation(desk.organisation.id);
	const [kept, merged] = [await desk.register(), await desk.register({ firstName: "Ada" })];
	const { mergeId } = (await desk.merge(kept.id, merged.id, ["firstName"])).body;
	const [undone, posted] = await Promise.all([
		desk.undo(mergeId),
		desk.send("PATCH", `/candidates/${kept.id}`, { locationId }),
	]);
	expect([undone.status, posted.status]).toEqual([200, 200]);
	expect(await find(kept.id)).toMatchObject({ firstName: "Adaeze", locationId });
});

test("a merge is not undone while the one who was kept is merged away, or their number is somebody else's", async () => {
	const [a, b, c] = [await desk.register({ lastName: "Aye" }), await desk.register(), await desk.register()];
	const first = (await desk.merge(b.id, a.id)).body;
	const second = (await desk.merge(c.id, b.id)).body;
	const refused = await desk.undo(first.mergeId);
	expect([refused.status, refused.body.code]).toEqual([409, "merge_not_undoable"]);
	expect(refused.body.error).toBe(
		"Adaeze Chinonso Okafor has been merged into Adaeze Okafor since. Undo that merge first.",
	);
	expect((await desk.get(`/duplicates/merges/${first.mergeId}`)).body).toMatchObject({
		...{ keptName: "Adaeze Chinonso Okafor", cannotUndo: refused.body.error },
	});
	expect((await desk.undo(second.mergeId)).status).toBe(200);
	const holder = await desk.register({ firstName: "Zed", applicationNumber: a.applicationNumber });
	const taken = await desk.undo(first.mergeId);
	expect(taken.body.error).toBe(
		`Zed Chinonso Okafor has the application number ${a.applicationNumber} by now, which was Adaeze Chinonso Aye's.`,
	);
	await testDb().run(sql`UPDATE applicants SET application_number = 'free' WHERE id = ${holder.id}`);
	expect((await desk.undo(first.mergeId)).status).toBe(200);
	for (const { id } of [a, b, c]) expect((await desk.get(`/candidates/${id}`)).body).toMatchObject({ id });
});

test("of two merges over one field the later is undone first, and each has what was theirs; others in any order", async () => {
	const registered = await Promise.all(
		["08090000001", "08090000002", "08090000003"].map((phone) => desk.register({ data: { phone }, lastName: phone })),
	);
	const [kept, one, other] = registered;
	if (!kept || !one || !other) throw new Error("three were registered");
	const files: string[] = [];
	for (const person of registered) files.push(await desk.attach(person, "papers", "waec.pdf"));
	const taken = ["form.phone", "form.papers"];
	const first = (await desk.merge(kept.id, one.id, taken)).body;
	const second = (await desk.merge(kept.id, other.id, taken)).body;
	const refused = await desk.undo(first.mergeId);
	expect([refused.status, refused.body.error]).toEqual([
		409,
		"Adaeze 08090000003 has been merged into the same applicant since, over the same fields. Undo that merge first.",
	]);
	expect((await desk.get(`/duplicates/merges/${first.mergeId}`)).body.cannotUndo).toBe(refused.body.error);
	for (const { mergeId } of [second, first])
		expect(await desk.undo(mergeId)).toMatchObject({ status: 200, body: { kept: [] } });
	for (const [index, { submissionId, lastName }] of registered.entries()) {
		const form = (await desk.get<{ attachments: { id: string }[] }>(`/forms/${submissionId}`)).body;
		expect(form).toMatchObject({ data: { phone: lastName }, attachments: [{ id: files[index] }] });
	}
	const [third, fourth] = [await desk.merge(kept.id, one.id, taken), await desk.merge(kept.id, other.id, ["lastName"])];
	for (const { body } of [third, fourth]) expect((await desk.undo(body.mergeId)).status).toBe(200);
});

test("whose place in the list was given to somebody else comes back at its end", async () => {
	const [kept, merged] = [await desk.register(), await desk.register({ firstName: "Last" })];
	const { mergeId } = (await desk.merge(kept.id, merged.id)).body;
	const newer = await desk.register({ firstName: "Newer" });
	expect((await desk.undo(mergeId)).status).toBe(200);
	const seqs = [(await find(merged.id))?.seq, (await find(newer.id))?.seq];
	expect(new Set(seqs).size).toBe(2);
	expect((await desk.get(`/candidates?applicationId=${desk.application.id}&keyword=last`)).body.data).toMatchObject([
		{ id: merged.id },
	]);
});

test("a referee who was asked before the merge answers by the link they were sent, for the one who is kept", async () => {
	const [kept, merged] = [await desk.register(), await desk.register()];
	const referee = await createReferee(merged, { kind: "academic" });
	const token = await createInvitation(referee, { expiresAt: desk.clock.now() + 86_400_000 });
	await desk.merge(kept.id, merged.id);
	const answer = await desk.send("POST", `/referee-invitations/${token}`, {
		...{ organisation: desk.organisation.id, data: { word: "very good" } },
	});
	expect(answer.status).toBe(200);
	const asked = (await desk.get(`/candidates/${kept.id}/referees`)).body.data;
	expect(asked).toMatchObject([{ id: referee.id, status: "submitted", data: { word: "very good" } }]);
});

test("no file is taken for nobody's while two are one, nor when they are two again", async () => {
	const [kept, merged] = [await desk.register(), await desk.register()];
	const { id: organisationId } = desk.organisation;
	const papers = await desk.attach(merged, "papers", "waec.pdf");
	const keyIn = (form: string, id: string) => ({
		objectKey: `${organisationId}/forms/${form}/${id}.txt`,
		ownerId: form,
	});
	const unnamed = () =>
		findUnnamed(testDb(), organisationId, [
			keyIn(merged.submissionId, papers),
			keyIn(merged.submissionId, "gone"),
			{ objectKey: "letters/mine", ownerId: merged.id },
		]);
	await testDb()
		.insert(letters)
		.values({
			...{ organisationId, id: "l-mine", applicantId: merged.id, templateId: "t", templateName: "Offer", size: 1 },
			...{ objectKey: "letters/mine", createdBy: "u", createdByName: "U", createdAt: 9 },
		});
	const gone = [keyIn(merged.submissionId, "gone").objectKey];
	expect(await unnamed()).toEqual(gone);
	const { mergeId } = (await desk.merge(kept.id, merged.id, ["form.papers"])).body;
	expect(await unnamed()).toEqual(gone);
	await desk.undo(mergeId);
	expect(await unnamed()).toEqual(gone);
});

test("a merge of another institution is not there", async () => {
	const other = await openPairDesk();
	const [kept, merged] = [await other.register(), await other.register()];
	const { mergeId } = (await other.merge(kept.id, merged.id)).body;
	expect((await desk.get(`/duplicates/merges/${mergeId}`)).status).toBe(404);
	expect((await desk.undo(mergeId)).status).toBe(404);
	expect((await desk.get(`/candidates/${merged.id}`)).status).toBe(404);
});
