import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliverEvents, keepingQueues } from "#tests/events/delivery";
import { openServicesFixture } from "#tests/services/applicants/services-fixture";
import {
	createApplicant,
	createApplication,
	createReferee,
	createStructure,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import { applicantLog, applicants, refereeInvitations, referees } from "#worker/database/schema/applicants";
import { userRoles } from "#worker/database/schema/auth";
import { organisations } from "#worker/database/schema/organisations";
import { auditEvents, events, notifications, outboxMails } from "#worker/database/schema/records";
import { adminLevelItems, courses } from "#worker/database/schema/structure";
import type { Env } from "#worker/env";

const question = (fieldId: string, type: string, props: object = {}) => ({
	id: `row-${fieldId}`,
	cols: [{ fieldId, type, props: { label: fieldId, ...props } }],
});
const layout: FormLayout = {
	sections: [
		{ id: "about", title: "About you", rows: [question("surname", "text")] },
		{
			id: "academic",
			title: "Academic reference",
			refereeSectionType: "academic",
			rows: [
				question("report", "textarea", { required: true }),
				question("opinion", "wysiwyg"),
				question("years", "number"),
				question("scan", "file", { required: true }),
				{ ...question("prize", "text"), repeatable: true },
			],
		},
		{
			id: "work",
			title: "Professional reference",
			refereeSectionType: "professional",
			rows: [question("post", "text", { required: true })],
		},
	],
};

const day = 86_400_000;

/** Returns the tests' database, which runs a function just before the batch with this statement. */
const changedBefore = (statement: RegExp, change: () => unknown): D1Database => {
	let isAbout = false;
	return new Proxy(env.DB, {
		get: (target, name) => {
			if (name === "prepare")
				return (query: string) => {
					isAbout ||= statement.test(query);
					return target.prepare(query);
				};
			if (name === "batch")
				return async (statements: D1PreparedStatement[]) => {
					if (isAbout) await change();
					isAbout = false;
					return target.batch(statements);
				};
			const member = Reflect.get(target, name);
			return typeof member === "function" ? member.bind(target) : member;
		},
	});
};

const openFixture = async (bindings: Partial<Env> = {}) => {
	const queues = keepingQueues();
	const staff = await openServicesFixture({ bindings: { ...queues.bindings, ...bindings } });
	const organisationId = staff.organisation.id;
	const application = await createApplication(organisationId, { layout, courseCount: 1 });
	const applicant = await createApplicant(application);
	const referee = await createReferee(applicant, { kind: "academic" });
	const inOrganisation = <T extends { organisationId: unknown }>(rows: T[]) =>
		rows.filter((row) => row.organisationId === organisationId);
	const mails = async () => inOrganisation(await testDb().select().from(outboxMails));
	const tokens = async () => (await mails()).map(({ text }) => /\/referee\/([\w-]{43})\s/.exec(text)?.[1] ?? "");
	const address: string = crypto.randomUUID();
	return {
		staff,
		application,
		applicant,
		referee,
		organisationId,
		mails,
		tokens,
		notify: (ids: readonly unknown[], key?: string) =>
			staff.send<{ outcomes: { id: string; outcome: string; reason?: string }[] }>(
				"POST",
				"/candidates/referees/notify",
				{ ids },
				key,
			),
		/** Sends a request without a session, from a new address. */
		look: async (token: string, { organisation = organisationId, from = address } = {}) => {
			const headers = { "cf-connecting-ip": from };
			const response = await staff.request(`/referee-invitations/${token}?organisation=${organisation}`, { headers });
			return { status: response.status, body: await response.json() };
		},
		answer: async (token: string, data: unknown, organisation = organisationId) => {
			const headers = { "cf-connecting-ip": address };
			const body = JSON.stringify({ organisation, data });
			const response = await staff.request(`/referee-invitations/${token}`, { method: "POST", headers, body });
			return { status: response.status, body: await response.json() };
		},
		rowOf: async (id: string) => (await testDb().select().from(referees).where(eq(referees.id, id)))[0],
		log: () => testDb().select().from(applicantLog).where(eq(applicantLog.applicantId, applicant.id)),
		invitations: async () => inOrganisation(await testDb().select().from(refereeInvitations)),
		happened: async () => inOrganisation(await testDb().select().from(events)),
		deliver: () =>
			deliverEvents(queues.sentEvents, { clock: staff.clock, bindings: { ...queues.bindings, ...bindings } }),
	};
};

describe("an applicant's referees", () => {
	it("are listed in their order, with their questions and answers", async () => {
		const { staff, applicant, referee } = await openFixture();
		const data = { post: "Head of department" };
		const second = await createReferee(applicant, { kind: "professional", status: "submitted", data, answeredAt: 5 });
		const { status, body } = await staff.get<{ data: unknown[] }>(`/candidates/${applicant.id}/referees`);
		expect(status).toBe(200);
		expect(body.data).toEqual([
			{
				id: referee.id,
				name: referee.name,
				email: referee.email,
				phone: null,
				status: "pending",
				data: null,
				kind: "academic",
				inputs: [layout.sections[1]],
				invitedAt: referee.invitedAt,
				answeredAt: null,
			},
			{
				id: second.id,
				name: second.name,
				email: second.email,
				phone: null,
				status: "submitted",
				data,
				kind: "professional",
				inputs: [layout.sections[2]],
				invitedAt: second.invitedAt,
				answeredAt: 5,
			},
		]);
	});

	it("are asked every referee's section without a kind, and none without a form", async () => {
		const { staff, applicant, application } = await openFixture();
		await createReferee(applicant);
		const { body } = await staff.get<{ data: { inputs: unknown[] }[] }>(`/candidates/${applicant.id}/referees`);
		expect(body.data.map(({ inputs }) => inputs.length)).toEqual([1, 2]);
		const bare = await createApplicant(application, { hasForm: false });
		await createReferee(bare);
		const none = await staff.get<{ data: { inputs: unknown[] }[] }>(`/candidates/${bare.id}/referees`);
		expect(none.body.data.map(({ inputs }) => inputs)).toEqual([[]]);
	});

	it("respond 404 for another institution", async () => {
		const [mine, theirs] = [await openFixture(), await openFixture()];
		const response = await mine.staff.get(`/candidates/${theirs.applicant.id}/referees`);
		expect(response).toMatchObject({ status: 404, body: { code: "not_found" } });
	});
});

describe("asking referees again", () => {
	it("emails each a link of their own, stores only its hash, and records the user", async () => {
		const { notify, referee, applicant, mails, tokens, invitations, log, happened, staff, rowOf } = await openFixture();
		const other = await createReferee(applicant, { kind: "professional", invitedAt: null });
		await testDb()
			.update(organisations)
			.set({ email: "admissions@test.example" })
			.where(eq(organisations.id, staff.organisation.id));
		const { status, body } = await notify([referee.id, other.id]);
		expect(status).toBe(200);
		expect(body.outcomes).toEqual([
			{ id: referee.id, name: referee.name, outcome: "sent" },
			{ id: other.id, name: other.name, outcome: "sent" },
		]);
		const sent = await mails();
		expect(sent.map(({ recipient }) => recipient).sort()).toEqual([referee.email, other.email].sort());
		expect(sent[0]?.text).toContain("Adaeze Chinonso Okafor has applied to");
		expect(sent[0]?.html, "the same frame as emails to applicants").toMatch(/^<!doctype html>[\s\S]*max-width:600px/);
		expect(sent[0]?.messageId).toMatch(/^<.+@.+>$/);
		expect(sent[0]?.replyTo).toBe("admissions@test.example");
		const [token = ""] = await tokens();
		expect(sent[0]?.text).toContain(`https://portal.test/${staff.organisation.id}/referee/${token}\n`);
		expect(JSON.stringify(await invitations())).not.toContain(token);
		expect((await invitations()).map(({ expiresAt }) => expiresAt)).toEqual(
			[0, 1].map(() => staff.clock.now() + 30 * day),
		);
		expect((await rowOf(referee.id))?.invitedAt).toBe(staff.clock.now());
		expect((await log()).map(({ type, reason, reviewedBy }) => [type, reason, reviewedBy]).sort()).toEqual([
			["DATA_UPDATE", `${referee.name} was asked again for a reference`, "Hauwa Bello"],
			["DATA_UPDATE", `${other.name} was asked for a reference`, "Hauwa Bello"],
		]);
		expect(await happened()).toMatchObject([
			{ type: "referees.notified", payload: { applicantIds: [applicant.id], refereeIds: [referee.id, other.id] } },
		]);
	});

	it("expires the earlier links a day later", async () => {
		const { notify, referee, tokens, look, staff } = await openFixture();
		await notify([referee.id]);
		staff.clock.advance(60_000);
		await notify([referee.id]);
		const [first = "", second = ""] = await tokens();
		for (const token of [first, second]) expect(await look(token)).toMatchObject({ status: 200 });
		staff.clock.advance(day - 1);
		expect(await look(first)).toMatchObject({ status: 200 });
		staff.clock.advance(1);
		expect(await look(first)).toMatchObject({ status: 410, body: { code: "reference_link_expired" } });
		expect(await look(second)).toMatchObject({ status: 200 });
	});

	it("accepts a reference by an earlier link, once for all links", async () => {
		const { notify, referee, tokens, answer, look, rowOf, log, staff } = await openFixture();
		await notify([referee.id]);
		staff.clock.advance(60_000);
		await notify([referee.id]);
		const [first = "", second = ""] = await tokens();
		const outcomes = await Promise.all([answer(first, { report: "One" }), answer(second, { report: "Two" })]);
		expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 410]);
		const kept = outcomes[0]?.status === 200 ? "One" : "Two";
		expect(await rowOf(referee.id)).toMatchObject({ status: "submitted", data: { report: kept } });
		for (const token of [first, second])
			expect(await look(token)).toMatchObject({ status: 410, body: { code: "reference_given" } });
		expect((await log()).filter(({ reason }) => reason?.startsWith("Reference received"))).toHaveLength(1);
	});

	it("does not extend an earlier link, however often it is repeated", async () => {
		const { notify, referee, tokens, look, staff } = await openFixture();
		await notify([referee.id]);
		for (let time = 0; time < 3; time++) {
			staff.clock.advance(day / 2 - 1);
			const { headers } = await signIn(staff.user, staff.clock.now());
			await staff.request("/candidates/referees/notify", {
				method: "POST",
				body: JSON.stringify({ ids: [referee.id] }),
				headers,
			});
		}
		const [first = ""] = await tokens();
		staff.clock.advance(2);
		expect(await look(first)).toMatchObject({ status: 410, body: { code: "reference_link_expired" } });
	});

	it("returns the result for each, and does not find another institution's or an unknown one", async () => {
		const { notify, referee, applicant, application, mails } = await openFixture();
		const theirs = (await openFixture()).referee;
		const done = await createReferee(applicant, { status: "submitted", kind: "academic" });
		const unasked = await createReferee(applicant, { kind: "musical" });
		const bare = await createReferee(await createApplicant(application, { hasForm: false }));
		const unreachable = await createReferee(applicant, { kind: "academic", email: "no address\r\nBcc: x@y.example" });
		const ids = [theirs.id, "nobody", done.id, unasked.id, bare.id, unreachable.id, referee.id, referee.id];
		const { status, body } = await notify(ids);
		expect(status).toBe(200);
		expect(body.outcomes.map(({ id, outcome }) => [id, outcome])).toEqual([
			[theirs.id, "not_found"],
			["nobody", "not_found"],
			[done.id, "already_submitted"],
			[unasked.id, "failed"],
			[bare.id, "failed"],
			[unreachable.id, "failed"],
			[referee.id, "sent"],
		]);
		expect(body.outcomes.map(({ reason }) => reason)).toEqual([
			undefined,
			undefined,
			undefined,
			"The form has no questions for this referee.",
			"The form has no questions for this referee.",
			"The mail could not be sent. Check the address.",
			undefined,
		]);
		expect(await mails()).toHaveLength(1);
	});

	it("keeps the earlier link valid when the new one could not be emailed", async () => {
		const { notify, referee, tokens, look, invitations, happened, log, staff } = await openFixture();
		await notify([referee.id]);
		staff.clock.advance(60_000);
		const [token = ""] = await tokens();
		await testDb().update(referees).set({ email: "gone" }).where(eq(referees.id, referee.id));
		// why so often: a request that could not be emailed does not count.
		for (let attempt = 0; attempt < 6; attempt++)
			expect((await notify([referee.id])).body.outcomes).toMatchObject([
				{ outcome: "failed", reason: "The mail could not be sent. Check the address." },
			]);
		expect(await look(token)).toMatchObject({ status: 200 });
		expect(await invitations()).toHaveLength(1);
		expect(await happened()).toHaveLength(1);
		expect(await log()).toHaveLength(1);
	});

	it("refuses a second email within a minute, with the reason", async () => {
		const { notify, referee, mails, staff } = await openFixture();
		await notify([referee.id]);
		staff.clock.advance(59_999);
		expect((await notify([referee.id])).body.outcomes).toMatchObject([
			{
				outcome: "failed",
				reason: "They were asked less than a minute ago. Wait a minute before you ask again.",
			},
		]);
		expect(await mails()).toHaveLength(1);
		staff.clock.advance(1);
		expect((await notify([referee.id])).body.outcomes).toMatchObject([{ outcome: "sent" }]);
	});

	it("is limited to five times a day", async () => {
		const { notify, referee, applicant, mails, staff } = await openFixture();
		for (let time = 0; time < 5; time++) {
			await notify([referee.id]);
			staff.clock.advance(60_000);
		}
		const other = await createReferee(applicant, { kind: "academic" });
		const { body } = await notify([referee.id, other.id]);
		expect(body.outcomes).toMatchObject([
			{ outcome: "failed", reason: "They were asked five times within a day. Try again tomorrow." },
			{ outcome: "sent" },
		]);
		expect(await mails()).toHaveLength(6);
		staff.clock.advance(day);
		// why: no session lasts a day.
		const { headers } = await signIn(staff.user, staff.clock.now());
		const again = { method: "POST", body: JSON.stringify({ ids: [referee.id] }), headers };
		const next = await staff.request("/candidates/referees/notify", again);
		expect(await next.json()).toMatchObject({ outcomes: [{ outcome: "sent" }] });
	});

	it("emails nobody twice when it is repeated with its key", async () => {
		const { notify, referee, mails } = await openFixture();
		const first = await notify([referee.id], "key-00000001");
		expect(await notify([referee.id], "key-00000001")).toEqual(first);
		expect(await mails()).toHaveLength(1);
	});

	it("accepts one to a hundred referees", async () => {
		const { notify, applicant, mails } = await openFixture();
		const refused = async (ids: unknown[]) => (await notify(ids)).body;
		expect(await refused([])).toMatchObject({ code: "invalid", fields: { ids: ["Choose a referee"] } });
		expect(await refused(Array.from({ length: 101 }, (_, n) => `r${n}`))).toMatchObject({
			fields: { ids: ["At most 100 referees can be asked at a time."] },
		});
		expect(await refused([7])).toMatchObject({ code: "invalid" });
		const many = await Promise.all(
			Array.from({ length: 100 }, () => createReferee(applicant, { kind: "academic" }).then(({ id }) => id)),
		);
		expect((await notify(many)).body.outcomes.filter(({ outcome }) => outcome === "sent")).toHaveLength(100);
		expect(await mails()).toHaveLength(100);
	});

	it("needs the privilege to update applicants", async () => {
		const reader = await openServicesFixture({ privileges: ["candidate:r"] });
		const response = await reader.send("POST", "/candidates/referees/notify", { ids: ["x"] });
		expect(response).toMatchObject({ status: 403, body: { code: "forbidden" } });
	});
});

/** Opens a fixture with a referee who was emailed a link. */
const invited = async (bindings: Partial<Env> = {}) => {
	const fixture = await openFixture(bindings);
	await fixture.notify([fixture.referee.id]);
	return { ...fixture, token: (await fixture.tokens())[0] ?? "" };
};

describe("an emailed link", () => {
	it("shows only the institution, the applicant and the questions, and is not used up by opening it", async () => {
		const { look, token, referee, staff, application } = await invited();
		const asked = layout.sections[1];
		for (let time = 0; time < 3; time++)
			expect(await look(token)).toEqual({
				status: 200,
				body: {
					organisation: { id: staff.organisation.id, name: staff.organisation.name, logoUrl: null },
					referee: { name: referee.name },
					candidate: { firstName: "Adaeze", middleName: "Chinonso", lastName: "Okafor" },
					applicationTitle: application.title,
					// why: files of strangers are not accepted, so no question asks for one.
					inputs: [{ ...asked, rows: asked?.rows.filter(({ id }) => id !== "row-scan") }],
					expiresAt: staff.clock.now() + 30 * day,
				},
			});
	});

	it("responds 404 when it is invented, another institution's, or of a deleted applicant", async () => {
		const { look, answer, token, applicant } = await invited();
		const other = await openFixture();
		const unknown = { status: 404, body: { code: "reference_link_unknown" } };
		expect(await look(`${token.slice(1)}A`)).toMatchObject(unknown);
		expect(await look(token, { organisation: other.organisationId })).toMatchObject(unknown);
		expect(await answer(token, { report: "x" }, other.organisationId)).toMatchObject(unknown);
		for (const strange of ["short", "x".repeat(65), "a%2F..%2Fb-long-enough-to-pass", "%00".repeat(20)])
			expect((await look(strange)).status).toBe(404);
		await testDb().delete(applicants).where(eq(applicants.id, applicant.id));
		expect(await look(token)).toMatchObject(unknown);
	});

	it("is valid for thirty days", async () => {
		const { look, answer, token, staff, rowOf, referee } = await invited();
		staff.clock.advance(30 * day - 1);
		expect((await look(token)).status).toBe(200);
		staff.clock.advance(1);
		const expired = { status: 410, body: { code: "reference_link_expired" } };
		expect(await look(token)).toMatchObject(expired);
		expect(await answer(token, { report: "Too late" })).toMatchObject(expired);
		expect(await rowOf(referee.id)).toMatchObject({ status: "pending", data: null });
	});

	it("cannot be guessed", async () => {
		const { look, token } = await invited();
		for (let time = 0; time < 60; time++) await look("a-token-that-nobody-was-sent", { from: "guesser" });
		expect(await look(token, { from: "guesser" })).toMatchObject({ status: 429, body: { code: "too_many_requests" } });
		expect((await look(token, { from: "somebody else" })).status).toBe(200);
	});
});

describe("a reference", () => {
	it("appears on the record, in its log, in the events and to the user who works on the applicant", async () => {
		const { answer, token, referee, applicant, application, rowOf, log, happened, staff, deliver } = await invited();
		const organisationId = staff.organisation.id;
		const [reader, blocked, moved] = await Promise.all([
			createUser({ organisationId }),
			createUser({ organisationId, blocked: true }),
			createUser({ organisationId, privileges: ["payments:r"] }),
		]);
		const line = { organisationId, applicantId: applicant.id, type: "DATA_UPDATE", createdAt: 1 };
		for (const { id } of [blocked, moved])
			await testDb()
				.insert(applicantLog)
				.values({ ...line, id: `line-${id}`, actorId: id });
		staff.clock.advance(60_000);
		const data = { report: "Careful.\nKind.", opinion: "<p>Good</p>", years: 4, prize: "First", prize__2: "Second" };
		expect(await answer(token, { ...data, post: undefined })).toEqual({
			status: 200,
			body: { message: "Thank you. Your reference has been received." },
		});
		expect(await rowOf(referee.id)).toMatchObject({ status: "submitted", data, answeredAt: staff.clock.now() });
		expect((await log()).at(-1)).toMatchObject({
			type: "DATA_UPDATE",
			reason: `Reference received from ${referee.name}`,
			reviewedBy: referee.name,
			actorId: null,
		});
		const [row] = await testDb().select().from(applicants).where(eq(applicants.id, applicant.id));
		expect(row).toMatchObject({ version: 1, updatedAt: staff.clock.now() });
		expect((await happened()).find(({ type }) => type === "referee.answered")).toMatchObject({
			actorId: null,
			actorName: referee.name,
			payload: { refereeId: referee.id, applicantId: applicant.id, userIds: [staff.user.id] },
		});
		for (const _delivery of ["once", "again"]) await deliver();
		const notices = await testDb().select().from(notifications).where(eq(notifications.organisationId, organisationId));
		expect(notices).toMatchObject([{ userId: staff.user.id, type: "BACKGROUND_TASK", read: false, seen: false }]);
		expect(notices.map(({ userId }) => userId)).not.toContain(reader.id);
		expect(JSON.parse(notices[0]?.message ?? "")).toEqual({
			type: "REFERENCE",
			status: "SUCCESS",
			candidateIds: [applicant.id],
			applicationId: application.id,
			applicationTitle: application.title,
			reason: `${referee.name} for Adaeze Chinonso Okafor`,
		});
		const audit = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, organisationId));
		expect(audit.filter(({ action }) => action === "referee.answered")).toMatchObject([
			{ userId: null, username: null, subject: applicant.id, status: "SUCCESS", actorKind: "referee" },
		]);
		const shown = await staff.get(`/audit/event-log?subject=${encodeURIComponent(applicant.applicationNumber)}`);
		expect(shown.body.data?.filter(({ action }) => action === "referee.answered")).toMatchObject([
			{ by: { kind: "referee", name: referee.name, id: null, username: null }, subject: { applicantId: applicant.id } },
		]);
	});

	it("is told to no user whose roles are held at another place", async () => {
		const { answer, token, applicant, happened, staff } = await invited();
		const organisationId = staff.organisation.id;
		const { facultyId, departmentId } = await createStructure(organisationId);
		await testDb()
			.insert(adminLevelItems)
			.values({ organisationId, id: `law-${organisationId}`, levelId: "any", parentItemId: null, name: "Law" });
		await testDb()
			.update(courses)
			.set({ adminLevelItemId: departmentId })
			.where(and(eq(courses.organisationId, organisationId), eq(courses.id, applicant.courseId)));
		const workerAt = async (adminLevelItemId: string) => {
			const { id } = await createUser({ organisationId });
			await testDb().update(userRoles).set({ adminLevelItemId }).where(eq(userRoles.userId, id));
			const line = { organisationId, applicantId: applicant.id, type: "DATA_UPDATE", createdAt: 1 };
			await testDb()
				.insert(applicantLog)
				.values({ ...line, id: `line-${id}`, actorId: id });
			return id;
		};
		const own = await workerAt(facultyId);
		await workerAt(`law-${organisationId}`);
		await answer(token, { report: "Careful.", opinion: "<p>Good</p>" });
		const told = (await happened()).find(({ type }) => type === "referee.answered");
		expect([...((told?.payload as { userIds: string[] } | undefined)?.userIds ?? [])].sort()).toEqual(
			[staff.user.id, own].sort(),
		);
	});

	it("is refused when its link ended, or its applicant was deleted, before it was stored", async () => {
		const changes: (() => Promise<unknown>)[] = [];
		const DB = changedBefore(/update "referee_invitations" set "used_at"/, () => changes.pop()?.());
		const { answer, token, rowOf, referee, applicant } = await invited({ DB });
		const ofReferee = eq(refereeInvitations.refereeId, referee.id);
		const endAt = (expiresAt: number) => testDb().update(refereeInvitations).set({ expiresAt }).where(ofReferee);
		changes.push(() => endAt(0));
		expect(await answer(token, { report: "Ended" })).toMatchObject({
			status: 410,
			body: { code: "reference_link_expired" },
		});
		expect(await rowOf(referee.id)).toMatchObject({ status: "pending", data: null });
		await endAt(Number.MAX_SAFE_INTEGER);
		changes.push(() => testDb().delete(applicants).where(eq(applicants.id, applicant.id)));
		expect(await answer(token, { report: "Gone" })).toMatchObject({
			status: 404,
			body: { code: "reference_link_unknown" },
		});
	});

	it("is given once, also when it is sent twice at the same moment or by two links", async () => {
		const { answer, look, token, notify, referee, tokens, rowOf, log } = await invited();
		const outcomes = await Promise.all([answer(token, { report: "One" }), answer(token, { report: "Two" })]);
		expect(outcomes.map(({ status }) => status).sort()).toEqual([200, 410]);
		const before = await rowOf(referee.id);
		const given = { status: 410, body: { code: "reference_given" } };
		expect(await answer(token, { report: "Three" })).toMatchObject(given);
		expect(await look(token)).toMatchObject(given);
		expect((await notify([referee.id])).body.outcomes).toMatchObject([{ outcome: "already_submitted" }]);
		expect(await tokens()).toHaveLength(1);
		expect(await rowOf(referee.id)).toEqual(before);
		expect((await log()).filter(({ reason }) => reason?.startsWith("Reference received"))).toHaveLength(1);
	});

	it.each<[string, unknown, Record<string, string[]>]>([
		["nothing", {}, { report: ["Enter report"] }],
		["an invalid number", { report: "x", years: "many" }, { years: ["years must be a number"] }],
		[
			"a text that is too long",
			{ report: "x".repeat(20_001) },
			{ report: ["report can have at most 20,000 characters"] },
		],
		["an unknown question", { report: "x", salary: "1" }, { salary: ["The form has no such question."] }],
		["the applicant's own question", { report: "x", surname: "y" }, { surname: ["The form has no such question."] }],
		["another referee's question", { report: "x", post: "y" }, { post: ["The form has no such question."] }],
		["a file", { report: "x", scan: "x.pdf" }, { scan: ["The form has no such question."] }],
		[
			"too many repeats",
			{ report: "x", ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`prize__${n + 2}`, "p"])) },
			{ "": ["A part of the form can be repeated 20 times at most."] },
		],
		[
			"a thousand and one answers",
			Object.fromEntries(Array.from({ length: 1_001 }, (_, n) => [`prize__${n}`, "p"])),
			{ data: ["These are more answers than the form has questions."] },
		],
	])("with %s is refused beside the question, and the link stays valid", async (_what, data, fields) => {
		const { answer, look, token, rowOf, referee } = await invited();
		expect(await answer(token, data)).toMatchObject({ status: 422, body: { code: "invalid", fields } });
		expect((await look(token)).status).toBe(200);
		expect(await rowOf(referee.id)).toMatchObject({ status: "pending", data: null });
	});

	it("may have ten thousand characters, and loses everything that could do harm", async () => {
		const { answer, token, rowOf, referee } = await invited();
		const report = `Ọláṣubọ̀mí ₦ <script>alert(1)</script>${"x".repeat(10_000)}`;
		const opinion = `<p onclick="x()">Good</p><script>alert(1)</script><a href="javascript:x()">here</a>`;
		expect((await answer(token, { report, opinion })).status).toBe(200);
		const kept = (await rowOf(referee.id))?.data;
		// why: everything typed into a plain text is text; only rich text is read as HTML.
		expect(kept?.report).toBe(report);
		expect(kept?.opinion).not.toMatch(/script|onclick|javascript/);
		expect(kept?.opinion).toContain("Good");
	});
});
