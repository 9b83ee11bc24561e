import type { OrgContext } from "#worker/context";
import { topicOf } from "#worker/contract/topics";
import type { Write } from "#worker/database/commit";
import type { ApplicantState } from "#worker/services/applicants/selection.queries";
import { type Channel, taskOf } from "#worker/services/emails/contract";
import { mailingPath } from "#worker/services/emails/mailings.contract";
import {
	writeMailingsDropped,
	writeStageMailings,
	writeStageMailingsReady,
	writeStageMails,
} from "#worker/services/emails/stage-mail.writes";
import { findTasksOfRun, findUnreleased, mailingKey } from "#worker/services/stage-changes/queries";
import type { StageMessage } from "#worker/services/stage-changes/stage-messages";
import { newTask } from "#worker/tasks/start-task";
import { dropTask } from "#worker/tasks/task.writes";

interface Notice {
	runId: string;
	stepId: string;
	messages: readonly StageMessage[];
	/** Null when the comment is for staff only. */
	comment: string | null;
	/** UTC milliseconds; null while a task moves further applicants. */
	sendAfter: number | null;
}

type TaskStarted = ReturnType<typeof newTask>["event"];

/** What a stage change adds to its commit so that its applicants are emailed, and the tasks that send the emails. */
interface Mailed {
	writes: Write[];
	events: TaskStarted[];
	taskIds: string[];
}

/**
 * Prepares a mailing for each application and an email for each applicant (§4), to be sent after the undo window.
 * While a task continues the change, mailings collect recipients. @param gathering those of earlier slices, by
 * application
 */
export const mailApplicants = (
	ctx: OrgContext,
	applicants: readonly ApplicantState[],
	{ messages, ...notice }: Notice,
	gathering: ReadonlyMap<string, string> = new Map(),
): Mailed => {
	const mailed = messages.map((message) => writeMessage(ctx, applicants, { message, ...notice }, gathering));
	return {
		writes: mailed.flatMap(({ writes }) => writes),
		events: mailed.flatMap(({ events }) => events),
		taskIds: mailed.flatMap(({ taskIds }) => taskIds),
	};
};

const writeMessage = (
	ctx: OrgContext,
	applicants: readonly ApplicantState[],
	{ message, ...notice }: Omit<Notice, "messages"> & { message: StageMessage },
	gathering: ReadonlyMap<string, string>,
): Mailed => {
	const { channel } = message;
	const ofApplications = [...Map.groupBy(applicants, ({ applicationId }) => applicationId)];
	const mailings = ofApplications.map(([applicationId, some]) => {
		const id = gathering.get(mailingKey(channel, applicationId));
		if (id) return { id, applicationId, some, task: undefined, isNew: false };
		const newId = ctx.newId();
		const task = notice.sendAfter === null ? undefined : newSendTask(ctx, channel, newId, some);
		return { id: newId, applicationId, some, task, isNew: true };
	});
	const made = mailings
		.filter(({ isNew }) => isNew)
		.map(({ id, applicationId, task }) => ({ id, applicationId, taskId: task?.taskId ?? null }));
	const recipients = mailings.flatMap(({ id, some }) =>
		some.map((applicant) => ({ applicantId: applicant.id, mailingId: id })),
	);
	const tasks = mailings.flatMap(({ task }) => task ?? []);
	return {
		writes: [
			...writeStageMailings(ctx, made, { ...notice, message }),
			...writeStageMails(ctx, recipients, notice.sendAfter ?? ctx.now()),
			...tasks.map(({ write }) => write),
		],
		events: tasks.map(({ event }) => event),
		taskIds: tasks.map(({ taskId }) => taskId),
	};
};

const newSendTask = (ctx: OrgContext, channel: Channel, mailingId: string, applicants: readonly ApplicantState[]) => {
	const [first, ...others] = applicants;
	return newTask(ctx, {
		type: taskOf[channel],
		input: { mailingId },
		total: applicants.length,
		applicationTitle: first?.applicationTitle ?? null,
		...(first && { applicationId: first.applicationId, topics: [topicOf("mails", first.applicationId)] }),
		...(first && others.length === 0 ? { candidateIds: [first.id] } : { path: mailingPath(mailingId) }),
	});
};

/** Prepares to send the mailings of a stage change whose task has ended, when its undo window ends. */
export const releaseMails = async (ctx: OrgContext, runId: string, undoUntil: number) => {
	const started = (await findUnreleased(ctx, runId)).map(({ id, channel, applicationId, applicationTitle, mails }) => ({
		id,
		task: newTask(ctx, {
			type: taskOf[channel],
			input: { mailingId: id },
			total: mails,
			applicationTitle,
			applicationId,
			path: mailingPath(id),
			topics: [topicOf("mails", applicationId)],
		}),
	}));
	const ready = started.map(({ id, task }) => ({ id, taskId: task.taskId }));
	return {
		writes: [...writeStageMailingsReady(ctx, ready, undoUntil), ...started.map(({ task }) => task.write)],
		events: started.map(({ task }) => task.event),
		taskIds: ready.map(({ taskId }) => taskId),
	};
};

/** Withdraws the mailings of a stage change that is undone, and ends the tasks that were to send them. */
export const withdrawMails = async (ctx: OrgContext, runId: string) => {
	const dropped = (await findTasksOfRun(ctx, runId)).map((task) => endSending(ctx, task));
	return {
		writes: [writeMailingsDropped(ctx, runId), ...dropped.map(({ write }) => write)],
		further: dropped.map(({ event }) => event),
	};
};

type Sending = Awaited<ReturnType<typeof findTasksOfRun>>[number];

const endSending = (ctx: OrgContext, { id: taskId, type, userId, input, total }: Sending) => ({
	write: dropTask(ctx, taskId, { sent: 0, undone: true }),
	event: {
		type: "task.finished" as const,
		payload: {
			taskId,
			taskType: type,
			userId,
			total,
			status: "SUCCESS" as const,
			undone: true,
			applicationId: input.applicationId,
			candidateIds: input.candidateIds,
			applicationTitle: input.applicationTitle,
			path: input.path,
			topics: input.topics,
		},
	},
});
