import type { OrgContext } from "#worker/context";
import { topicOf } from "#worker/contract/topics";
import type { Write } from "#worker/database/commit";
import { emails, mailings } from "#worker/database/schema/emails";
import { emailTask } from "#worker/services/emails/contract";
import { newTask } from "#worker/tasks/start-task";

const subject = "Emails about your application go to another address now";
/** why neither the applicant nor the new address: the former address may be a stranger's. */
const content = `<p>The email address of application {{applicationNumber}} ({{applicationTitle}}) was changed by {{organisationName}}.
Emails about it no longer come to this address.</p>
<p>If this application is yours and you did not ask for the change, contact {{organisationName}}.</p>`;

interface Note {
	applicant: { id: string; applicationId: string; applicationTitle: string };
	formerAddress: string;
}

/** Returns the email to an address that is no longer an applicant's, with the task that sends it. */
export const writeAddressNote = (ctx: OrgContext, { applicant, formerAddress }: Note) => {
	const { db, organisationId, actor, now, newId } = ctx;
	const { id: applicantId, applicationId, applicationTitle } = applicant;
	const mailingId = newId();
	const { taskId, write, event } = newTask(ctx, {
		type: emailTask,
		input: { mailingId },
		total: 1,
		applicationTitle,
		applicationId,
		candidateIds: [applicantId],
		topics: [topicOf("mails", applicationId)],
	});
	const writes: Write[] = [
		db.insert(mailings).values({
			organisationId,
			id: mailingId,
			applicationId,
			subject,
			content,
			taskId,
			status: "ready",
			sendAfter: now(),
			createdBy: actor.id,
			senderUsername: actor.email,
			createdAt: now(),
		}),
		db.insert(emails).values({
			organisationId,
			id: newId(),
			mailingId,
			applicantId,
			status: "queued",
			recipient: formerAddress,
			dueAt: now(),
			createdAt: now(),
		}),
		write,
	];
	return { taskId, event, writes };
};
