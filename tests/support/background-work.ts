import { and, eq, isNull } from "drizzle-orm";
import { deliverEvents, deliverJobs } from "#tests/events/delivery";
import { testDb } from "#tests/support/factories";
import { events, tasks } from "#worker/database/schema/records";

/** Does the waiting work of an institution: every event, and a slice of each running task. */
export const workOnce = async (organisationId: string) => {
	const waiting = await testDb()
		.select({ id: events.id })
		.from(events)
		.where(and(eq(events.organisationId, organisationId), isNull(events.dispatchedAt)));
	await deliverEvents([{ organisationId, eventIds: waiting.map(({ id }) => id) }]);
	const started = await testDb()
		.select({ taskId: tasks.id })
		.from(tasks)
		.where(and(eq(tasks.organisationId, organisationId), eq(tasks.status, "STARTED")));
	await deliverJobs(started.map(({ taskId }) => ({ organisationId, taskId })));
};
