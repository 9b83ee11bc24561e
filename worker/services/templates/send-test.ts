import type { OrgContext } from "#worker/context";
import { holdsAny } from "#worker/contract/permissions";
import { fail, ok } from "#worker/contract/result";
import { toDialled } from "#worker/contract/text/phone-number";
import { chooseMailer } from "#worker/gateways/mail/choose-mailer";
import type { Mail } from "#worker/gateways/mail/interface";
import { mailPage } from "#worker/gateways/mail/mail-page";
import { chooseSms, sendsSms } from "#worker/gateways/sms/choose-sms";
import { bucketFor, countAttempts, type Limit } from "#worker/http/rate-limit";
import { log } from "#worker/log";
import { sendSms } from "#worker/services/emails/sms.contract";
import { asSender } from "#worker/services/organisation/contract";
import { organisationById } from "#worker/services/organisation/queries";
import { type Draft, drawTemplate, fillTemplate } from "#worker/services/templates/preview-template";

/** How many tests a user can send. why: the mail server's reputation is that of every institution. */
const limit: Limit = { name: "template-test", attempts: 30, windowMs: 3_600_000 };

/** Sends a draft to the user who writes it, as the preview shows it: an email, a document as its file, or an SMS. */
export const sendTest = async (ctx: OrgContext, { to, ...draft }: Draft & { to: string | null }) => {
	const { actor, organisationId } = ctx;
	if (actor.isApiKey) return fail("invalid", { fields: { type: ["Only a signed-in user can send a test."] } });
	const composed = await (draft.type === "sms" ? composeSms(ctx, draft, to) : compose(ctx, draft));
	if (!composed.ok) return composed;
	const bucket = await bucketFor(limit.name, actor.id);
	const refused = await countAttempts(ctx, organisationId, [{ limit, bucket }]);
	if (refused) return refused.refusal;
	const { to: recipient, send } = composed.value;
	try {
		await send();
	} catch (fault) {
		// why without its text: a mail server quotes addresses.
		log("error", {
			message: "test of a template not sent",
			requestId: ctx.requestId,
			fault: String(fault).slice(0, 60),
		});
		return fail("test_not_sent");
	}
	return ok({ to: recipient });
};

/** What carries emails, or SMS. */
interface Gateway<Message> {
	send(message: Message): Promise<unknown>;
	close(): Promise<void>;
}

const asTest = <Message extends { to: string }>(open: () => Gateway<Message>, message: Message) =>
	ok({
		to: message.to,
		send: async () => {
			const gateway = open();
			try {
				await gateway.send(message);
			} finally {
				await gateway.close();
			}
		},
	});

/** Returns the SMS with which a draft is tested. */
const composeSms = async (ctx: OrgContext, draft: Draft, typed: string | null) => {
	if (!sendsSms(ctx.env)) return fail("sms_off");
	// why: it goes to a number that is typed, and costs what any SMS does.
	if (!holdsAny(ctx.actor.privileges, sendSms.access)) return fail("forbidden");
	const to = toDialled(typed ?? "");
	if (to === undefined) return fail("invalid", { fields: { to: ["Enter a phone number that an SMS can reach."] } });
	const filled = await fillTemplate(ctx, draft);
	if (!filled.ok) return filled;
	const { message: text } = filled.value;
	return asTest(() => chooseSms(ctx), { organisationId: ctx.organisationId, id: ctx.newId(), to, text });
};

/** Returns the email with which a draft is tested. */
const compose = async (ctx: OrgContext, draft: Draft) => {
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	if (!organisation) return fail("not_found");
	const open = () => chooseMailer(ctx);
	const mail: Omit<Mail, "subject" | "text"> = {
		organisationId: organisation.id,
		id: ctx.newId(),
		to: ctx.actor.email,
		fromName: organisation.name,
		...(organisation.email && { replyTo: organisation.email }),
	};
	if (draft.type === "document") {
		const drawn = await drawTemplate(ctx, draft);
		if (!drawn.ok) return drawn;
		const subject = "Test of a document";
		const message = "<p>The document is attached as an applicant would get it.</p>";
		const page = mailPage({ subject, message, institution: asSender(ctx.env.PORTAL_ORIGIN, organisation) });
		const attachments = [{ name: "Test.pdf", mimetype: "application/pdf", bytes: drawn.value }];
		return asTest<Mail>(open, { ...mail, subject, ...page, attachments });
	}
	const filled = await fillTemplate(ctx, draft);
	if (!filled.ok) return filled;
	return asTest<Mail>(open, { ...mail, subject: `Test: ${filled.value.subject}`, ...filled.value.page });
};
