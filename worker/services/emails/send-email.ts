import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { topicOf } from "#worker/contract/topics";
import { commit } from "#worker/database/commit";
import { resolveMatching } from "#worker/services/applicants/matching.queries";
import {
	type Audience,
	countAudience,
	countGathered,
	findActiveTemplate,
	findTarget,
} from "#worker/services/emails/audience.queries";
import { cleanEmail } from "#worker/services/emails/compose-mail";
import { taskOf } from "#worker/services/emails/contract";
import {
	gatherMails,
	type NewMailing,
	stillGathers,
	writeMailing,
	writeReady,
} from "#worker/services/emails/gather.writes";
import { checkAttachments, type KeptAttachment, putAttachments } from "#worker/services/emails/mail-files";
import { findBegun, mailingIdOf } from "#worker/services/emails/mailings";
import { mailingPath } from "#worker/services/emails/mailings.contract";
import { type sendEmail as endpoint, hasText, messageMissing } from "#worker/services/emails/sending.contract";
import { newTask, sendJob, tooManyTasks } from "#worker/tasks/start-task";
import { hasRoom, hasRoomForTask } from "#worker/tasks/turns.writes";

type Body = EndpointRequest<typeof endpoint>["body"];

/**
 * Sends an email to each applicant (§2 Email, §5 Send email, §7 POST /email/candidates), created at once and sent in
 * the background. A request that is refused or fails before its last step sends nothing.
 */
export const sendEmail = async (ctx: OrgContext, { data, files }: Body) => {
	const id = await mailingIdOf(ctx, data);
	const begun = await findBegun(ctx, id);
	if (begun) return ok(begun);
	const found = await findAudience(ctx, data);
	if (!found.ok) return found;
	const audience = found.value;
	const target = await checkTarget(ctx, audience);
	if (!target.ok) return target;
	const text = await cleanEmail(ctx, data);
	if (!text.ok) return text;
	if (!hasText(text.value.message)) return fail("invalid", { fields: { message: [messageMissing] } });
	if (data.templateId && !(await findActiveTemplate(ctx, "email", data.templateId)))
		return fail("template_unknown", { fields: { templateId: ["Choose another template"] } });
	const checked = await checkAttachments(files);
	if (!checked.ok) return checked;
	const isExpected = (recipients: number) =>
		data.expectedRecipients === undefined || data.expectedRecipients === recipients;
	const recipients = await countAudience(ctx, audience);
	if (!isExpected(recipients)) return fail("recipients_changed", { details: { recipients } });
	if (recipients === 0) return fail("no_recipients");

	const mailing: NewMailing = {
		id,
		applicationId: audience.applicationId,
		stepId: audience.stepId,
		templateId: data.templateId ?? null,
		letter: data.withLetter ? "current" : null,
		subject: text.value.subject,
		content: text.value.message,
		sendAfter: ctx.now(),
		senderUsername: ctx.actor.email,
	};
	const keepFiles = () => putAttachments(ctx, id, checked.value);
	return sendMailing(ctx, { mailing, keepFiles, audience, title: target.value, isExpected });
};

interface Ready {
	mailing: NewMailing;
	/** Stores its files, if there are any. */
	keepFiles?: () => Promise<readonly KeptAttachment[]>;
	audience: Audience;
	title: string;
	isExpected: (recipients: number) => boolean;
}

/** Gathers the recipients of a mailing and starts its task, or fails with `too_many_tasks`. */
export const sendMailing = async (ctx: OrgContext, { mailing, keepFiles, audience, title, isExpected }: Ready) => {
	if (!(await hasRoom(ctx))) return tooManyTasks();
	const [first, ...others] = writeMailing(ctx, mailing, (await keepFiles?.()) ?? []);
	if (first) await ctx.db.batch([first, ...others]);
	await gatherMails(ctx, mailing, audience);
	// why again: the collected recipients are final. The sweep removes a mailing that is not started.
	const gathered = await countGathered(ctx, mailing.id);
	if (!isExpected(gathered)) return fail("recipients_changed", { details: { recipients: gathered } });
	return gathered === 0 ? fail("no_recipients") : start(ctx, mailing, audience, { title, total: gathered });
};

/** Marks the mailing as ready and starts its task: from here on it is sent whatever happens. */
const start = async (
	ctx: OrgContext,
	mailing: NewMailing,
	{ candidateIds, applicationId }: Audience,
	{ title, total }: { title: string; total: number },
) => {
	const { channel = "email" } = mailing;
	const { taskId, write, event } = newTask(ctx, {
		type: taskOf[channel],
		input: { mailingId: mailing.id },
		total,
		applicationTitle: title,
		applicationId,
		topics: [topicOf("mails", applicationId)],
		...(total === 1 && candidateIds.length === 1
			? { candidateIds: [...candidateIds] }
			: { path: mailingPath(mailing.id) }),
	});
	const { id: mailingId, subject } = mailing;
	const about = { mailingId, taskId, applicationId, applicationTitle: title, total };
	const onlyIf = hasRoomForTask(ctx.organisationId, ctx.actor.id);
	const ready = await commit(ctx, {
		guarded: { write: writeReady(ctx, mailingId, taskId, { onlyIf }), expectedChanges: 1 },
		writes: [write],
		event:
			channel === "sms"
				? { type: "applicants.texted", payload: about }
				: { type: "applicants.emailed", payload: { ...about, subject } },
		further: [event],
	});
	if (!ready) {
		if (await stillGathers(ctx, mailingId)) return tooManyTasks();
		throw new Error(`mailing ${mailingId} is gone`);
	}
	await sendJob(ctx.env, { organisationId: ctx.organisationId, taskId }, ctx.now());
	return ok({ mailingId, taskId, recipients: total });
};

/** Finds the recipients, each once; a filter is evaluated now. */
export const findAudience = async (ctx: OrgContext, asked: Recipients) => {
	const { matching, applicationId, candidateIds } = asked;
	if (!matching || candidateIds.length > 0) return ok(audienceOf(asked));
	if (matching.applicationId !== applicationId)
		return fail("invalid", { fields: { "matching.applicationId": ["This must be the application beside it."] } });
	const listed = await resolveMatching(ctx, matching);
	return listed.ok ? ok({ applicationId, stepId: null, candidateIds: [], listed: listed.value }) : listed;
};

type Recipients = Pick<Body["data"], "applicationId" | "stageId" | "candidateIds" | "matching">;

const audienceOf = ({ applicationId, stageId, candidateIds }: Omit<Recipients, "matching">): Audience => ({
	applicationId,
	stepId: stageId ?? null,
	candidateIds: [...new Set(candidateIds)],
});

/** Returns the title of the application if it exists and the stage is one of its own. */
export const checkTarget = async (ctx: OrgContext, audience: Audience) => {
	const target = await findTarget(ctx, audience);
	if (!target) return fail("application_unavailable");
	return target.hasStage ? ok(target.title) : fail("step_not_in_workflow");
};
