import { and, count, desc, eq, inArray, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { tasks } from "#worker/database/schema/records";
import type { Task } from "#worker/services/tasks/contract";

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

interface Filter {
	status?: Task["status"] | undefined;
	types?: readonly string[] | undefined;
	page: number;
	size: number;
}

/** Reads one page of the tasks that the user started, newest first, with their subject. */
export const pageOfOwnTasks = async (
	{ db, organisationId, actor }: OrgContext,
	{ status, types, page, size }: Filter,
) => {
	const matching = and(
		eq(tasks.organisationId, organisationId),
		eq(tasks.createdBy, actor.id),
		status && eq(tasks.status, status),
		types && inArray(tasks.type, [...types]),
	);
	const [rows, total] = await Promise.all([
		db
			.select({
				id: tasks.id,
				type: tasks.type,
				status: tasks.status,
				total: tasks.total,
				done: tasks.done,
				result: tasks.result,
				// why not the input: it may hold ten thousand ids.
				applicationTitle: sql<string | null>`${tasks.input} ->> '$.applicationTitle'`,
				createdAt: tasks.createdAt,
			})
			.from(tasks)
			.where(matching)
			.orderBy(desc(tasks.createdAt), desc(tasks.id))
			.limit(size)
			.offset(page * size),
		db.select({ rows: count() }).from(tasks).where(matching),
	]);
	return { rows, total: total[0]?.rows ?? 0 };
};
