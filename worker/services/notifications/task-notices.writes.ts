import { sql } from "drizzle-orm";
import { topicOf } from "#worker/contract/topics";
import { notifications } from "#worker/database/schema/records";
import { subscriber } from "#worker/events/subscriber";

/**
 * One BACKGROUND_TASK notification a task: STARTED, then FAILED or success in its place and new again (§4).
 * why the conflicts: the two events may come in either order.
 */
export const taskNotices = subscriber("task-notices", ["task.started", "task.finished"], ({ db }, event) => {
	const { taskId, taskType, userId, applicationTitle, applicationId, candidateIds, path } = event.payload;
	const isFinished = event.type === "task.finished";
	const { drawn, rows, leftOut, sent, failed, undone } = isFinished ? event.payload : {};
	const status = isFinished ? event.payload.status : "STARTED";
	const reason = isFinished ? event.payload.reason : undefined;
	const message = JSON.stringify({
		type: taskType,
		status,
		...(applicationTitle !== null && { applicationTitle }),
		...(reason !== undefined && { reason }),
		...((isFinished ? event.payload.hasFile : event.payload.makesFile) && { taskId }),
		...{ applicationId, candidateIds, path, drawn, rows, leftOut, sent, failed, undone },
	});
	const insert = db.insert(notifications).values({
		organisationId: event.organisationId,
		userId,
		id: `task-${taskId}`,
		type: "BACKGROUND_TASK",
		message,
		createdAt: event.occurredAt,
	});
	const write = isFinished
		? insert.onConflictDoUpdate({
				target: [notifications.organisationId, notifications.userId, notifications.id],
				set: { message, read: false, seen: false, createdAt: sql`excluded.created_at` },
			})
		: insert.onConflictDoNothing();
	return { writes: [write], topics: [topicOf("notifications", userId)] };
});
