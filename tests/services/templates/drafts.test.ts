import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { testClock } from "#tests/support/clock";
import { createUser, signIn, testDb } from "#tests/support/factories";
import { sweeps } from "#worker/background";
import { dayMs } from "#worker/contract/day-ms";
import type { Permission } from "#worker/contract/permissions";
import { events } from "#worker/database/schema/records";
import { templateDrafts } from "#worker/database/schema/workflows";
import { sweep } from "#worker/sweep/sweep";

let staff: ServicesFixture;
beforeEach(async () => {
	staff = await openServicesFixture({ courseCount: 1 });
});

interface Draft {
	name: string;
	subject: string;
	content: string;
	isStarted: boolean;
	canUndo: boolean;
	canRedo: boolean;
	changed: string[];
	by: string | null;
	isBehind: boolean;
	version: number;
	code?: string;
	details?: { current: Draft };
}
type Signed = Record<string, string>;
interface Saved {
	id: string;
	name: string;
	content: string;
	version: number;
	code?: string;
}

const email = { type: "email", name: "Offer", subject: "Your offer", content: "<p>Dear {{firstName}}</p>" };
const texts = { name: email.name, subject: email.subject, content: email.content };
const make = async () => (await staff.send<Saved>("POST", "/templates", email)).body;
const at = (id: string) => `/templates/${id}/draft`;
const ask = async (
	method: string,
	path: string,
	{ body, headers = {} }: { body?: object; headers?: Signed | undefined } = {},
) => {
	const response = await staff.request(path, { method, headers, body: body ? JSON.stringify(body) : null });
	return { status: response.status, body: (await response.json()) as Draft };
};
const save = (id: string, more: object, headers?: Signed | undefined) =>
	ask("PUT", at(id), { body: { ...texts, ...more }, headers });
const read = async (id: string, headers?: Signed | undefined) => (await ask("GET", at(id), { headers })).body;
const step = (id: string, to: "undo" | "redo", version?: number) =>
	staff.send<Draft>("POST", `${at(id)}/step`, { to, version });
const colleague = async (privileges?: readonly Permission[]) =>
	(
		await signIn(
			await createUser({ organisationId: staff.organisation.id, ...(privileges && { privileges }) }),
			staff.clock.now(),
		)
	).headers;

test("is kept beside the template, which is sent as it was, and ends when it is published", async () => {
	const { id, version } = await make();
	expect(await read(id)).toMatchObject({ ...texts, isStarted: false, version });
	const kept = await save(id, { content: "<p>Dear {{fristName}}", version });
	expect(kept.body).toMatchObject({ isStarted: true, canUndo: true, changed: ["content"], isBehind: false });
	expect((await staff.get<Saved>(`/templates/${id}`)).body).toMatchObject({ content: email.content, version });
	const list = await staff.get<{ data: object[] }>("/templates");
	expect(list.body.data).toEqual([expect.objectContaining({ id, hasDraft: true })]);
	const body = { ...email, content: "<p>Dear {{fristName}}</p>", draftVersion: kept.body.version };
	const refused = await staff.send<Saved>("PUT", `/templates/${id}`, body);
	expect([refused.status, refused.body.code]).toEqual([422, "merge_field_unknown"]);
	expect((await read(id)).isStarted).toBe(true);
	const published = await staff.send<Saved>("PUT", `/templates/${id}`, { ...body, content: "<p>Hello</p>" });
	expect(published.body.content).toBe("<p>Hello</p>");
	expect(await read(id)).toMatchObject({ content: "<p>Hello</p>", isStarted: false, version: published.body.version });
});

test("ends also when it is published as what was there before, and only as the version that is named", async () => {
	const { id } = await make();
	const first = (await save(id, { subject: "For you" })).body;
	const second = (await save(id, { subject: "For you both" })).body;
	await staff.send("PUT", `/templates/${id}`, { ...email, draftVersion: first.version });
	expect((await read(id)).subject).toBe("For you both");
	await staff.send("PUT", `/templates/${id}`, { ...email, draftVersion: second.version });
	expect((await read(id)).isStarted).toBe(false);
});

test("keeps what could not be published, and refuses only what is too long for it, beside its field", async () => {
	const { id } = await make();
	const name = "a".repeat(1_000);
	expect((await save(id, { name, subject: "", content: "" })).body).toMatchObject({ name, subject: "", content: "" });
	for (const wrong of [{ name: `${name}a` }, { subject: "a".repeat(2_001) }, { content: "a".repeat(250_001) }]) {
		const { status, body } = await staff.send<{ fields: Record<string, string[]> }>("PUT", at(id), {
			...texts,
			...wrong,
		});
		expect([status, body.fields[Object.keys(wrong)[0] ?? ""]?.[0]]).toEqual([422, expect.stringMatching(/at most/)]);
	}
	expect((await save(id, { content: "x".repeat(250_000) })).status).toBe(200);
});

test("holds nothing that could run", async () => {
	const { id } = await make();
	const kept = await save(id, { content: '<p onclick="x()">Hi</p><script>alert(1)</script>' });
	expect(kept.body.content).toBe("<p>Hi</p>");
});

test("is undone and redone step by step, and a change after an undo takes the place of what was undone", async () => {
	const { id } = await make();
	await save(id, { subject: "For you" });
	await save(id, { subject: "For you", content: "<p>Hello</p>", pageKey: "page" });
	await save(id, { subject: "For you", content: "<p>Hello there</p>", pageKey: "page" });
	const undone = await step(id, "undo");
	expect(undone.body).toMatchObject({
		subject: "For you",
		content: email.content,
		changed: ["subject"],
		canRedo: true,
	});
	expect((await step(id, "redo")).body).toMatchObject({ content: "<p>Hello there</p>", canRedo: false });
	await step(id, "undo");
	expect((await step(id, "undo")).body).toMatchObject({ ...texts, canUndo: false, isStarted: true, by: null });
	expect((await step(id, "undo")).body.code).toBe("template_draft_missing");
	expect((await save(id, { name: "Another" })).body).toMatchObject({ name: "Another", canRedo: false });
	expect((await step(id, "redo")).body.code).toBe("template_draft_missing");
});

test("what somebody else has made of it is never written over unseen", async () => {
	const { id, version } = await make();
	const other = await colleague();
	const mine = (await save(id, { subject: "Mine", version, pageKey: "page-a" })).body;
	const refused = await save(id, { subject: "Theirs", version, pageKey: "page-b" }, other);
	expect([refused.status, refused.body.code]).toEqual([409, "changed_meanwhile"]);
	expect(refused.body.details?.current).toMatchObject({ subject: "Mine" });
	expect((await save(id, { subject: "Mine", version }, other)).status, "the same text loses nothing").toBe(200);
	const again = await save(id, { subject: "Mine too", version, pageKey: "page-a" });
	expect(again.status, "the page itself saved it last, though it has not seen it").toBe(200);
	expect((await step(id, "undo", mine.version)).body.code).toBe("changed_meanwhile");
	const dropped = await staff.send<Draft>("DELETE", `${at(id)}?version=${mine.version}`);
	expect(dropped.body.code).toBe("changed_meanwhile");
	const both = await Promise.all([
		save(id, { subject: "One", version: again.body.version }),
		save(id, { subject: "Two", version: again.body.version }, other),
	]);
	expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("knows when the template was saved since it began, by somebody else or from the history", async () => {
	const { id } = await make();
	await save(id, { content: "<p>Hello</p>" });
	await staff.send("PATCH", `/templates/${id}`, { active: false });
	expect((await read(id)).isBehind, "switching it off is no change of its texts").toBe(false);
	await staff.send("PUT", `/templates/${id}`, { ...email, content: "<p>Bye</p>" });
	expect(await read(id)).toMatchObject({ isBehind: true, content: "<p>Hello</p>" });
	const dropped = await staff.send<Draft>("DELETE", at(id));
	expect(dropped.body).toMatchObject({ isStarted: false, content: "<p>Bye</p>" });
});

test("is brought back by undo after it was discarded, until another one begins", async () => {
	const { id } = await make();
	await save(id, { subject: "For you" });
	await save(id, { subject: "For you", content: "<p>Hello</p>" });
	await step(id, "undo");
	const dropped = await staff.send<Draft>("DELETE", at(id));
	expect(dropped.body).toMatchObject({ ...texts, isStarted: false, canUndo: true, canRedo: false, by: null });
	const list = await staff.get<{ data: object[] }>("/templates");
	expect(list.body.data).toEqual([expect.objectContaining({ id, hasDraft: false })]);
	const back = (await step(id, "undo", dropped.body.version)).body;
	expect(back).toMatchObject({ subject: "For you", content: email.content, isStarted: true, canRedo: false });
	await staff.send("DELETE", at(id));
	await staff.send<Saved>("PUT", `/templates/${id}`, { ...email, content: "<p>Bye</p>" });
	const { version, ...now } = await read(id);
	expect(now).toMatchObject({ content: "<p>Bye</p>", isStarted: false });
	const begun = (await save(id, { subject: "Another", content: "<p>Bye</p>", version })).body;
	expect(begun).toMatchObject({ isStarted: true, isBehind: false, canUndo: true });
	await step(id, "undo");
	expect((await step(id, "undo")).body.code, "the discarded one is gone").toBe("template_draft_missing");
});

test("is deleted 90 days after it was discarded, or when its template was never created", async () => {
	const [{ id }, other] = [await make(), (await staff.send<Saved>("POST", "/templates", { ...email, name: "B" })).body];
	await save(id, { subject: "For you" });
	await staff.send("DELETE", at(id));
	await save(other.id, { subject: "For both" });
	await save("new-email", { subject: "Soon" });
	const sweepAt = (now: number) => sweep({ ...env, ...keepingQueues().bindings }, { sweeps, clock: testClock(now) });
	const kept = async () => {
		const drafts = testDb().select().from(templateDrafts);
		const rows = await drafts.where(eq(templateDrafts.organisationId, staff.organisation.id));
		return rows.map(({ templateId }) => templateId).sort();
	};
	await sweepAt(staff.clock.now() + 89 * dayMs);
	expect(await kept()).toEqual(["", id, other.id].sort());
	await sweepAt(staff.clock.now() + 91 * dayMs);
	expect(await kept(), "one that is listed stays").toEqual([other.id]);
});

test("the next template of a type is each user's own, and ends when it is created", async () => {
	const other = await colleague();
	const mine = (await save("new-email", { version: 1 })).body;
	expect(await read("new-email")).toMatchObject({ ...texts, isStarted: true });
	expect(await read("new-email", other)).toMatchObject({ name: "", isStarted: false });
	expect(await read("new-sms")).toMatchObject({ isStarted: false });
	expect((await staff.send("POST", "/templates", { ...email, draftVersion: mine.version })).status).toBe(201);
	expect(await read("new-email")).toMatchObject({ name: "", isStarted: false });
});

test("is deleted with its template, and leaves no line in the log", async () => {
	const { id } = await make();
	await save(id, { subject: "For you" });
	const logged = async () =>
		(await testDb().select().from(events).where(eq(events.organisationId, staff.organisation.id))).length;
	const before = await logged();
	await save(id, { subject: "For you", content: "<p>Hello</p>" });
	expect(await logged()).toBe(before);
	expect((await staff.send("DELETE", `/templates/${id}`)).status).toBe(200);
	expect(await testDb().select().from(templateDrafts).where(eq(templateDrafts.templateId, id))).toEqual([]);
});

test("who may only change templates has no draft of a new one, and the other way round", async () => {
	const { id } = await make();
	const [changer, creator] = [await colleague(["templates:u"]), await colleague(["templates:c"])];
	const statusOf = async (draft: string, headers: Signed) => (await save(draft, {}, headers)).status;
	expect([await statusOf(id, changer), await statusOf("new-email", changer)]).toEqual([200, 403]);
	expect([await statusOf(id, creator), await statusOf("new-email", creator)]).toEqual([403, 200]);
});
