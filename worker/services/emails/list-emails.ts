import type { OrgContext } from "#worker/context";
import type { EndpointResult } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import { filled, valuesFor } from "#worker/services/emails/compose-mail";
import type { Email, listEmails as endpoint } from "#worker/services/emails/contract";
import { reasonOf, statusOf } from "#worker/services/emails/delivery-state";
import { type EmailRow, keptValues, pageOfEmails, readAttachments } from "#worker/services/emails/emails.queries";
import { organisationById } from "#worker/services/organisation/queries";

/**
 * Returns the emails to an applicant, newest first, with their delivery (§3 Email record, §7). A sent email reads as
 * it was sent, another as it would be sent now.
 */
export const listEmails = async (
	ctx: OrgContext,
	applicantId: string,
	{ page, size }: { page: number; size: number },
): Promise<EndpointResult<typeof endpoint>> => {
	const found = await pageOfEmails(ctx, applicantId, { page, size });
	if (!found) return fail("not_found");
	const { rows, total } = found;
	const [attachments, people, [organisation]] = await Promise.all([
		readAttachments(ctx, [...new Set(rows.map(({ mailingId }) => mailingId))]),
		readMergeApplicants(ctx, [applicantId]),
		organisationById(ctx.db, ctx.organisationId),
	]);
	const applicant = people.get(applicantId);
	if (!applicant || !organisation) return fail("not_found");
	const now = ctx.now();
	const toEmail = (row: EmailRow): Email => {
		const state = { ...row, isWorkedOn: row.isWorkedOn === 1 };
		const status = statusOf(state, now);
		const values = keptValues(row) ?? valuesFor(organisation, row, applicant, now);
		return {
			id: row.id,
			...filled(row, values),
			from: senderLine(ctx.env.MAIL_FROM, organisation.name),
			to: row.recipient ?? applicant.email,
			senderUsername: row.senderUsername,
			createdAt: row.createdAt,
			status,
			reason: reasonOf(state, now),
			attempts: row.attempts,
			sentAt: row.sentAt,
			dueAt: status === "HELD" || status === "QUEUED" ? Math.max(row.dueAt, row.sendAfter) : null,
			attachments: (attachments.get(row.mailingId) ?? []).map(({ id, name, mimetype, size }) => ({
				...{ id, name, mimetype, size },
			})),
		};
	};
	return ok({ data: rows.map(toEmail), resultTotal: total, page, size });
};

/** Returns the sender as staff see it: the institution's name with the address of MAIL_FROM. */
const senderLine = (mailFrom: string, institution: string): string => {
	const address = /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
	return `${institution} <${address}>`;
};
