import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { and, eq, inArray, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import {
	createMany,
	openServicesFixture,
	rowsOf,
	type ServicesFixture,
} from "#tests/services/applicants/services-fixture";
import { createApplicant, createApplication, createLocation, testDb } from "#tests/support/factories";
import type { OrgContext } from "#worker/context";
import { applicantLog, applicants } from "#worker/database/schema/applicants";
import { events, modificationEntries } from "#worker/database/schema/records";
import { everywhere } from "#worker/http/places";
import { commitRows } from "#worker/runs/change-rows";
import { readApplicantStates } from "#worker/services/applicants/selection.queries";
import { stageChange } from "#worker/services/stage-changes/stage-change.bulk";

interface BatchAnswer {
	changed: number;
	taskId: string | null;
	outcomes: { id: string; outcome: string; name: string | null }[];
}

const stepsOf = (staff: ServicesFixture) => {
	const [registration, inReview, accepted] = staff.application.steps;
	if (!registration || !inReview || !accepted) throw new Error("the application has four steps");
	return { registration, inReview, accepted };
};

/** Returns a database that runs a function between an operation's reads and its write. */
const interruptedDatabase = (interrupt: () => Promise<unknown>): D1Database => {
	let isDone = false;
	return new Proxy(env.DB, {
		get: (target, name) => {
			const member = Reflect.get(target, name);
			if (typeof member !== "function") return member;
			if (name !== "batch") return member.bind(target);
			return async (statements: D1PreparedStatement[]) => {
				// why: only the batch of a stage change has a log entry, as its third statement.
				if (!isDone && statements.length >= 3) {
					isDone = true;
					await interrupt();
				}
				return target.batch(statements);
			};
		},
	});
};

describe("changing the stage of a selection", () => {
	it("changes all in one commit and returns each result", async () => {
		const staff = await openServicesFixture();
		const { inReview, accepted } = stepsOf(staff);
		const yaba = await createLocation(staff.organisation.id, "Yaba");
		const elsewhere = await createApplication(staff.organisation.id);
		const movers = [
			await createApplicant(staff.application),
			await createApplicant(staff.application, { locationId: yaba.id }),
		];
		const there = await createApplicant(staff.application, { stepId: accepted.id });
		const barred = await createApplicant(elsewhere);
		const ids = [...movers.map(({ id }) => id), there.id, barred.id, "nobody", movers[0]?.id];
		const request = { candidateIds: ids, stageId: accepted.id };
		expect((await staff.send("POST", "/candidates/stage-preview", request)).body).toEqual({
			name: "Accepted",
			stage: { id: accepted.id, name: "Accepted", type: "ACCEPTED" },
			willChange: 2,
			unchanged: 1,
			notAllowed: 1,
			notFound: 1,
			unsubmitted: 2,
			withLetter: 0,
			emails: 0,
			hindrances: [],
			messages: {
				undoWindowSeconds: 30,
				email: null,
				files: [],
				letter: null,
				fault: null,
				shown: null,
				sms: null,
				shownPosted: null,
				shownSms: null,
				emptyFields: [],
				emptyInLetter: [],
				commentIn: [],
			},
			rows: [],
			total: 5,
			asOf: staff.clock.now(),
		});
		const { status, body } = await staff.send<BatchAnswer>("PATCH", "/candidates", {
			...request,
			reason: "Council",
			locationId: yaba.id,
		});
		expect(status).toBe(200);
		expect(body).toMatchObject({ changed: 2, taskId: null, stage: { id: accepted.id } });
		expect(body.outcomes.map(({ id, outcome }) => [id, outcome])).toEqual([
			[movers[0]?.id, "changed"],
			[movers[1]?.id, "changed"],
			[there.id, "unchanged"],
			[barred.id, "not_allowed"],
			["nobody", "not_found"],
		]);
		expect(body.outcomes[0]?.name).toBe("Adaeze Chinonso Okafor");
		const written = await testDb().select().from(events).where(eq(events.organisationId, staff.organisation.id));
		expect(written).toMatchObject([
			{
				expectedChanges: 2,
				actualChanges: 2,
				payload: { applicantIds: movers.map(({ id }) => id), stepId: accepted.id },
			},
		]);
		const log = await testDb()
			.select()
			.from(applicantLog)
			.where(eq(applicantLog.organisationId, staff.organisation.id));
		expect(log.map(({ applicantId, fromStageName, reason }) => [applicantId, fromStageName, reason]).sort()).toEqual(
			movers.map(({ id }) => [id, "Registration", "Council"]).sort(),
		);
		const posted = await testDb()
			.select()
			.from(modificationEntries)
			.where(eq(modificationEntries.organisationId, staff.organisation.id));
		expect(posted).toMatchObject([{ entityId: movers[0]?.id, field: "location", oldValue: null, newValue: "Yaba" }]);
		await staff.send("PATCH", "/candidates", { candidateIds: [there.id], stageId: inReview.id, reason: "Back" });
	});

	it("leaves out an applicant that a colleague changed after the preview", async () => {
		const staff = await openServicesFixture();
		const { inReview, accepted } = stepsOf(staff);
		const [slow, quick] = [await createApplicant(staff.application), await createApplicant(staff.application)];
		const candidateIds = [slow.id, quick.id];
		const preview = await staff.send("POST", "/candidates/stage-preview", { candidateIds, stageId: accepted.id });
		staff.clock.advance(1);
		await staff.send("PATCH", `/candidates/${quick.id}`, { stageId: inReview.id, reason: "Faster" });
		const change = { candidateIds, stageId: accepted.id, reason: "Council" };
		const outcomesOf = async (body: unknown) =>
			(await staff.send<BatchAnswer>("PATCH", "/candidates", body)).body.outcomes.map(({ outcome }) => outcome);
		expect(await outcomesOf({ ...change, asOf: preview.body.asOf })).toEqual(["changed", "conflict"]);
		expect(await outcomesOf(change)).toEqual(["unchanged", "changed"]);
	});

	it("changes the largest immediate batch in one commit", async () => {
		const staff = await openServicesFixture({ stages: ["Registration", "Accepted"], courseCount: 1 });
		const ids = await createMany(staff.application, 500);
		const { body } = await staff.send<BatchAnswer>("PATCH", "/candidates", {
			candidateIds: ids,
			stageId: staff.application.steps[1]?.id,
			reason: "All",
		});
		expect(body.changed).toBe(250);
		const log = await testDb()
			.select()
			.from(applicantLog)
			.where(eq(applicantLog.organisationId, staff.organisation.id));
		expect(log).toHaveLength(250);
	});

	it("rolls everything back when one applicant was changed meanwhile", async () => {
		const staff = await openServicesFixture();
		const { accepted } = stepsOf(staff);
		const yaba = await createLocation(staff.organisation.id, "Yaba");
		const chosen = [await createApplicant(staff.application), await createApplicant(staff.application)];
		const executionCtx = createExecutionContext();
		const ctx: OrgContext = {
			...staff.clock,
			env,
			requestId: "request-1",
			address: "test",
			databaseFor: testDb,
			waitUntil: (work) => executionCtx.waitUntil(work),
			organisationId: staff.organisation.id,
			scope: everywhere,
			scopeFor: () => everywhere,
			actor: {
				id: staff.user.id,
				email: staff.user.email,
				name: "Hauwa Bello",
				firstName: "Hauwa",
				lastName: "Bello",
				sessionId: "",
				roles: [],
				privileges: [],
			},
			db: testDb(),
			publish: () => expect.unreachable("nothing was committed"),
		};
		const input = { stageId: accepted.id, reason: "x", locationId: yaba.id };
		const target = await stageChange.resolve(ctx, input);
		if (!target.ok) throw new Error("the stage exists");
		const states = [
			...(
				await readApplicantStates(
					ctx,
					chosen.map(({ id }) => id),
				)
			).values(),
		];
		await testDb()
			.update(applicants)
			.set({ version: 2 })
			.where(eq(applicants.id, chosen[1]?.id ?? ""));
		const before = [
			await rowsOf("applicants"),
			await rowsOf("applicant_log"),
			await rowsOf("events"),
			await rowsOf("modification_entries"),
			await rowsOf("applicant_counts"),
		];
		const committed = await commitRows(ctx, stageChange, states, { input, target: target.value, rows: [] });
		expect(committed).toEqual({ ok: true, value: undefined });
		await waitOnExecutionContext(executionCtx);
		expect([
			await rowsOf("applicants"),
			await rowsOf("applicant_log"),
			await rowsOf("events"),
			await rowsOf("modification_entries"),
			await rowsOf("applicant_counts"),
		]).toEqual(before);
	});

	it("leaves out and names an applicant that a colleague changed first, and changes the others", async () => {
		let hurried = "";
		const DB = interruptedDatabase(() =>
			testDb().update(applicants).set({ version: sql`version + 1` }).where(eq(applicants.id, hurried)),
		);
		const staff = await openServicesFixture({ bindings: { DB } });
		const { accepted } = stepsOf(staff);
		const ids: string[] = [];
		for (let n = 0; n < 4; n++) ids.push((await createApplicant(staff.application)).id);
		hurried = ids[2] ?? "";
		const { body } = await staff.send<BatchAnswer>("PATCH", "/candidates", {
			candidateIds: ids,
			stageId: accepted.id,
			reason: "x",
		});
		expect(body.outcomes.map(({ outcome }) => outcome)).toEqual(["changed", "changed", "conflict", "changed"]);
		const rows = await testDb()
			.select({ id: applicants.id })
			.from(applicants)
			.where(and(inArray(applicants.id, ids), eq(applicants.stepId, accepted.id)));
		expect(rows).toHaveLength(3);
		const log = await testDb()
			.select()
			.from(applicantLog)
			.where(eq(applicantLog.organisationId, staff.organisation.id));
		expect(log).toHaveLength(3);
	});

	it("happens once for one key, and refuses the key for another selection", async () => {
		const staff = await openServicesFixture();
		const { accepted } = stepsOf(staff);
		const applicant = await createApplicant(staff.application);
		const body = { candidateIds: [applicant.id], stageId: accepted.id, reason: "x" };
		const first = await staff.send("PATCH", "/candidates", body, "key-00000001");
		expect(await staff.send("PATCH", "/candidates", body, "key-00000001")).toEqual(first);
		expect(await staff.send("PATCH", "/candidates", { ...body, reason: "y" }, "key-00000001")).toMatchObject({
			status: 422,
			body: { code: "key_reused" },
		});
	});

	it("responds to another organisation's applicant as to an unknown one", async () => {
		const [staff, other] = [await openServicesFixture(), await openServicesFixture()];
		const foreign = await createApplicant(other.application);
		const { accepted } = stepsOf(staff);
		const before = await rowsOf("applicants");
		const { body } = await staff.send<BatchAnswer>("PATCH", "/candidates", {
			candidateIds: [foreign.id],
			stageId: accepted.id,
			reason: "x",
		});
		expect(body).toMatchObject({ changed: 0, outcomes: [{ id: foreign.id, outcome: "not_found", name: null }] });
		expect(
			(await staff.send("POST", "/candidates/stage-preview", { candidateIds: [foreign.id], stageId: accepted.id }))
				.body,
		).toMatchObject({ willChange: 0, notFound: 1 });
		expect(await rowsOf("applicants")).toEqual(before);
	});

	it("refuses an invalid request, with the reason", async () => {
		const [staff, other] = [await openServicesFixture(), await openServicesFixture()];
		const { accepted } = stepsOf(staff);
		const applicant = await createApplicant(staff.application);
		const candidateIds = [applicant.id];
		const foreign = await createLocation(other.organisation.id);
		const refused: [object, number, string][] = [
			[{ candidateIds, stageId: "nothing", reason: "x" }, 422, "step_not_in_workflow"],
			[{ candidateIds, stageId: stepsOf(other).accepted.id, reason: "x" }, 422, "step_not_in_workflow"],
			[{ candidateIds, stageId: accepted.id, reason: "x", locationId: foreign.id }, 422, "location_unknown"],
			[{ candidateIds: [], stageId: accepted.id, reason: "x" }, 422, "invalid"],
			[
				{ candidateIds: Array.from({ length: 10_001 }, (_, n) => `a-${n}`), stageId: accepted.id, reason: "x" },
				422,
				"invalid",
			],
			[{ candidateIds, stageId: accepted.id, reason: " " }, 422, "invalid"],
			[{ candidateIds: [1], stageId: accepted.id, reason: "x" }, 422, "invalid"],
		];
		for (const [body, status, code] of refused)
			expect(await staff.send("PATCH", "/candidates", body)).toMatchObject({ status, body: { code } });
		expect(await staff.send("POST", "/candidates/stage-preview", { candidateIds, stageId: "nothing" })).toMatchObject({
			status: 422,
			body: { code: "step_not_in_workflow" },
		});
	});
});
