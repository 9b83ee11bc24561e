import {
	type EmailErrors,
	readEmail,
	type TypedEmail,
	wrongConfirmation,
	wrongRecipients,
	wrongTemplate,
	wrongText,
} from "#app/routes/emails/email-form";
import { NewSms } from "#worker/services/emails/sms.contract";

/** The dialog's form as it was sent, valid or not. */
export type TypedSms = Pick<
	TypedEmail,
	| ("intent" | "to" | "applicationId" | "stageId" | "ids" | "count" | "message" | "template" | "templateId")
	| ("confirmed" | "warned" | "idempotencyKey")
>;

export const readSms = (form: FormData): TypedSms => {
	const { intent, to, applicationId, stageId, ids, count, ...typed } = readEmail(form);
	const { message, template, templateId, confirmed, warned, idempotencyKey } = typed;
	return {
		intent,
		to,
		applicationId,
		stageId,
		ids,
		count,
		message: message.replaceAll("\r\n", "\n"),
		template,
		templateId,
		confirmed,
		warned,
		idempotencyKey,
	};
};

/** Returns everything that keeps the SMS from being sent. */
export const wrongSms = (sms: TypedSms): EmailErrors => ({
	...wrongRecipients(sms),
	...wrongTemplate(sms),
	...wrongText("message", NewSms.entries.message, sms.message),
	...wrongConfirmation(sms),
});

interface Warnings {
	recipients: number;
	emptyFields: readonly { name: string }[];
	unreachable: { missing: number };
}

/** Returns what a preview warns of as the form sends it: who is not reached, and the empty merge fields. */
export const warningsOf = ({ emptyFields, unreachable }: Warnings): string =>
	[
		...emptyFields.map(({ name }) => name),
		...(unreachable.missing > 0 ? [`unreached:${unreachable.missing}`] : []),
	].join(" ");
