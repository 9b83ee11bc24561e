import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { deliverEvents, keepingQueues } from "#tests/events/delivery";
import { createMany, openServicesFixture, rowsOf } from "#tests/services/applicants/services-fixture";
import { createApplicant, testDb } from "#tests/support/factories";
import { subscribers } from "#worker/background";
import { auditEvents, eventReceipts, events } from "#worker/database/schema/records";
import { subscriber } from "#worker/events/subscriber";

/** Opens a fixture in which one applicant has changed stage; the queue keeps the event. */
const afterMove = async () => {
	const queues = keepingQueues();
	const staff = await openServicesFixture({ bindings: queues.bindings });
	const applicant = await createApplicant(staff.application);
	await staff.send("PATCH", `/candidates/${applicant.id}`, { stageId: staff.application.steps[1]?.id, reason: "x" });
	const [message] = queues.sentEvents;
	if (!message) throw new Error("no event was sent");
	const audit = () => testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, staff.organisation.id));
	const stored = async () =>
		(await testDb().select().from(events).where(eq(events.organisationId, staff.organisation.id)))[0];
	return { staff, applicant, message, audit, stored };
};

describe("the event consumer", () => {
	it("writes an audit line with the user, the change and the former value", async () => {
		const { staff, applicant, message, audit, stored } = await afterMove();
		expect(await stored()).toMatchObject({ dispatchedAt: null });
		expect(await deliverEvents([message], { clock: staff.clock })).toEqual({ accepted: 1, retried: 0 });
		expect(await audit()).toMatchObject([
			{
				userId: staff.user.id,
				username: staff.user.email,
				action: "applicants.stage_changed",
				status: "SUCCESS",
				subject: applicant.id,
				details: { fromStepIds: [staff.application.steps[0]?.id], stepId: staff.application.steps[1]?.id, reason: "x" },
				createdAt: staff.clock.now(),
			},
		]);
		expect(await stored()).toMatchObject({ dispatchedAt: staff.clock.now() });
	});

	it("applies an event once when it is delivered three times, also at once", async () => {
		const { message, audit } = await afterMove();
		await Promise.all([deliverEvents([message]), deliverEvents([message])]);
		expect(await deliverEvents([message, message])).toEqual({ accepted: 2, retried: 0 });
		expect(await audit()).toHaveLength(1);
		const receipts = (await testDb().select().from(eventReceipts)).filter(
			({ eventId }) => eventId === message.eventIds[0],
		);
		expect(receipts.map(({ subscriber }) => subscriber).sort()).toEqual([
			"audit-trail",
			"reason-counts",
			"stage-letters",
			"webhook-deliveries",
		]);
	});

	it("retries an invalid message and handles the others", async () => {
		const { staff, message, audit } = await afterMove();
		const unknown = { organisationId: staff.organisation.id, eventIds: ["nothing"] };
		const garbled = { organisationId: "", eventIds: "x" } as unknown as typeof unknown;
		expect(await deliverEvents([garbled, unknown, message])).toEqual({ accepted: 1, retried: 2 });
		expect(await audit()).toHaveLength(1);
	});

	it("does not repeat subscribers that succeeded when another one failed", async () => {
		const { message, audit, stored } = await afterMove();
		let faults = 2;
		const flaky = subscriber("flaky", ["applicants.stage_changed"], () => {
			if (faults-- > 0) throw new Error("not today");
			return { writes: [] };
		});
		const all = [flaky, ...subscribers];
		expect(await deliverEvents([message], { subscribers: all })).toEqual({ accepted: 0, retried: 1 });
		expect(await audit()).toHaveLength(1);
		expect(await stored()).toMatchObject({ dispatchedAt: null });
		expect(await deliverEvents([message], { subscribers: all })).toEqual({ accepted: 0, retried: 1 });
		expect(await deliverEvents([message], { subscribers: all })).toEqual({ accepted: 1, retried: 0 });
		expect(await audit()).toHaveLength(1);
		expect(await stored()).toMatchObject({ dispatchedAt: expect.any(Number) });
	});

	it("writes nothing of a subscriber whose batch fails, not even the receipt", async () => {
		const { message } = await afterMove();
		const before = await rowsOf("event_receipts");
		const broken = subscriber("broken", ["applicants.stage_changed"], ({ db }, event) => ({
			// why twice: the second of two equal rows is refused.
			writes: [1, 2].map(() =>
				db
					.insert(auditEvents)
					.values({ organisationId: event.organisationId, id: "same", action: "x", status: "SUCCESS", createdAt: 1 }),
			),
		}));
		expect(await deliverEvents([message], { subscribers: [broken] })).toEqual({ accepted: 0, retried: 1 });
		expect(await rowsOf("event_receipts")).toEqual(before);
	});

	it("ignores the events of another institution than the message's", async () => {
		const { message } = await afterMove();
		const other = await openServicesFixture();
		const stray = { organisationId: other.organisation.id, eventIds: message.eventIds };
		expect(await deliverEvents([stray])).toEqual({ accepted: 0, retried: 1 });
	});

	it("writes one audit line for a batch", async () => {
		const queues = keepingQueues();
		const staff = await openServicesFixture({
			bindings: queues.bindings,
			stages: ["Registration", "Accepted"],
			courseCount: 1,
		});
		const ids = await createMany(staff.application, 10);
		await staff.send("PATCH", "/candidates", {
			candidateIds: ids,
			stageId: staff.application.steps[1]?.id,
			reason: "x",
		});
		await deliverEvents(queues.sentEvents);
		const lines = await testDb()
			.select()
			.from(auditEvents)
			.where(eq(auditEvents.organisationId, staff.organisation.id));
		expect(lines).toMatchObject([{ subject: "5 applicants" }]);
	});
});
