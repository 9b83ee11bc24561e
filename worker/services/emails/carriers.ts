import { fillPlain, type KeptMergeValues } from "#worker/contract/text/merge-text";
import { countSms } from "#worker/contract/text/sms";
import { type MailAttachment, MailError, type Mailer } from "#worker/gateways/mail/interface";
import type { MailedInstitution } from "#worker/gateways/mail/mail-page";
import type { SmsGateway } from "#worker/gateways/sms/interface";
import type { MergeApplicant } from "#worker/services/applicants/merge-sources.queries";
import { addressOf, composeMail, type Institution, type Writing } from "#worker/services/emails/compose-mail";
import type { Channel } from "#worker/services/emails/contract";

/** One message, to be composed and handed over. */
interface ToCarry {
	/** The id of the message, the same for each attempt. */
	id: string;
	/** The address, where it is not the applicant's. */
	recipient: string | null;
	organisation: Institution & MailedInstitution;
	writing: Writing;
	applicant: MergeApplicant;
	values: KeptMergeValues;
	attachments: readonly MailAttachment[];
}

interface Carried {
	/** The address or number that took it. */
	recipient: string;
	segments: number | null;
	providerId: string | null;
}

/** What takes the messages of a mailing to their recipients. */
export interface Carrier {
	channel: Channel;
	/** @throws {MailError} when the message was not accepted */
	carry(message: ToCarry): Promise<Carried>;
	close(): Promise<void>;
}

export const mailCarrier = (mailer: Mailer): Carrier => ({
	channel: "email",
	carry: async ({ recipient, ...message }) => {
		const to = recipient ?? message.applicant.email;
		await mailer.send(composeMail({ ...message, to }));
		return { recipient: to, segments: null, providerId: null };
	},
	close: () => mailer.close(),
});

const unreachable = "The applicant has no phone number that an SMS can reach.";

export const smsCarrier = (gateway: SmsGateway): Carrier => ({
	channel: "sms",
	carry: async ({ id, recipient, organisation, writing, applicant, values }) => {
		const to = recipient ?? addressOf("sms", applicant);
		if (to === "") throw new MailError("no usable number", { isFinal: true, isOfThisMail: true, reason: unreachable });
		const text = fillPlain(writing.content, values);
		const providerId = await gateway.send({ organisationId: organisation.id, id, to, text });
		return { recipient: to, segments: countSms(text).segments, providerId };
	},
	close: () => gateway.close(),
});
