import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { openPairDesk, type PairDesk } from "#tests/services/duplicates/pair-desk";
import { testDb } from "#tests/support/factories";
import { png } from "#tests/support/files";
import { applicants } from "#worker/database/schema/applicants";
import { attachments } from "#worker/database/schema/forms";
import { deleteOrphans } from "#worker/sweep/orphans";

let desk: PairDesk;
beforeEach(async () => {
	await env.FILES.delete("sweep/orphans.json");
	desk = await openPairDesk();
});

let rounds = 0;
/** A whole round through the store, at a time by which every file of now is old enough. */
const sweepAll = () => deleteOrphans(env, Date.now() + ++rounds * 18 * 3_600_000);

type Owner = { id: string; organisationId: string; submissionId: string };
const keyOf = ({ organisationId, submissionId }: Owner, name: string) =>
	`${organisationId}/forms/${submissionId}/${name}`;
const isStored = async (key: string) => (await env.FILES.head(key)) !== null;
const find = async (id: string) => (await testDb().select().from(applicants).where(eq(applicants.id, id)))[0];
const filesOf = ({ submissionId }: Owner) =>
	testDb().select().from(attachments).where(eq(attachments.submissionId, submissionId));

/** Attaches a file that lies in the store; a picture becomes the applicant's. */
const store = async (owner: Owner, fieldId: "passport" | "papers", name: string): Promise<string> => {
	const id = await desk.attach(owner, fieldId, name);
	const key = keyOf(owner, `${id}.txt`);
	await env.FILES.put(key, "x");
	if (fieldId === "passport")
		await testDb().update(applicants).set({ photoKey: key }).where(eq(applicants.id, owner.id));
	return key;
};

/** Puts another picture in the place of somebody's, as the wizard does. */
const replacePicture = async ({ submissionId }: Owner): Promise<number> => {
	const form = new FormData();
	form.set("data", JSON.stringify({ applicationKey: desk.application.id }));
	form.set(`${desk.application.id}:passport`, new File([png()], "new.png", { type: "image/png" }));
	const encoded = new Request("https://portal.test", { method: "PUT", body: form });
	const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
	const body = await encoded.arrayBuffer();
	return (await desk.request(`/forms/${submissionId}`, { method: "PUT", headers, body })).status;
};

test("a picture that was replaced after a merge is there again when it is undone, and swept by nobody before", async () => {
	const [kept, merged] = [await desk.register(), await desk.register({ firstName: "Ada" })];
	const former = await store(kept, "passport", "kept.png");
	const came = await store(merged, "passport", "merged.png");
	const { mergeId } = (await desk.merge(kept.id, merged.id, ["form.passport"])).body;
	expect((await find(kept.id))?.photoKey).toBe(came);
	expect(await replacePicture(kept)).toBe(200);
	const newest = (await find(kept.id))?.photoKey ?? "";
	expect([came, former]).not.toContain(newest);
	await sweepAll();
	for (const key of [former, came, newest]) expect([key, await isStored(key)]).toEqual([key, true]);

	expect((await desk.undo(mergeId)).body.kept).toEqual(["Passport photograph"]);
	expect((await find(merged.id))?.photoKey).toBe(came);
	expect(await filesOf(merged)).toMatchObject([{ fieldId: "passport", name: "merged.png", objectKey: came }]);
	expect(await filesOf(kept)).toMatchObject([{ objectKey: newest }]);
	expect((await find(kept.id))?.photoKey).toBe(newest);
	await sweepAll();
	for (const key of [came, newest]) expect([key, await isStored(key)]).toEqual([key, true]);
	expect(await isStored(former), "nobody's, and no undo wants it any longer").toBe(false);
});

test("a file that was taken off after a merge is there again, as it was, when that is undone", async () => {
	const [kept, merged] = [await desk.register(), await desk.register()];
	const papers = await store(merged, "papers", "waec.pdf");
	const before = await filesOf(merged);
	const { mergeId } = (await desk.merge(kept.id, merged.id, ["form.papers"])).body;
	await testDb().delete(attachments).where(eq(attachments.submissionId, kept.submissionId));
	await sweepAll();
	expect(await isStored(papers)).toBe(true);
	expect((await desk.undo(mergeId)).body.kept).toEqual(["Certificates"]);
	expect([await filesOf(kept), await filesOf(merged)]).toEqual([[], before]);
	await testDb().delete(attachments).where(eq(attachments.submissionId, merged.submissionId));
	await sweepAll();
	expect(await isStored(papers), "taken off again, by whom it is").toBe(false);
});

test("pictures that only the rows of the two named are kept for an undo", async () => {
	const [kept, merged] = [await desk.register(), await desk.register()];
	const [own, theirs] = [keyOf(kept, "own.png"), keyOf(merged, "theirs.png")];
	for (const [{ id }, key] of [
		[kept, own],
		[merged, theirs],
	] as const) {
		await env.FILES.put(key, "x");
		await testDb().update(applicants).set({ photoKey: key }).where(eq(applicants.id, id));
	}
	await desk.attach(merged, "passport", "me.png");
	const { mergeId } = (await desk.merge(kept.id, merged.id, ["form.passport"])).body;
	const orphan = keyOf(merged, "orphan.png");
	await env.FILES.put(orphan, "x");
	await sweepAll();
	expect(await Promise.all([own, theirs, orphan].map(isStored))).toEqual([true, true, false]);
	await desk.undo(mergeId);
	expect([(await find(kept.id))?.photoKey, (await find(merged.id))?.photoKey]).toEqual([own, theirs]);
	await testDb().update(applicants).set({ photoKey: null }).where(eq(applicants.id, merged.id));
	await sweepAll();
	expect(await Promise.all([own, theirs].map(isStored)), "a merge that was undone keeps nothing").toEqual([
		true,
		false,
	]);
});

test("what was uploaded into a form that a merge gave, and is gone again, is still whose it is", async () => {
	const bare = await desk.register({ hasForm: false });
	const [merged, third] = [await desk.register({ data: { jamb: "1" } }), await desk.register()];
	const first = (await desk.merge(bare.id, merged.id, ["form.jamb"])).body;
	const given = { ...bare, submissionId: (await find(bare.id))?.submissionId ?? "" };
	const papers = await store(given, "papers", "waec.pdf");
	const second = (await desk.merge(third.id, bare.id, ["form.papers"])).body;
	await store(third, "papers", "neco.pdf");
	expect((await desk.undo(second.mergeId)).body.kept).toEqual(["Certificates"]);
	await testDb().delete(attachments).where(eq(attachments.submissionId, given.submissionId));
	await desk.undo(first.mergeId);
	expect((await find(bare.id))?.submissionId).toBeNull();
	await sweepAll();
	expect((await filesOf(third)).map(({ objectKey }) => objectKey)).toContain(papers);
	expect(await isStored(papers)).toBe(true);
});
