import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { deliverEvents, deliverJobs, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import { createApplicant, createApplication, createReferee, testDb } from "#tests/support/factories";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { applicantLog, applicants, referees } from "#worker/database/schema/applicants";
import { auditEvents, events, outboxMails, tasks } from "#worker/database/schema/records";
import { applicantNeeds } from "#worker/database/schema/saved-views";

const question = { id: "row", cols: [{ fieldId: "report", type: "textarea", props: { label: "Report" } }] };
const layout: FormLayout = {
	sections: [
		{ id: "about", title: "About you", rows: [] },
		{ id: "academic", title: "Academic reference", refereeSectionType: "academic", rows: [question] },
		{ id: "work", title: "Professional reference", refereeSectionType: "professional", rows: [question] },
	],
};

const typed = { name: "Prof. Ọlá Bello", email: "ola.bello@college.example", phone: "0800 1", reason: "Mistyped" };

const openFixture = async ({ hasForm = true } = {}) => {
	const queues = keepingQueues();
	const staff = await openServicesFixture({ bindings: queues.bindings });
	const organisationId = staff.organisation.id;
	const application = await createApplication(organisationId, { layout, courseCount: 1 });
	const applicant = await createApplicant(application, { hasForm });
	const referee = await createReferee(applicant, { kind: "academic", phone: null });
	const path = `/candidates/${applicant.id}/referees`;
	const ofOrganisation = <T extends { organisationId: unknown }>(rows: T[]) =>
		rows.filter((row) => row.organisationId === organisationId);
	const mails = async () => ofOrganisation(await testDb().select().from(outboxMails));
	return {
		staff,
		organisationId,
		applicant,
		referee,
		path,
		mails,
		queues,
		add: (body: object = {}, key?: string) =>
			staff.send("POST", path, { ...typed, kind: "professional", ...body }, key),
		correct: (body: object = {}, id = referee.id) => staff.send("PUT", `${path}/${id}`, { ...typed, ...body }),
		remove: (id = referee.id, seen: object = {}) =>
			staff.send("POST", `${path}/${id}/remove`, { reason: "Named twice", ...seen }),
		ask: (id = referee.id) => staff.send("POST", "/candidates/referees/notify", { ids: [id] }),
		/** Lets the undo window pass, and the waiting tasks run: each delivery comes twice, also at once. */
		work: async () => {
			const options = { bindings: queues.bindings, clock: staff.clock };
			const sent = queues.sentJobs.splice(0);
			await deliverJobs([...sent, ...sent], options);
			staff.clock.advance(30_000);
			await deliverJobs(sent, options);
			await Promise.all([deliverJobs(sent, options), deliverJobs(sent, options)]);
		},
		deliver: () => deliverEvents(queues.sentEvents, { bindings: queues.bindings, clock: staff.clock }),
		list: async () =>
			(await staff.get<{ data: { id: string; invitedAt: number | null }[]; openPlaces: unknown[] }>(path)).body,
		rowOf: async (id = referee.id) => (await testDb().select().from(referees).where(eq(referees.id, id)))[0],
		recipients: async () => (await mails()).map(({ recipient }) => recipient),
		linkStatus: async (index: number) => {
			const token = /\/referee\/([\w-]{43})\s/.exec((await mails())[index]?.text ?? "")?.[1];
			const headers = { "cf-connecting-ip": crypto.randomUUID() };
			return (await staff.request(`/referee-invitations/${token}?organisation=${organisationId}`, { headers })).status;
		},
		log: async () =>
			(await testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, applicant.id))).map(
				({ reason }) => reason,
			),
		happened: async () => ofOrganisation(await testDb().select().from(events)).map(({ type }) => type),
		task: async () => ofOrganisation(await testDb().select().from(tasks)).at(-1),
		needs: async () => ofOrganisation(await testDb().select().from(applicantNeeds)).map(({ need }) => need),
	};
};

it("corrects an address: the old link ends at once, and the new address is asked once after the undo window", async () => {
	const { ask, correct, referee, work, recipients, linkStatus, rowOf, log, happened, applicant, mails } =
		await openFixture();
	await ask();
	expect(await linkStatus(0)).toBe(200);
	const { status, body } = await correct({ seenEmail: referee.email });
	expect(status).toBe(200);
	expect(body).toMatchObject({ name: typed.name, email: typed.email, phone: "0800 1", invitedAt: null });
	expect(await linkStatus(0)).toBe(410);
	expect(await recipients()).toEqual([referee.email]);
	await work();
	expect((await recipients()).sort()).toEqual([referee.email, typed.email].sort());
	const [at] = (await mails())
		.map(({ recipient }, index) => ({ recipient, index }))
		.filter(({ recipient }) => recipient === typed.email);
	expect(await linkStatus(at?.index ?? -1)).toBe(200);
	expect((await rowOf())?.invitedAt).not.toBeNull();
	expect(await log()).toEqual([
		`${referee.name} was asked again for a reference`,
		`Referee corrected: ${referee.name}, ${referee.email} is now ${typed.name}, ${typed.email}. Mistyped`,
		`${typed.name} was asked for a reference`,
	]);
	expect(await happened()).toContain("referee.corrected");
	const [row] = await testDb().select().from(applicants).where(eq(applicants.id, applicant.id));
	expect(row?.version, "an edit in progress does not become stale").toBe(1);
});

it("corrects a name without another email, and keeps the link", async () => {
	const { ask, correct, referee, work, recipients, linkStatus, rowOf } = await openFixture();
	await ask();
	const asked = (await rowOf())?.invitedAt;
	await correct({ email: referee.email.toUpperCase() });
	await work();
	expect(await recipients()).toEqual([referee.email]);
	expect(await linkStatus(0)).toBe(200);
	expect(await rowOf()).toMatchObject({ name: typed.name, invitedAt: asked });
});

it("asks only at the last of several corrections, and nobody who was removed meanwhile", async () => {
	const { correct, remove, work, recipients, task, deliver } = await openFixture();
	await correct();
	await correct({ email: "second@college.example" });
	await work();
	expect(await recipients()).toEqual(["second@college.example"]);
	await correct({ email: "third@college.example" });
	expect((await remove()).status).toBe(200);
	await work();
	expect(await recipients()).toEqual(["second@college.example"]);
	expect(await task()).toMatchObject({ status: "SUCCESS", result: { undone: true } });
	await deliver();
});

it("adds a referee only where the form asks for one, once, and asks them", async () => {
	const { add, staff, applicant, list, work, recipients, log } = await openFixture();
	const open = async () => (await staff.get<{ openReferees: number }>(`/candidates/${applicant.id}`)).body.openReferees;
	expect(await open()).toBe(1);
	expect((await list()).openPlaces).toEqual([{ kind: "professional", title: "Professional reference" }]);
	expect(await add({ kind: "academic" })).toMatchObject({ status: 422, body: { code: "referee_not_wanted" } });
	const first = await add({}, "key-00000001");
	expect(first).toMatchObject({ status: 201, body: { name: typed.name, kind: "professional", status: "pending" } });
	expect(await add({}, "key-00000001")).toEqual(first);
	expect(await add({ email: "other@college.example" })).toMatchObject({ body: { code: "referee_not_wanted" } });
	expect([await open(), (await list()).openPlaces]).toEqual([0, []]);
	await work();
	expect(await recipients()).toEqual([typed.email]);
	expect(await log()).toEqual([
		`Referee added: ${typed.name}, ${typed.email}. Mistyped`,
		`${typed.name} was asked for a reference`,
	]);
});

it("adds one of two referees that colleagues enter at the same moment for one place", async () => {
	const { add, list, happened } = await openFixture();
	const outcomes = await Promise.all([add(), add({ email: "other@college.example" })]);
	expect(outcomes.map(({ status }) => status).sort()).toEqual([201, 422]);
	expect((await list()).data).toHaveLength(2);
	expect((await happened()).filter((type) => type === "referee.added")).toHaveLength(1);
});

it("removes a referee with their link, and the applicant no longer waits for a reference", async () => {
	const { ask, remove, linkStatus, list, log, referee, needs, staff, applicant } = await openFixture();
	await ask();
	expect(await needs()).toEqual(["referee"]);
	expect(await remove()).toMatchObject({ status: 200, body: { id: referee.id } });
	expect(await linkStatus(0)).toBe(404);
	expect((await list()).data).toEqual([]);
	expect(await needs()).toEqual([]);
	expect((await log()).at(-1)).toBe(`Referee removed: ${referee.name}, ${referee.email}. Named twice`);
	const { body } = await staff.get<{ referees: unknown[]; openReferees: number }>(`/candidates/${applicant.id}`);
	expect(body).toMatchObject({ referees: [], openReferees: 2 });
});

it("never changes or removes a reference that was received, also when it arrives in between", async () => {
	const { correct, remove, referee, rowOf, log } = await openFixture();
	const data = { report: "Careful." };
	await testDb().update(referees).set({ status: "submitted", data }).where(eq(referees.id, referee.id));
	expect(await correct()).toMatchObject({ status: 409, body: { code: "reference_received" } });
	expect(await remove()).toMatchObject({ status: 409, body: { code: "reference_received" } });
	expect(await rowOf()).toMatchObject({ email: referee.email, data, status: "submitted" });
	expect(await log()).toEqual([]);
});

it("refuses what a colleague has changed, what changes nothing, and addresses that cannot be right", async () => {
	const { correct, add, referee, applicant, rowOf } = await openFixture();
	const { name, email } = referee;
	expect(await correct({ seenEmail: "older@college.example" })).toMatchObject({
		status: 409,
		body: { code: "referee_changed", error: expect.stringContaining(`Now it is ${name}, ${email}.`) },
	});
	expect(await correct({ name, email, phone: "" })).toMatchObject({ body: { code: "identity_unchanged" } });
	expect(await correct({ email: applicant.email })).toMatchObject({
		body: { fields: { email: ["This is the applicant's own email address."] } },
	});
	expect(await add({ email: email.toUpperCase() })).toMatchObject({
		status: 409,
		body: { code: "referee_named", fields: { email: [`${name} has this email address. Enter another one.`] } },
	});
	expect(await correct({ email: "nowhere" })).toMatchObject({ body: { fields: { email: ["Invalid Email Address"] } } });
	expect(await correct({ reason: " " })).toMatchObject({ body: { fields: { reason: ["Enter the reason"] } } });
	expect(await correct({ letter: "x" })).toMatchObject({ status: 422 });
	expect(await rowOf()).toMatchObject({ name, email });
});

it("refuses a correction or a removal when a colleague has changed the name, the address or the number that was seen", async () => {
	const { correct, remove, referee, rowOf, log } = await openFixture();
	const seen = { seenName: referee.name, seenEmail: referee.email, seenPhone: "" };
	for (const change of [{ name: "Dr Kemi Ade" }, { email: "kemi@college.example" }, { phone: "0800 9" }]) {
		await testDb().update(referees).set(change).where(eq(referees.id, referee.id));
		const now = {
			status: 409,
			body: { code: "referee_changed", error: expect.stringContaining(Object.values(change)[0] ?? "") },
		};
		expect(await correct(seen)).toMatchObject(now);
		expect(await remove(referee.id, seen)).toMatchObject(now);
		expect(await rowOf()).toMatchObject(change);
		const { name, email, phone } = referee;
		await testDb().update(referees).set({ name, email, phone }).where(eq(referees.id, referee.id));
	}
	expect(await log()).toEqual([]);
	expect(await remove(referee.id, seen)).toMatchObject({ status: 200 });
	expect(await rowOf()).toBeUndefined();
});

it("does not find another applicant's referee, or another institution's", async () => {
	const [mine, theirs] = [await openFixture(), await openFixture()];
	expect(await mine.correct({}, theirs.referee.id)).toMatchObject({ status: 404 });
	expect(await mine.remove(theirs.referee.id)).toMatchObject({ status: 404 });
	const foreign = await mine.staff.send("POST", theirs.path, { ...typed, kind: "professional" });
	expect(foreign).toMatchObject({ status: 404 });
	expect(await theirs.rowOf()).toMatchObject({ email: theirs.referee.email });
});

it("says why the new address could not be asked, in a notice that leads to the record", async () => {
	const { correct, work, task, rowOf, referee } = await openFixture();
	await correct();
	await testDb().update(referees).set({ kind: "musical" }).where(eq(referees.id, referee.id));
	await work();
	expect(await task()).toMatchObject({
		status: "FAILED",
		result: { reason: `${typed.name}: The form has no questions for this referee.` },
	});
	expect((await rowOf())?.invitedAt).toBeNull();
});

it("writes each change into the audit log", async () => {
	const { add, correct, remove, deliver, organisationId, applicant } = await openFixture();
	await add();
	await correct({ email: "new@college.example" });
	await remove();
	await deliver();
	const lines = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, organisationId));
	expect(
		lines.filter(({ action }) => action.startsWith("referee.")).map(({ action, subject }) => [action, subject]),
	).toEqual([
		["referee.added", applicant.id],
		["referee.corrected", applicant.id],
		["referee.removed", applicant.id],
	]);
});
