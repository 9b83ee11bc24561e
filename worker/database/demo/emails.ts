import { fillLine, fillPlain } from "#worker/contract/text/merge-text";
import { toDialled } from "#worker/contract/text/phone-number";
import { countSms } from "#worker/contract/text/sms";
import { titleOfSms } from "#worker/contract/text/title-of-sms";
import type { MergeApplicant } from "#worker/services/applicants/merge-sources.queries";
import { composeMail, valuesFor } from "#worker/services/emails/compose-mail";
import { asSender } from "#worker/services/organisation/contract";
import type { MakeWith } from "./applicants";
import { documentKey, stageFiles } from "./files";
import type { Row } from "./insert";
import { sentReminder } from "./notices";
import type { People } from "./people";
import { createRandom, type Random } from "./random";
import type { DemoApplication, Setup } from "./setup";
import { templatePlans } from "./templates";
import { day, hour } from "./times";

type Applicant = Row<"applicants">;
type Applicants = ReadonlyMap<string, readonly Applicant[]>;
type MailRows = {
	[Name in
		| "mailings"
		| "mailingAttachments"
		| "emails"
		| "applicantLog"
		| "outboxMails"
		| "reminderSends"]: Row<Name>[];
};

/** A text that was sent to some of an application's latest applicants, by their index. */
interface MailingPlan {
	template: string;
	/** The type of the stage whose change it tells of; left out, staff wrote it. */
	stage?: string;
	/** How long ago it was sent. */
	ago: number;
	isWrittenTo: (place: number) => boolean;
	/** The stage that recipients are at; left out, any. */
	at?: string;
	/** Whether a reminder sent it. */
	isReminder?: boolean;
	file?: string;
	/** Why one of them did not receive it; of an SMS, those without a number did not either. */
	failure?: string;
	channel?: "sms";
}

const plans: readonly MailingPlan[] = [
	{ template: "received", stage: "KEEP_IN_VIEW", ago: 26 * hour, isWrittenTo: (place) => place < 10 || place > 31 },
	{
		template: "invitation",
		ago: 3 * day,
		isWrittenTo: (place) => place < 8,
		file: "screening-guide.pdf",
		failure: "The address was refused: no such user.",
	},
	{
		template: "sms-invitation",
		ago: 2 * day,
		isWrittenTo: (place) => place < 12,
		channel: "sms",
		failure: "The SMS service does not send to this country or network.",
	},
	{ template: "unfinished", ago: 26 * hour, isWrittenTo: () => true, at: "REGISTRATION", isReminder: true },
];

/** Makes the emails that staff have sent to applicants, and their results. */
export const emailsOf = (
	setup: Setup,
	people: People,
	{ latest, phones }: { latest: Applicants; phones: ReadonlyMap<string, string> },
	{ seed, now, fileSize, origin }: MakeWith,
): MailRows => {
	const rows: MailRows = {
		mailings: [],
		mailingAttachments: [],
		emails: [],
		applicantLog: [],
		outboxMails: [],
		reminderSends: [],
	};
	for (const application of setup.applications)
		for (const plan of plans) {
			const at = now - plan.ago;
			const written = (latest.get(application.id) ?? []).filter(
				({ registeredAt, stepId }, place) =>
					plan.isWrittenTo(place) &&
					registeredAt < at &&
					(plan.at === undefined || application.steps.find(({ id }) => id === stepId)?.type === plan.at),
			);
			if (written.length === 0) continue;
			const random = createRandom(seed, application.id, "mailing", plan.template);
			addMailing(rows, random, { setup, people, application, plan, at, written, phones, fileSize, origin });
		}
	return rows;
};

interface Adding {
	setup: Setup;
	people: People;
	application: DemoApplication;
	plan: MailingPlan;
	at: number;
	written: readonly Applicant[];
	/** The phone numbers in forms, by applicant. */
	phones: ReadonlyMap<string, string>;
	fileSize: (key: string) => number;
	origin: string;
}

const addMailing = (
	rows: MailRows,
	random: Random,
	{ setup, people, application, plan, at, written, phones, fileSize, origin }: Adding,
): void => {
	const organisation = { ...asSender(origin, setup.organisation), timeZone: "Africa/Lagos" };
	const { content = "", subject = titleOfSms(content) } = templatePlans.find(({ key }) => key === plan.template) ?? {};
	const isSms = plan.channel === "sms";
	const named = isSms ? "SMS" : "Email";
	const reviewer = random.pick(people.reviewers);
	const own = { organisationId: organisation.id };
	const step = application.steps.find(({ type }) => type === plan.stage);
	const sender = plan.isReminder ? { id: "", name: "Reminder “Finish your application”" } : reviewer;
	const mailing = {
		...own,
		id: random.id("g"),
		applicationId: application.id,
		subject,
		content,
		status: "ready" as const,
		templateId: setup.rows.templates.find(({ id }) => id === setup.idOf("template", plan.template))?.id ?? null,
		...(isSms && { channel: "sms" as const }),
		sendAfter: at,
		createdBy: sender.id,
		createdAt: at,
		...(plan.isReminder && { reminderId: sentReminder(setup) }),
		...(step && { stepId: step.id, eventId: random.id("b") }),
		senderUsername: plan.isReminder
			? "Reminder: Finish your application"
			: (people.rows.users.find(({ id }) => id === reviewer.id)?.email ?? ""),
	};
	rows.mailings.push(mailing);
	const file = stageFiles.find((one) => one.file === plan.file);
	if (file) {
		const objectKey = documentKey(file.file);
		const { name, mimetype } = file;
		const kept = { ...own, id: random.id("h"), mailingId: mailing.id, position: 0, name, mimetype };
		rows.mailingAttachments.push({ ...kept, size: fileSize(objectKey), objectKey });
	}
	for (const [place, applicant] of written.entries()) {
		if (mailing.reminderId)
			rows.reminderSends.push({
				...own,
				reminderId: mailing.reminderId,
				subjectId: applicant.id,
				occasion: "",
				mailingId: mailing.id,
				createdAt: at,
			});
		const number = isSms ? toDialled(phones.get(applicant.id) ?? "") : undefined;
		const failure =
			isSms && number === undefined ? "The applicant has no phone number that an SMS can reach." : plan.failure;
		const isLost = (plan.failure !== undefined && place === 1) || (isSms && number === undefined);
		const writing = { subject, content, stageName: null, comment: null };
		const concerned = mergeApplicant(setup, application, applicant);
		const values = valuesFor(organisation, writing, concerned, at);
		const email = { ...own, id: random.id("e"), mailingId: mailing.id, applicantId: applicant.id, createdAt: at };
		const sentAt = at + random.between(4, 90) * 1_000;
		const read = `“${fillLine(subject, values)}”`;
		rows.emails.push(
			isLost
				? { ...email, status: "failed", attempts: 1, dueAt: sentAt, reason: failure }
				: {
						...email,
						status: "sent",
						attempts: 1,
						dueAt: sentAt,
						sentAt,
						recipient: number ?? applicant.email,
						mergeValues: { ...values },
						...(isSms && { segments: countSms(fillPlain(content, values)).segments, providerId: random.id("m") }),
					},
		);
		if (!isLost && !isSms) {
			const composed = composeMail({
				id: email.id,
				to: applicant.email,
				organisation,
				writing,
				applicant: concerned,
				values,
				attachments: [],
			});
			rows.outboxMails.push({
				...own,
				id: email.id,
				recipient: composed.to,
				createdAt: sentAt,
				sender: `${composed.fromName} <no-reply@matricula.example>`,
				replyTo: composed.replyTo,
				subject: composed.subject,
				text: composed.text,
				html: composed.html,
				messageId: `<${organisation.id}.${email.id}@matricula.example>`,
				...(file && {
					attachments: [{ name: file.name, mimetype: file.mimetype, size: fileSize(documentKey(file.file)) }],
				}),
			});
		}
		rows.applicantLog.push({
			...own,
			applicantId: applicant.id,
			id: email.id,
			type: "EMAIL",
			createdAt: sentAt,
			actorId: sender.id || null,
			reviewedBy: sender.name,
			reason: isLost ? `${named} could not be sent: ${read}. ${failure}` : `${named} sent: ${read}`,
		});
	}
};

/** Returns what the merge fields read of an applicant. */
const mergeApplicant = (
	{ rows }: Setup,
	application: DemoApplication,
	{ middleName = null, locationId, ...applicant }: Applicant,
): MergeApplicant => {
	const course = application.courses.find(({ id }) => id === applicant.courseId);
	return {
		id: applicant.id,
		firstName: applicant.firstName,
		middleName,
		lastName: applicant.lastName,
		email: applicant.email,
		applicationNumber: applicant.applicationNumber,
		reference: applicant.reference,
		applicationId: application.id,
		applicationTitle: application.plan.title,
		courseId: applicant.courseId,
		courseCode: course?.code ?? "",
		courseTitle: course?.title ?? "",
		locationName: rows.locations.find(({ id }) => id === locationId)?.name ?? null,
		stepId: applicant.stepId,
		stageName: application.steps.find(({ id }) => id === applicant.stepId)?.name ?? "",
		phone: null,
		isPhoneSensitive: false,
	};
};
