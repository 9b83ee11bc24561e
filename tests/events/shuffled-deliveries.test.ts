import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { deliverBatch, message } from "#tests/events/delivery";
import { createMany, openServicesFixture } from "#tests/services/applicants/services-fixture";
import { testDb } from "#tests/support/factories";
import { replacing } from "#tests/support/replacing";
import { subscribers } from "#worker/background";
import { createRandom, type Random } from "#worker/database/demo/random";
import { reasonCounts, reasons } from "#worker/database/schema/reasons";
import { auditEvents, eventReceipts, events } from "#worker/database/schema/records";
import type { EventMessage } from "#worker/env";
import { consumeEvents } from "#worker/events/consumer";

const moves = 500;
const batchSize = 10;
/** The deliveries that wrangler.toml allows before a message goes to the dead letters: one and three more. */
const maxDeliveries = 4;

/** Returns a database that fails at every step in turn: before a batch is written, and just after it was. */
const failing = (random: Random) =>
	replacing(env.DB, {
		batch: async (statements: D1PreparedStatement[]) => {
			const fault = random.between(0, 7);
			if (fault === 0) throw new Error("before");
			const results = await env.DB.batch(statements);
			if (fault === 1) throw new Error("after");
			return results;
		},
	});

/** Delivers ten messages at a time until none is retried or the deliveries are used up. @returns the dead letters */
const deliverAll = async (bodies: readonly EventMessage[], bindings: typeof env) => {
	let waiting = bodies.map((body) => message(body));
	const dead: EventMessage[] = [];
	while (waiting.length > 0) {
		const messages = waiting.splice(0, batchSize);
		const { retryMessages } = await deliverBatch("matricula-events", messages, (batch, ctx) =>
			consumeEvents(batch, bindings, ctx, { subscribers }),
		);
		const back = new Set(retryMessages.map(({ msgId }) => msgId));
		for (const one of messages.filter(({ id }) => back.has(id))) {
			if (one.attempts === maxDeliveries) dead.push(one.body);
			else waiting = [...waiting, { ...one, attempts: one.attempts + 1 }];
		}
	}
	return dead;
};

it("500 events delivered three times, shuffled, on a database that fails at every step, have their effects once", async () => {
	const staff = await openServicesFixture({ stages: ["Registration", "Accepted"], courseCount: 1 });
	const organisationId = staff.organisation.id;
	const stepId = staff.application.steps[1]?.id ?? "";
	const ids = await createMany(staff.application, 10);
	const quota = { organisationId, id: "quota", text: "Quota", isPrivate: false, createdAt: 1, updatedAt: 1 };
	await testDb().insert(reasons).values(quota);
	const made = Array.from({ length: moves }, (_, index) => ({
		organisationId,
		id: `move-${index}`,
		type: "applicants.stage_changed",
		occurredAt: index,
		actorId: staff.user.id,
		actorName: "Tunde",
		payload: {
			applicationId: staff.application.id,
			applicationTitle: "Degree",
			stepId,
			stageName: "Accepted",
			applicantIds: [ids[index % ids.length]],
			fromStepIds: [staff.application.steps[0]?.id],
			reason: "Quota",
			reasonId: "quota",
			isPrivate: false,
			locationId: null,
			runId: `move-${index}`,
		},
	}));
	for (let from = 0; from < moves; from += 5)
		await testDb()
			.insert(events)
			.values(made.slice(from, from + 5));
	const random = createRandom(20_261_122);
	const each = made.map(({ id }) => ({ organisationId, eventIds: [id] }));
	const poison = { organisationId, eventIds: ["nothing"] };
	const dead = await deliverAll(random.sample([...each, ...each, poison, ...each], 3 * moves + 1), {
		...env,
		DB: failing(random),
	});

	expect(dead.filter(({ eventIds }) => eventIds[0] === "nothing")).toEqual([poison]);
	const audit = await testDb().select().from(auditEvents).where(eq(auditEvents.organisationId, organisationId));
	expect(audit).toHaveLength(moves);
	const counted = await testDb().select().from(reasonCounts).where(eq(reasonCounts.organisationId, organisationId));
	expect(counted).toMatchObject([{ reasonId: "quota", applicants: moves }]);
	const receipts = await testDb().select().from(eventReceipts).where(eq(eventReceipts.organisationId, organisationId));
	expect(new Set(receipts.map(({ eventId, subscriber }) => `${eventId} ${subscriber}`)).size).toBe(receipts.length);
	const left = (await testDb().select().from(events).where(eq(events.organisationId, organisationId))).filter(
		({ dispatchedAt }) => dispatchedAt === null,
	);
	expect(left).toEqual([]);
});
