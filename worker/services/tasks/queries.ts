import { and, eq } from "drizzle-orm";
import { tasks } from "#worker/database/schema/records";
import type { OrgContext } from "#worker/http/context";
import type { Task } from "#worker/services/tasks/contract";

/** A task that the user started. */
export const findOwnTask = async (
	{ db, organisationId, actor }: OrgContext,
	taskId: string,
): Promise<Task | undefined> => {
	const [task] = await db
		.select({
			id: tasks.id,
			type: tasks.type,
			status: tasks.status,
			total: tasks.total,
			done: tasks.done,
			result: tasks.result,
		})
		.from(tasks)
		.where(and(eq(tasks.organisationId, organisationId), eq(tasks.id, taskId), eq(tasks.createdBy, actor.id)));
	return task && { ...task, complete: task.status !== "STARTED" };
};
