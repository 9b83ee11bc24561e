import { sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { courses } from "#worker/database/schema/structure";
import { writeCreations } from "#worker/records/history.writes";
import type { OpenTask } from "#worker/tasks/job";
import { taskStandsAt } from "#worker/tasks/task.writes";

export interface NewCourse {
	id: string;
	code: string;
	title: string;
	administrationLevelItemId: string | null;
	status: "active" | "disabled";
}

/** Adds courses with the beginning of their histories, unless the task has done so already. */
export const insertCourses = (ctx: OrgContext, task: OpenTask, added: readonly NewCourse[]): Write[] => {
	const { db, organisationId, now } = ctx;
	const onlyIf = taskStandsAt(ctx, task);
	return [
		insertFrom(
			db,
			courses,
			{
				...{ organisationId, createdAt: now(), updatedAt: now() },
				...{ id: sql`value ->> 'id'`, code: sql`value ->> 'code'`, title: sql`value ->> 'title'` },
				...{ status: sql`value ->> 'status'`, adminLevelItemId: sql`value ->> 'administrationLevelItemId'` },
			},
			sql`FROM json_each(${JSON.stringify(added)}) WHERE ${onlyIf}`,
		),
		writeCreations(
			ctx,
			"course",
			added.map(({ id, ...after }) => ({ id: ctx.newId(), recordId: id, after })),
			onlyIf,
		),
	];
};
