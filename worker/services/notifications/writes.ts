import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { anyOf } from "#worker/contract/permissions";
import { topicOf } from "#worker/contract/topics";
import type { Write } from "#worker/database/commit";
import { insertFrom } from "#worker/database/insert-from";
import { notifications } from "#worker/database/schema/records";
import { subscriber } from "#worker/events/subscriber";
import { notificationFields } from "#worker/services/notifications/queries";
import { activeHolders } from "#worker/services/users/queries";

const own = ({ organisationId, actor }: OrgContext, condition?: SQL) =>
	and(eq(notifications.organisationId, organisationId), eq(notifications.userId, actor.id), condition);

/** A read notification counts as seen. */
const asRead = { read: true, seen: true };

/** @returns the notification, or undefined when the user has none of this id. */
export const markRead = async (ctx: OrgContext, id: string, read: boolean) => {
	const [marked] = await ctx.db
		.update(notifications)
		.set(read ? asRead : { read })
		.where(own(ctx, eq(notifications.id, id)))
		.returning(notificationFields);
	return marked;
};

/** @returns whether there was one to delete. */
export const deleteOwn = async (ctx: OrgContext, id: string): Promise<boolean> => {
	const deleted = await ctx.db
		.delete(notifications)
		.where(own(ctx, eq(notifications.id, id)))
		.returning({ id: notifications.id });
	return deleted.length > 0;
};

/** @returns how many changed. */
export const markEvery = async (ctx: OrgContext, flag: "read" | "seen"): Promise<number> => {
	const marked = await ctx.db
		.update(notifications)
		.set(flag === "read" ? asRead : { seen: true })
		.where(own(ctx, eq(notifications[flag], false)))
		.returning({ id: notifications.id });
	return marked.length;
};

/** Notifies staff who work on an applicant of a reference, as a BACKGROUND_TASK that succeeded (§3). */
export const referenceNotices = subscriber("reference-notices", ["referee.answered"], ({ db }, event) => {
	const { refereeId, refereeName, applicantId, applicantName, applicationId, applicationTitle, userIds } =
		event.payload;
	const message = JSON.stringify({
		type: "REFERENCE",
		status: "SUCCESS",
		applicationId,
		applicationTitle,
		candidateIds: [applicantId],
		reason: `${refereeName} for ${applicantName}`,
	});
	const write = insertFrom(
		db,
		notifications,
		{
			organisationId: event.organisationId,
			userId: sql`value`,
			id: `reference-${refereeId}`,
			type: "BACKGROUND_TASK",
			message,
			createdAt: event.occurredAt,
		},
		sql`FROM json_each(${JSON.stringify(userIds)})`,
	);
	return { writes: [write], topics: userIds.map((id) => topicOf("notifications", id)) };
});

/** Deletes the notifications of references, which name applicants and their referees. The referees have to be there still. */
export const eraseReferenceNotices = ({ db, organisationId }: OrgContext, applicantIds: readonly string[]): Write =>
	db.delete(notifications).where(
		and(
			eq(notifications.organisationId, organisationId),
			sql`${notifications.id} IN (SELECT 'reference-' || id FROM referees WHERE organisation_id = ${organisationId}
				AND applicant_id IN (SELECT value FROM json_each(${JSON.stringify(applicantIds)})))`,
		),
	);

/** The most applicants that a summary names; it counts all. */
const maxNamed = 100;

/**
 * Notifies staff who may see the applicant of a form that was handed in: one summary for each application and day, which
 * counts those since it was read. Nobody hears of what they handed in themselves.
 */
export const submissionNotices = subscriber(
	"submission-notices",
	["applicants.registered", "applicants.form_updated"],
	async ({ db }, event) => {
		const { organisationId, actorId, occurredAt } = event;
		const { applicationId, applicantIds, isHandedIn = false, courseId = null } = event.payload;
		if (!isHandedIn) return { writes: [] };
		const courseIds = courseId === null ? [] : [courseId];
		const holders = await activeHolders({ db, organisationId }, { privileges: anyOf("candidate"), courseIds });
		const userIds = holders.flatMap(({ id }) => (id === actorId ? [] : id));
		if (userIds.length === 0) return { writes: [] };
		const [candidateId] = applicantIds;
		const applicationTitle = sql`(SELECT title FROM applications
			WHERE organisation_id = ${organisationId} AND id = ${applicationId})`;
		const earlier = notifications.message;
		const named = sql`${earlier} -> '$.candidateIds'`;
		const write = insertFrom(
			db,
			notifications,
			{
				organisationId,
				userId: sql`value`,
				type: "APPLICATION_SUBMISSION_SUMMARY",
				createdAt: occurredAt,
				id: `submitted-${applicationId}-${new Date(occurredAt).toISOString().slice(0, 10)}`,
				message: sql`json_object('applicationId', ${applicationId}, 'applicationTitle', ${applicationTitle},
					'candidateIds', json_array(${candidateId}), 'total', 1)`,
			},
			sql`FROM json_each(${JSON.stringify(userIds)}) WHERE true`,
		).onConflictDoUpdate({
			target: [notifications.organisationId, notifications.userId, notifications.id],
			set: {
				message: sql`iif(${notifications.read}, excluded.message, json_set(${earlier},
					'$.total', ${earlier} ->> '$.total' + 1,
					'$.candidateIds', json(iif(json_array_length(${named}) < ${maxNamed},
						json_insert(${named}, '$[#]', ${candidateId}), ${named}))))`,
				read: false,
				seen: false,
				createdAt: sql`max(excluded.created_at, ${notifications.createdAt})`,
			},
		});
		return { writes: [write], topics: userIds.map((id) => topicOf("notifications", id)) };
	},
);

/**
 * One notification for all applicants that a user was assigned by one action of somebody else; none once it is undone.
 * why the run is asked: the events may come in any order.
 */
export const assignmentNotices = subscriber(
	"assignment-notices",
	["applicants.assigned", "applicants.assignment_undone"],
	({ db }, event) => {
		const { organisationId } = event;
		const { reviewerId, runId, applicantIds } = event.payload;
		if (reviewerId === null || (event.type === "applicants.assigned" && event.actorId === reviewerId))
			return { writes: [] };
		const id = `assigned-${runId}`;
		const topics = [topicOf("notifications", reviewerId)];
		if (event.type === "applicants.assignment_undone") {
			const isNotice = and(
				eq(notifications.organisationId, organisationId),
				eq(notifications.userId, reviewerId),
				eq(notifications.id, id),
			);
			return { writes: [db.delete(notifications).where(isNotice)], topics };
		}
		const total = applicantIds.length;
		const { applicationId } = event.payload;
		const list = `applicants?${applicationId === null ? "" : `application=${applicationId}&`}assigned=me`;
		const message = JSON.stringify({
			type: "ASSIGNMENT",
			status: "SUCCESS",
			total,
			path: total === 1 ? `applicants/${applicantIds[0]}` : list,
			...(event.actorName !== null && { reason: `By ${event.actorName}` }),
		});
		const write = insertFrom(
			db,
			notifications,
			{ organisationId, userId: reviewerId, id, type: "BACKGROUND_TASK", message, createdAt: event.occurredAt },
			sql`FROM (SELECT 1) WHERE NOT EXISTS (SELECT 1 FROM runs
				WHERE organisation_id = ${organisationId} AND id = ${runId} AND undone_at IS NOT NULL)`,
		).onConflictDoUpdate({
			target: [notifications.organisationId, notifications.userId, notifications.id],
			set: {
				message: sql`json_set(${notifications.message}, '$.total', ${notifications.message} ->> '$.total' + ${total},
					'$.path', ${list})`,
			},
		});
		return { writes: [write], topics };
	},
);

/**
 * One notification a task: STARTED, then FAILED or success in its place (§4), in whichever order they come. The steps of
 * an import have one together, which tells of the last.
 */
export const taskNotices = subscriber("task-notices", ["task.started", "task.finished"], ({ db }, event) => {
	const { taskId, taskType, userId, applicationTitle, applicationId, candidateIds, path } = event.payload;
	// why: nobody has started the task of a reminder.
	if (userId === "") return { writes: [] };
	const isFinished = event.type === "task.finished";
	const { drawn, rows, leftOut, sent, failed, changed, undone, payments } = isFinished ? event.payload : {};
	const status = isFinished ? event.payload.status : "STARTED";
	const reason = isFinished ? event.payload.reason : undefined;
	// why another type: §3 gives the outcome of a re-query a notice of its own.
	const type = payments === undefined ? ("BACKGROUND_TASK" as const) : ("RE_QUERY_PAYMENT" as const);
	const message = JSON.stringify({
		...(payments ?? { type: taskType, status }),
		...(applicationTitle !== null && { applicationTitle }),
		...(reason !== undefined && { reason }),
		...((isFinished ? event.payload.hasFile : event.payload.makesFile) && { taskId }),
		applicationId,
		candidateIds,
		path,
		drawn,
		rows,
		leftOut,
		sent,
		failed,
		changed,
		undone,
	});
	const importId = /\/imports\/([\w-]{1,50})$/.exec(path ?? "")?.[1];
	const insert = db.insert(notifications).values({
		organisationId: event.organisationId,
		userId,
		id: importId === undefined ? `task-${taskId}` : `import-${importId}`,
		type,
		message,
		createdAt: event.occurredAt,
	});
	const target = [notifications.organisationId, notifications.userId, notifications.id];
	const createdAt = sql`excluded.created_at`;
	const write = isFinished
		? insert.onConflictDoUpdate({
				target,
				set: { type, message, read: false, seen: false, createdAt },
				// why: the events of two steps may come in any order.
				...(importId !== undefined && { setWhere: sql`${notifications.createdAt} <= ${createdAt}` }),
			})
		: importId !== undefined
			? insert.onConflictDoUpdate({
					target,
					set: { message, createdAt },
					setWhere: sql`${notifications.createdAt} < ${createdAt}`,
				})
			: insert.onConflictDoNothing();
	return { writes: [write], topics: [topicOf("notifications", userId)] };
});

/** Notifies those who may switch a webhook on that it was switched off. */
export const webhookNotices = subscriber("webhook-notices", ["webhook.disabled"], ({ db }, event) => {
	const { webhookId, name, userIds } = event.payload;
	const message = JSON.stringify({ type: "WEBHOOK", status: "FAILED", path: `webhooks/${webhookId}`, reason: name });
	const write = insertFrom(
		db,
		notifications,
		{
			organisationId: event.organisationId,
			userId: sql`value`,
			id: `webhook-${event.id}`,
			type: "BACKGROUND_TASK",
			message,
			createdAt: event.occurredAt,
		},
		sql`FROM json_each(${JSON.stringify(userIds)})`,
	);
	return { writes: [write], topics: userIds.map((id) => topicOf("notifications", id)) };
});

/** Notifies those who may erase applicants before a retention rule does. */
export const retentionNotices = subscriber("retention-notices", ["retention.announced"], ({ db }, event) => {
	const { ruleId, name, applicants, isExact, applicationId, applicationTitle, userIds } = event.payload;
	const message = JSON.stringify({
		type: "RETENTION",
		status: "STARTED",
		applicationId,
		applicationTitle,
		path: `privacy/retention/${ruleId}`,
		reason: `${name}: ${isExact ? "" : "more than "}${applicants.toLocaleString("en")}`,
	});
	const write = insertFrom(
		db,
		notifications,
		{
			organisationId: event.organisationId,
			userId: sql`value`,
			id: `retention-${event.id}`,
			type: "BACKGROUND_TASK",
			message,
			createdAt: event.occurredAt,
		},
		sql`FROM json_each(${JSON.stringify(userIds)})`,
	);
	return { writes: [write], topics: userIds.map((id) => topicOf("notifications", id)) };
});
