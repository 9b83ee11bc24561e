import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { commentMissing, fillPlain, unclosedField, unknownField } from "#worker/contract/text/merge-text";
import { countSms } from "#worker/contract/text/sms";
import { titleOfSms } from "#worker/contract/text/title-of-sms";
import { sendsSms } from "#worker/gateways/sms/choose-sms";
import { readMergeApplicants } from "#worker/services/applicants/merge-sources.queries";
import {
	countAudience,
	findActiveTemplate,
	findUnreachable,
	pageOfAudience,
} from "#worker/services/emails/audience.queries";
import { shownAddress, valuesFor } from "#worker/services/emails/compose-mail";
import { findEmptyFields } from "#worker/services/emails/empty-fields";
import type { NewMailing } from "#worker/services/emails/gather.writes";
import { findBegun, mailingIdOf } from "#worker/services/emails/mailings";
import { checkTarget, findAudience, sendMailing } from "#worker/services/emails/send-email";
import type { previewSms as previewing, sendSms as sending } from "#worker/services/emails/sms.contract";
import { knownFormFields } from "#worker/services/form-designs/merge-fields.queries";
import { organisationById } from "#worker/services/organisation/queries";

/** Sends an SMS to each applicant, created at once and sent in the background, as emails are. */
export const sendSms = async (ctx: OrgContext, body: EndpointRequest<typeof sending>["body"]) => {
	if (!sendsSms(ctx.env)) return fail("sms_off");
	const id = await mailingIdOf(ctx, { sms: body });
	const begun = await findBegun(ctx, id);
	if (begun) return ok(begun);
	const found = await openAudience(ctx, body);
	if (!found.ok) return found;
	const { audience, title } = found.value;
	const { message, templateId = null, expectedRecipients } = body;
	const wrong = await refuseText(ctx, message);
	if (wrong) return wrong;
	if (templateId && !(await findActiveTemplate(ctx, "sms", templateId)))
		return fail("template_unknown", { fields: { templateId: ["Choose another template"] } });
	const isExpected = (recipients: number) => expectedRecipients === undefined || expectedRecipients === recipients;
	const recipients = await countAudience(ctx, audience);
	if (!isExpected(recipients)) return fail("recipients_changed", { details: { recipients } });
	if (recipients === 0) return fail("no_recipients");
	const mailing: NewMailing = {
		channel: "sms",
		id,
		applicationId: audience.applicationId,
		stepId: audience.stepId,
		templateId,
		subject: titleOfSms(message),
		content: message,
		sendAfter: ctx.now(),
		senderUsername: ctx.actor.email,
	};
	return sendMailing(ctx, { mailing, audience, title, isExpected });
};

/** Returns the number of recipients, who of them cannot be reached, and the SMS as the first one gets it. */
export const previewSms = async (
	ctx: OrgContext,
	{ message, ...asked }: EndpointRequest<typeof previewing>["body"],
) => {
	if (!sendsSms(ctx.env)) return fail("sms_off");
	const found = await openAudience(ctx, asked);
	if (!found.ok) return found;
	const wrong = await refuseText(ctx, message);
	if (wrong) return wrong;
	const { audience } = found.value;
	const [recipients, unreachable, [first], [organisation]] = await Promise.all([
		countAudience(ctx, audience),
		findUnreachable(ctx, audience),
		pageOfAudience(ctx, audience, { page: 0, size: 1 }),
		organisationById(ctx.db, ctx.organisationId),
	]);
	const applicant = first && (await readMergeApplicants(ctx, [first.id], [message])).get(first.id);
	if (!applicant || !organisation) return ok({ recipients, unreachable, shown: null, emptyFields: [] });
	const writing = { subject: "", content: message, stageName: null, comment: null };
	const filled = fillPlain(message, valuesFor(organisation, writing, applicant, ctx.now()));
	const { segments, encoding } = countSms(filled);
	return ok({
		recipients,
		unreachable,
		shown: {
			candidate: { id: applicant.id, name: fullName(applicant) },
			to: shownAddress("sms", applicant, null) || null,
			message: filled,
			segments,
			encoding,
		},
		emptyFields: await findEmptyFields(ctx, { audience, organisation, texts: [message] }),
	});
};

const openAudience = async (ctx: OrgContext, asked: Parameters<typeof findAudience>[1]) => {
	const audience = await findAudience(ctx, asked);
	if (!audience.ok) return audience;
	const target = await checkTarget(ctx, audience.value);
	return target.ok ? ok({ audience: audience.value, title: target.value }) : target;
};

/** Refuses a text with a merge field that nothing fills, beside its field. */
const refuseText = async (ctx: OrgContext, message: string) => {
	const refuse = (code: "merge_field_unknown" | "merge_field_empty", text: string) =>
		fail(code, { message: text, fields: { message: [text] } });
	const unclosed = unclosedField(message);
	if (unclosed !== undefined)
		return refuse("merge_field_unknown", `The text has a merge field that is not closed: “${unclosed}”.`);
	const unknown = unknownField(message, await knownFormFields(ctx, message));
	if (unknown !== undefined)
		return refuse("merge_field_unknown", `The text has a merge field that does not exist: {{${unknown}}}`);
	const needsComment = commentMissing("text", message);
	return needsComment === undefined ? undefined : refuse("merge_field_empty", needsComment);
};
