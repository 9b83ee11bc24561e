import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, test } from "vitest";
import { hubFor } from "#durable-objects/notification-hub/stub";
import { join } from "#tests/durable-objects/hub-page";
import { changed, handled, hears, subscribe } from "#tests/durable-objects/page";
import { keepingQueues } from "#tests/events/delivery";
import { openServicesFixture, type ServicesFixture } from "#tests/services/applicants/services-fixture";
import { testClock } from "#tests/support/clock";
import { createApplicant, createOrganisation, createUser, signIn, testDb } from "#tests/support/factories";
import { pdf } from "#tests/support/files";
import { sweeps } from "#worker/background";
import { dayMs } from "#worker/contract/day-ms";
import type { Permission } from "#worker/contract/permissions";
import { roles, userRoles } from "#worker/database/schema/auth";
import { events } from "#worker/database/schema/records";
import { templates, workflowDrafts } from "#worker/database/schema/workflows";
import { fieldsOfStep, type StepFields, type Workflow } from "#worker/services/workflows/contract";
import type { WorkflowDraft } from "#worker/services/workflows/drafts.contract";
import { sweep } from "#worker/sweep/sweep";

type Answer = WorkflowDraft & {
	code?: string;
	error?: string;
	fields?: Record<string, string[]>;
	details?: { current: WorkflowDraft };
};
type Signed = Record<string, string>;

let staff: ServicesFixture;
let path: string;
let at: string;
beforeEach(async () => {
	staff = await openServicesFixture({ stages: ["Registration", "In_review", "Accepted"] });
	path = `/workflow/${staff.application.workflowId}`;
	at = `${path}/draft`;
});

const ask = async (
	method: string,
	address: string,
	{ body, headers = {} }: { body?: object; headers?: Signed } = {},
) => {
	const response = await staff.request(address, { method, headers, body: body ? JSON.stringify(body) : null });
	return { status: response.status, body: (await response.json()) as Answer };
};
const live = async () => (await staff.get<Workflow>(path)).body;
const read = async () => (await ask("GET", at)).body;
const save = (steps: readonly object[], version?: number, headers?: Signed) =>
	ask("PUT", at, { body: { steps, version }, ...(headers && { headers }) });
const step = (to: "undo" | "redo", version?: number) => ask("POST", `${at}/step`, { body: { to, version } });
const drop = (version?: number) => ask("DELETE", version === undefined ? at : `${at}?version=${version}`);
const publish = (version?: number, headers?: Signed) =>
	ask("POST", `${at}/publish`, { body: { version }, ...(headers && { headers }) });
const colleague = async (privileges?: readonly Permission[]) =>
	(
		await signIn(
			await createUser({ organisationId: staff.organisation.id, ...(privileges && { privileges }) }),
			staff.clock.now(),
		)
	).headers as Signed;

type Fields = StepFields & { id: string };
/** The stages of the draft, as a client writes them. */
const written = async (): Promise<[Fields, Fields, Fields, ...Fields[]]> =>
	(await read()).steps.map(fieldsOfStep) as [Fields, Fields, Fields, ...Fields[]];
const senate = { name: "Senate", type: "RECOMMENDED_THREE" };
const namesOf = ({ steps }: { steps: readonly { name: string }[] }) => steps.map(({ name }) => name);
const before = ["Registration", "In review", "Accepted"];

describe("the draft of a workflow", () => {
	test("is kept beside the live stages, which applicants go through until it is published", async () => {
		const was = await live();
		expect(await read()).toMatchObject({ steps: was.steps, isStarted: false, canUndo: false, changes: [] });
		const [apply, review, accepted] = await written();
		const kept = await save(
			[apply, senate, { ...accepted, name: "Admitted", needsApproval: true }, review],
			was.version,
		);
		expect(kept.body).toMatchObject({ isStarted: true, canUndo: true, canRedo: false, isBehind: false, problem: null });
		expect([kept.body.by, namesOf(kept.body)]).toEqual([
			`${staff.user.firstName} ${staff.user.lastName}`,
			["Registration", "Senate", "Admitted", "In review"],
		]);
		expect(kept.body.changes.map(({ kinds, parts, text }) => [kinds, parts, text])).toEqual([
			[["added"], [], "“Senate” was added"],
			[
				["changed"],
				["name", "approval"],
				expect.stringMatching(/^“Accepted” is now “Admitted”, and was changed: whether/),
			],
			[["moved"], [], "“In review” was moved after “Admitted”"],
		]);
		expect(await live()).toEqual({ ...was, hasDraft: true });
		const published = await publish(kept.body.version);
		expect([published.status, published.body.steps.map(({ id }) => id)]).toEqual([
			200,
			kept.body.steps.map(({ id }) => id),
		]);
		expect(await live()).toMatchObject({ steps: kept.body.steps, hasDraft: false });
		expect(await read()).toMatchObject({ isStarted: false, canUndo: false, steps: kept.body.steps });
		const history = await staff.get<{ data: { before: Workflow; after: Workflow }[] }>(`${path}/history`);
		expect(history.body.data.map(({ before: from, after: to }) => [from.steps.length, to.steps.length])).toEqual([
			[3, 4],
		]);
		expect((await publish()).body.code).toBe("workflow_unchanged");
	});

	test("stays when it cannot be published, and so do the live stages; it says why", async () => {
		const [apply, review, accepted] = await written();
		await createApplicant(staff.application, { stepId: review.id });
		const was = await live();
		const text = "Applicants are at “In review”, so it cannot be removed. Move them first.";
		const kept = (await save([apply, accepted])).body;
		expect([kept.problem, kept.changes.map((change) => change.text)]).toEqual([text, ["“In review” was removed"]]);
		const refused = await publish(kept.version);
		expect([refused.status, refused.body.code, refused.body.fields?.steps]).toEqual([
			409,
			"workflow_stage_in_use",
			[text],
		]);
		expect([await live(), await read()]).toEqual([{ ...was, hasDraft: true }, kept]);
		const retyped = (await save([apply, { ...review, type: "DECLINED" }, accepted])).body;
		expect(retyped.problem).toMatch(/its type cannot be changed/);
		expect((await publish(retyped.version)).status).toBe(409);
	});

	test("may be without a first stage, or have two, until it is published", async () => {
		const [apply, review, accepted] = await written();
		const none = await save([{ ...apply, type: "SUBMITTED" }, review, accepted]);
		expect([none.status, none.body.problem]).toEqual([200, "A stage of the type Apply is missing."]);
		expect((await publish()).body.code).toBe("workflow_first_stage_missing");
		const two = await save([apply, { ...review, type: "REGISTRATION" }, accepted]);
		expect([two.status, two.body.problem]).toEqual([200, "Only one stage can be of the type Apply."]);
		expect((await publish()).status).toBe(422);
	});

	test("refuses at once what refers to nothing, what is another workflow's, and names that are the same", async () => {
		const other = (await staff.send<Workflow>("POST", "/workflow", { name: "Diploma" })).body;
		const [apply] = await written();
		const refused: [stage: object, code: string, text: RegExp][] = [
			[{ ...senate, name: "registration" }, "invalid", /same name/],
			[{ ...senate, type: "NONSENSE" }, "workflow_refers_wrongly", /type that does not exist/],
			[{ ...senate, emailTemplateId: "no" }, "workflow_refers_wrongly", /email does not exist/],
			[{ ...senate, attachmentIds: ["no"] }, "workflow_refers_wrongly", /A file is not/],
			[{ ...senate, nextStepIds: ["no"] }, "workflow_refers_wrongly", /may follow/],
			[{ ...senate, id: other.steps[0]?.id }, "workflow_refers_wrongly", /another workflow/],
		];
		for (const [stage, code, text] of refused) {
			const { status, body } = await save([apply, stage]);
			expect([status, body.code, body.fields?.steps?.[0]]).toEqual([422, code, expect.stringMatching(text)]);
		}
		expect((await read()).isStarted).toBe(false);
	});

	test("names what its stages are given, also what was deleted, which publishing refuses", async () => {
		const { id: organisationId } = staff.organisation;
		const about = { organisationId, content: "", createdAt: 1, updatedAt: 1 };
		await testDb()
			.insert(templates)
			.values({ ...about, id: "email-1", name: "Offer", type: "email" });
		await testDb()
			.insert(roles)
			.values({ organisationId, id: "dean", name: "Dean", privileges: [], createdAt: 1, updatedAt: 1 });
		const [apply, review, accepted] = await written();
		const given = { ...accepted, emailTemplateId: "email-1", roleIds: ["dean", "gone"] };
		const kept = (await save([apply, review, given])).body;
		expect(kept.steps[2]).toMatchObject({
			emailTemplate: { id: "email-1", name: "Offer" },
			roles: [
				{ id: "dean", name: "Dean" },
				{ id: "gone", name: "A role that was deleted" },
			],
		});
		await testDb().delete(templates).where(eq(templates.organisationId, organisationId));
		expect((await read()).steps[2]?.emailTemplate).toEqual({ id: "email-1", name: "A template that was deleted" });
		expect((await publish()).body.fields?.steps?.[0]).toMatch(/email does not exist/);
	});

	test("is undone and redone, and a change after an undo takes the place of what was undone", async () => {
		const [apply, review, accepted] = await written();
		await save([apply, review, accepted, senate]);
		await save([apply, accepted, review]);
		const undone = await step("undo");
		expect([namesOf(undone.body), undone.body.canRedo]).toEqual([[...before, "Senate"], true]);
		expect(namesOf((await step("redo")).body)).toEqual(["Registration", "Accepted", "In review"]);
		await step("undo");
		const first = await step("undo");
		expect(first.body).toMatchObject({ isStarted: true, canUndo: false, changes: [], by: null });
		expect((await publish()).body.code, "it is the same as the live stages").toBe("workflow_unchanged");
		expect((await step("undo")).body.code).toBe("workflow_draft_missing");
		await save([apply, review]);
		expect((await step("redo")).body.code).toBe("workflow_draft_missing");
	});

	test("is brought back by undo after it was discarded, until another one begins", async () => {
		const [apply, review, accepted] = await written();
		await save([apply, review]);
		await save([apply]);
		await step("undo");
		const dropped = await drop((await read()).version);
		expect(dropped.body).toMatchObject({ isStarted: false, canUndo: true, canRedo: false, changes: [] });
		expect([namesOf(dropped.body), (await live()).hasDraft]).toEqual([before, false]);
		const back = await step("undo", dropped.body.version);
		expect([namesOf(back.body), back.body.isStarted, back.body.canRedo]).toEqual([
			["Registration", "In review"],
			true,
			false,
		]);
		await drop();
		await save([apply, accepted, review]);
		await step("undo");
		expect((await step("undo")).body.code, "the discarded one is gone").toBe("workflow_draft_missing");
		expect((await ask("POST", `${at}/publish`, { body: {} })).body.code).toBe("workflow_unchanged");
	});

	test("that somebody else has changed, discarded or published is refused with what it is now", async () => {
		const other = await colleague();
		const { version } = await read();
		const [apply, review, accepted] = await written();
		const mine = (await save([apply, review], version)).body;
		const theirs = await save([apply, accepted], version, other);
		expect([theirs.status, theirs.body.code]).toEqual([409, "changed_meanwhile"]);
		expect(theirs.body.details?.current).toMatchObject({ isStarted: true, version: mine.version });
		expect((await save([apply, review], version, other)).status, "the same stages lose nothing").toBe(200);
		for (const refused of [await step("undo", version), await drop(version), await publish(version)])
			expect([refused.status, refused.body.code]).toEqual([409, "changed_meanwhile"]);
		const both = await Promise.all([
			save([apply, accepted], mine.version),
			save([apply, accepted, review], mine.version, other),
		]);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
		const again = await Promise.all([publish(undefined), publish(undefined, other)]);
		expect(again.map(({ status }) => status).sort()[0]).toBe(200);
		expect((await read()).isStarted).toBe(false);
	});

	test("that is changed at the moment in which it is published is not lost", async () => {
		const other = await colleague();
		const [apply, review, accepted] = await written();
		const { version } = (await save([apply, review])).body;
		const [published, saved] = await Promise.all([publish(version), save([apply, accepted], version, other)]);
		expect([published.status, saved.status].sort()).toEqual([200, 409]);
		expect(namesOf(saved.status === 200 ? await read() : await live())).toEqual([
			"Registration",
			saved.status === 200 ? "Accepted" : "In review",
		]);
	});

	test("is behind when the live stages were changed since it began, which its version tells too", async () => {
		const was = await live();
		const [apply, review, accepted] = await written();
		const kept = (await save([apply, review, accepted, senate])).body;
		await staff.send("PUT", path, { name: "Renamed" });
		expect((await read()).isBehind, "its name is no stage").toBe(false);
		await staff.send("PUT", `${path}/steps`, { steps: [apply, { ...review, name: "Reading" }, accepted] });
		expect(await read()).toMatchObject({
			isBehind: true,
			changes: [{ text: "“Reading” is now “In review”" }, { text: "“Senate” was added" }],
		});
		expect((await publish(kept.version)).body.code, "what it replaces was not seen").toBe("changed_meanwhile");
		const published = await publish((await read()).version);
		expect([published.status, namesOf(published.body)]).toEqual([200, [...before, "Senate"]]);
		expect(namesOf(was)).toEqual(before);
	});

	test("is changed by users of the whole institution who may change workflows, and is no other institution's", async () => {
		const steps = await written();
		for (const headers of [await colleague(["templates:r"]), await colleague(["templates:c"])])
			for (const refused of [
				await ask("GET", at, { headers }),
				await save(steps, undefined, headers),
				await publish(undefined, headers),
			])
				expect([refused.status, refused.body.code]).toEqual([403, "forbidden"]);
		const user = await createUser({ organisationId: staff.organisation.id, privileges: ["templates:u"] });
		await testDb().update(userRoles).set({ adminLevelItemId: "a-faculty" }).where(eq(userRoles.userId, user.id));
		const bound = (await signIn(user, staff.clock.now())).headers as Signed;
		expect((await ask("GET", at, { headers: bound })).status).toBe(200);
		for (const refused of [
			await save([...steps, senate], undefined, bound),
			await publish(undefined, bound),
			await ask("DELETE", at, { headers: bound }),
			await ask("POST", `${at}/step`, { body: { to: "undo" }, headers: bound }),
		])
			expect([refused.status, refused.body.code]).toEqual([403, "whole_institution_needed"]);
		const elsewhere = await createOrganisation();
		const stranger = (await signIn(await createUser({ organisationId: elsewhere.id }), staff.clock.now()))
			.headers as Signed;
		await save([...steps, senate]);
		for (const refused of [
			await ask("GET", at, { headers: stranger }),
			await save(steps, undefined, stranger),
			await publish(undefined, stranger),
			await ask("DELETE", at, { headers: stranger }),
		])
			expect(refused.status).toBe(404);
		expect((await read()).isStarted).toBe(true);
	});

	test("has open pages read it again with each change", async () => {
		const page = await join(hubFor(env.NOTIFICATION_HUB, staff.organisation.id), "colleague");
		subscribe(page, "set-up:workflow");
		await handled(page);
		await save([...(await written()), senate]);
		await hears(page, changed("set-up:workflow"));
		await step("undo");
		await hears(page, changed("set-up:workflow"));
		await drop();
		await hears(page, changed("set-up:workflow"));
	});

	test("leaves no line in the log before it is published, and is deleted with its workflow", async () => {
		const { body } = await staff.send<Workflow>("POST", "/workflow", { name: "Diploma" });
		const logged = async () =>
			(await testDb().select().from(events).where(eq(events.organisationId, staff.organisation.id))).length;
		const was = await logged();
		const draft = `/workflow/${body.id}/draft`;
		const steps = [...body.steps.map(fieldsOfStep), senate];
		await ask("PUT", draft, { body: { steps } });
		expect(await logged()).toBe(was);
		expect((await staff.send("DELETE", `/workflow/${body.id}`)).status).toBe(200);
		expect(await testDb().select().from(workflowDrafts).where(eq(workflowDrafts.workflowId, body.id))).toEqual([]);
	});

	test("is deleted 90 days after it was discarded, and stays while it is not", async () => {
		const [apply, review] = await written();
		await save([apply, review]);
		const other = (await staff.send<Workflow>("POST", "/workflow", { name: "Diploma" })).body;
		await ask("PUT", `/workflow/${other.id}/draft`, { body: { steps: [...other.steps.map(fieldsOfStep), senate] } });
		await drop();
		const sweepAt = (now: number) => sweep({ ...env, ...keepingQueues().bindings }, { sweeps, clock: testClock(now) });
		const kept = async () => {
			const rows = testDb().select().from(workflowDrafts);
			const own = await rows.where(eq(workflowDrafts.organisationId, staff.organisation.id));
			return own.map(({ workflowId }) => workflowId).sort();
		};
		await sweepAt(staff.clock.now() + 89 * dayMs);
		expect(await kept()).toEqual([staff.application.workflowId, other.id].sort());
		await sweepAt(staff.clock.now() + 91 * dayMs);
		expect(await kept()).toEqual([other.id]);
	});

	test("keeps the newest 50 of its states", async () => {
		const [apply, review, accepted] = await written();
		for (let index = 0; index < 52; index++) await save([apply, { ...review, name: `Review ${index}` }, accepted]);
		const [row] = await testDb()
			.select()
			.from(workflowDrafts)
			.where(eq(workflowDrafts.organisationId, staff.organisation.id));
		expect([row?.states.length, row?.state, row?.states[0]?.steps[1]?.name]).toEqual([50, 49, "Review 2"]);
	});
});

describe("the files of a draft", () => {
	const upload = async (stepId: string, file: File, version?: number) => {
		const form = new FormData();
		form.set("data", JSON.stringify({ version }));
		form.set("file", file);
		const response = await staff.upload(`${at}/steps/${stepId}/attachments`, form);
		const location = response.headers.get("location");
		return { status: response.status, location, body: (await response.json()) as Answer };
	};
	const rules = () => new File([pdf()], "Rules.pdf", { type: "application/pdf" });
	const open = (stepId = "", fileId = "") => staff.request(`${path}/steps/${stepId}/attachments/${fileId}`);

	test("go with a stage of it that is not live, are opened from it, and are placed when it is published", async () => {
		const added = (await save([...(await written()), senate])).body.steps[3];
		const kept = await upload(added?.id ?? "", rules());
		const [file] = kept.body.steps[3]?.attachments ?? [];
		expect([kept.status, file]).toMatchObject([201, { name: "Rules.pdf", mimetype: "application/pdf" }]);
		expect(kept.location).toBe(`/api${path}/steps/${added?.id}/attachments/${file?.id}`);
		expect(new Uint8Array(await (await open(added?.id, file?.id)).arrayBuffer())).toEqual(pdf());
		await step("undo");
		await step("undo");
		expect((await open(added?.id, file?.id)).status, "the stage was undone").toBe(404);
		await step("redo");
		await step("redo");
		expect((await publish()).body.steps[3]?.attachments).toEqual([file]);
		expect((await live()).steps[3]?.attachments).toEqual([file]);
		expect((await open(added?.id, file?.id)).status).toBe(200);
	});

	test("are not those of the live stage before, and come off it when the draft without them is published", async () => {
		const [, review] = await written();
		const kept = await upload(review.id, rules(), (await read()).version);
		expect(kept.body.changes).toMatchObject([{ kinds: ["changed"], parts: ["files"] }]);
		expect((await live()).steps[1]?.attachments).toEqual([]);
		await publish();
		expect((await live()).steps[1]?.attachments).toHaveLength(1);
		const [apply, with_, accepted] = await written();
		await save([apply, { ...with_, attachmentIds: [] }, accepted]);
		expect((await live()).steps[1]?.attachments).toHaveLength(1);
		await publish();
		expect((await live()).steps[1]?.attachments).toEqual([]);
	});

	test("are refused where they are no documents, and when somebody was faster", async () => {
		const [, review] = await written();
		const { version } = await read();
		const wrong = await upload(review.id, new File(["MZ"], "Rules.exe"));
		expect([wrong.status, wrong.body.fields?.file?.length]).toEqual([422, 1]);
		await save([...(await written()), senate], version);
		expect((await upload(review.id, rules(), version)).body.code).toBe("changed_meanwhile");
		expect((await upload("nothing", rules())).status).toBe(404);
	});
});
