import { env } from "cloudflare:workers";
import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { keepingQueues } from "#tests/events/delivery";
import { openPairFixture, type PairFixture } from "#tests/services/duplicates/pair-fixture";
import { testDb } from "#tests/support/factories";
import { sweeps } from "#worker/background";
import { applicants } from "#worker/database/schema/applicants";
import { attachments, submissions } from "#worker/database/schema/forms";
import { deleteOrphans } from "#worker/sweep/orphans";
import { sweep } from "#worker/sweep/sweep";

let staff: PairFixture;
beforeEach(async () => {
	await env.FILES.delete("sweep/orphans.json");
	staff = await openPairFixture();
});

let rounds = 0;
/** Sweeps the whole store, at a time at which every file is old enough. */
const sweepFiles = () => deleteOrphans(env, Date.now() + ++rounds * 18 * 3_600_000);

const dayMs = 86_400_000;
/** Runs the sweep as if the merges were so many days older. */
const sweepAfter = async (days: number) => {
	await staff.ageMerges(days * dayMs);
	await sweep({ ...env, ...keepingQueues().bindings }, { sweeps, clock: staff.clock });
};

type Owner = { id: string; organisationId: string; submissionId: string };
const keyOf = ({ organisationId, submissionId }: Owner, name: string) =>
	`${organisationId}/forms/${submissionId}/${name}`;
const areStored = (keys: readonly string[]) =>
	Promise.all(keys.map(async (key) => (await env.FILES.head(key)) !== null));
const find = async (id: string) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0];

/** Attaches a file that is in the store; a picture becomes the applicant's. */
const store = async (owner: Owner, fieldId: "passport" | "papers", name: string): Promise<string> => {
	const id = await staff.attach(owner, fieldId, name);
	const key = keyOf(owner, `${id}.txt`);
	await env.FILES.put(key, "x");
	if (fieldId === "passport")
		await testDb().update(applicants).set({ photoKey: key }).where(eq(applicants.id, owner.id));
	return key;
};

const fields = ["form.passport", "form.papers"];

/** Creates two applicants with a picture and a document each; the merge does not take the source's documents. */
const mergeWithFiles = async () => {
	const [target, source] = [await staff.register(), await staff.register({ data: { jamb: "2026001" } })];
	const own = [await store(target, "passport", "target.png"), await store(target, "papers", "neco.pdf")];
	const others = [await store(source, "passport", "source.png"), await store(source, "papers", "waec.pdf")];
	const { mergeId } = (await staff.merge(target.id, source.id, fields)).body;
	return { target, source, own, others, mergeId };
};

test("sweeps no file of either applicant while the merge can be undone, or after it was undone", async () => {
	const { target, source, own, others, mergeId } = await mergeWithFiles();
	expect((await find(target.id))?.photoKey).toBe(others[0]);
	await sweepAfter(89);
	await sweepFiles();
	expect(await areStored([...own, ...others])).toEqual([true, true, true, true]);
	expect((await staff.undo(mergeId)).status).toBe(200);
	expect([(await find(target.id))?.photoKey, (await find(source.id))?.photoKey]).toEqual([own[0], others[0]]);
	await sweepAfter(10);
	await sweepFiles();
	expect(await areStored([...own, ...others])).toEqual([true, true, true, true]);
	expect((await staff.get(`/forms/${source.submissionId}`)).body.data).toEqual({ jamb: "2026001" });
});

test("deletes the archive after 90 days with the files the merge replaced, and keeps those the target took", async () => {
	const { target, source, own, others, mergeId } = await mergeWithFiles();
	await sweepAfter(90);
	await sweepFiles();
	expect(await areStored([...own, ...others])).toEqual([false, false, true, true]);
	const { archive } = await testDb().get<{ archive: string | null }>(
		sql`SELECT archive FROM merges WHERE id = ${mergeId}`,
	);
	expect(archive).toBeNull();
	const [form] = await testDb().select().from(submissions).where(eq(submissions.id, source.submissionId));
	expect(form?.data).toEqual({});
	const names = await testDb()
		.select({ name: attachments.name })
		.from(attachments)
		.where(eq(attachments.organisationId, target.organisationId));
	expect(names.map(({ name }) => name).sort()).toEqual(["source.png", "waec.pdf"]);
	expect((await staff.undo(mergeId)).status).toBe(409);
	expect(await staff.open(mergeId)).toMatchObject({ targetId: target.id, moved: { attachments: 2 } });
	expect(
		(await staff.get(`/candidates/${source.id}`)).body,
		"the source's address still leads to the target",
	).toMatchObject({
		id: target.id,
	});
	const third = await staff.register({ data: { jamb: "2026001" } });
	expect(
		(await staff.get(`/candidates/${third.id}/duplicates`)).body.data,
		"the source's keys find the pair",
	).toMatchObject([{ first: { id: target.id }, reasons: [{ kind: "exam" }] }]);
});

test("keeps pictures of applicants' rows for an undo, and after 90 days only those still in use", async () => {
	const [target, source] = [await staff.register(), await staff.register()];
	const keys = [keyOf(target, "own.png"), keyOf(source, "other.png"), keyOf(source, "orphan.png")];
	for (const key of keys) await env.FILES.put(key, "x");
	for (const [{ id }, photoKey] of [
		[target, keys[0]],
		[source, keys[1]],
	] as const)
		await testDb().update(applicants).set({ photoKey }).where(eq(applicants.id, id));
	const { mergeId } = (await staff.merge(target.id, source.id)).body;
	await sweepFiles();
	expect(await areStored(keys)).toEqual([true, true, false]);
	await staff.undo(mergeId);
	expect([(await find(target.id))?.photoKey, (await find(source.id))?.photoKey]).toEqual([keys[0], keys[1]]);
	await staff.merge(target.id, source.id);
	await testDb().update(applicants).set({ photoKey: keys[1] }).where(eq(applicants.id, target.id));
	await sweepAfter(90);
	await sweepFiles();
	expect(await areStored(keys), "the picture in the other applicant's folder is still in use").toEqual([
		false,
		true,
		false,
	]);
});

test("keeps a file uploaded into a form that a merge created with its applicant after another merge", async () => {
	const bare = await staff.register({ hasForm: false });
	const [source, third] = [await staff.register({ data: { jamb: "1" } }), await staff.register()];
	await staff.merge(bare.id, source.id, ["form.jamb"]);
	const created = { ...bare, submissionId: (await find(bare.id))?.submissionId ?? "" };
	const papers = await store(created, "papers", "waec.pdf");
	await staff.merge(third.id, bare.id, ["form.papers"]);
	await sweepFiles();
	expect(await areStored([papers])).toEqual([true]);
	await sweepAfter(90);
	await sweepFiles();
	expect(await areStored([papers])).toEqual([true]);
});
