import type { OrgContext } from "#worker/context";
import { topicOf } from "#worker/contract/topics";
import type { Write } from "#worker/database/commit";
import { emailTask } from "#worker/services/emails/contract";
import { mailingPath } from "#worker/services/emails/mailings.contract";
import { writeStageMailings, writeStageMails } from "#worker/services/emails/stage-mail.writes";
import type { Mover } from "#worker/services/stage-changes/stage.writes";
import type { StageMail } from "#worker/services/stage-changes/stage-messages";
import { newTask } from "#worker/tasks/start-task";

interface Told {
	batchId: string;
	stepId: string;
	mail: StageMail | null;
	/** Null when it is for staff alone. */
	comment: string | null;
	/** UTC milliseconds; null while a task moves further applicants. */
	heldUntil: number | null;
}

type TaskStarted = ReturnType<typeof newTask>["event"];

/** What a move's own commit writes so that its applicants are written to, and the tasks that will send it. */
interface Mailed {
	writes: Write[];
	events: TaskStarted[];
	taskIds: string[];
}

/**
 * One mailing for each application, one mail for each mover (§4). A move that is done has its mailings sent when its hold
 * ends; those of one that goes on gather.
 *
 * @param gathering mailings of its earlier slices, by application
 */
export const mailMovers = (
	ctx: OrgContext,
	movers: readonly Mover[],
	{ mail, ...told }: Told,
	gathering: ReadonlyMap<string, string> = new Map(),
): Mailed => {
	if (!mail) return { writes: [], events: [], taskIds: [] };
	const ofApplications = [...Map.groupBy(movers, ({ applicationId }) => applicationId)];
	const mailings = ofApplications.map(([applicationId, some]) => {
		const id = gathering.get(applicationId);
		if (id) return { id, applicationId, some, task: undefined, isNew: false };
		const newId = ctx.newId();
		const task = told.heldUntil === null ? undefined : taskOf(ctx, newId, some);
		return { id: newId, applicationId, some, task, isNew: true };
	});
	const made = mailings
		.filter(({ isNew }) => isNew)
		.map(({ id, applicationId, task }) => ({ id, applicationId, taskId: task?.taskId ?? null }));
	const recipients = mailings.flatMap(({ id, some }) =>
		some.map((mover) => ({ applicantId: mover.id, mailingId: id })),
	);
	const tasks = mailings.flatMap(({ task }) => task ?? []);
	return {
		writes: [
			...writeStageMailings(ctx, made, { ...told, mail }),
			...writeStageMails(ctx, recipients, told.heldUntil ?? ctx.now()),
			...tasks.map(({ write }) => write),
		],
		events: tasks.map(({ event }) => event),
		taskIds: tasks.map(({ taskId }) => taskId),
	};
};

const taskOf = (ctx: OrgContext, mailingId: string, movers: readonly Mover[]) => {
	const [first, ...others] = movers;
	return newTask(ctx, {
		type: emailTask,
		input: { mailingId },
		total: movers.length,
		applicationTitle: first?.applicationTitle ?? null,
		...(first && { applicationId: first.applicationId, topics: [topicOf("mails", first.applicationId)] }),
		...(first && others.length === 0 ? { candidateIds: [first.id] } : { path: mailingPath(mailingId) }),
	});
};
