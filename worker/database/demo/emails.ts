import { fillHtml, fillLine, valuesNamedIn } from "#worker/contract/text/merge-text";
import { mergeValuesOf } from "#worker/contract/text/merge-values";
import { mailPage } from "#worker/gateways/mail/mail-page";
import { documentKey, stageFiles } from "./files";
import type { DemoApplication, Ground } from "./ground";
import type { Row } from "./insert";
import { day, hour } from "./moments";
import { sentReminder } from "./notices";
import type { People } from "./people";
import { createRandom, type Random } from "./random";
import { templatePlans } from "./templates";

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
	/** Why one of them did not receive it. */
	failure?: string;
}

const plans: readonly MailingPlan[] = [
	{ template: "received", stage: "KEEP_IN_VIEW", ago: 26 * hour, isWrittenTo: (place) => place < 10 || place > 31 },
	{
		...{ template: "invitation", ago: 3 * day, isWrittenTo: (place) => place < 8, file: "screening-guide.pdf" },
		failure: "The address was refused: no such user.",
	},
	{ template: "unfinished", ago: 26 * hour, isWrittenTo: () => true, at: "REGISTRATION", isReminder: true },
];

/** Makes the emails that staff have sent to applicants, and their results. */
export const emailsOf = (
	ground: Ground,
	people: People,
	latest: Applicants,
	{ seed, now, fileSize }: { seed: number; now: number; fileSize: (key: string) => number },
): MailRows => {
	const rows: MailRows = {
		mailings: [],
		mailingAttachments: [],
		emails: [],
		applicantLog: [],
		outboxMails: [],
		reminderSends: [],
	};
	for (const application of ground.applications)
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
			addMailing(rows, random, { ground, people, application, plan, at, written, fileSize });
		}
	return rows;
};

interface Adding {
	ground: Ground;
	people: People;
	application: DemoApplication;
	plan: MailingPlan;
	at: number;
	written: readonly Applicant[];
	fileSize: (key: string) => number;
}

const addMailing = (
	rows: MailRows,
	random: Random,
	{ ground, people, application, plan, at, written, fileSize }: Adding,
): void => {
	const { organisation } = ground;
	const { subject = "", content = "" } = templatePlans.find(({ key }) => key === plan.template) ?? {};
	const reviewer = random.pick(people.reviewers);
	const own = { organisationId: organisation.id };
	const step = application.steps.find(({ type }) => type === plan.stage);
	const sender = plan.isReminder ? { id: "", name: "Reminder “Finish your application”" } : reviewer;
	const mailing = {
		...{ ...own, id: random.id("g"), applicationId: application.id, subject, content, status: "ready" as const },
		templateId: ground.rows.templates.find(({ id }) => id === ground.idOf("template", plan.template))?.id ?? null,
		...{ sendAfter: at, createdBy: sender.id, createdAt: at },
		...(plan.isReminder && { reminderId: sentReminder(ground) }),
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
				...{ ...own, reminderId: mailing.reminderId, subjectId: applicant.id, occasion: "" },
				...{ mailingId: mailing.id, createdAt: at },
			});
		const isLost = plan.failure !== undefined && place === 1;
		const values = valuesNamedIn([subject, content], mergeValues(ground, application, applicant, at));
		const email = { ...own, id: random.id("e"), mailingId: mailing.id, applicantId: applicant.id, createdAt: at };
		const sentAt = at + random.between(4, 90) * 1_000;
		const message = fillHtml(content, values);
		const read = `“${fillLine(subject, values)}”`;
		rows.emails.push(
			isLost
				? { ...email, status: "failed", attempts: 1, dueAt: sentAt, reason: plan.failure }
				: {
						...{ ...email, status: "sent", attempts: 1, dueAt: sentAt, sentAt },
						...{ recipient: applicant.email, mergeValues: { ...values } },
					},
		);
		if (!isLost)
			rows.outboxMails.push({
				...{ ...own, id: email.id, recipient: applicant.email, createdAt: sentAt },
				...{ sender: `${organisation.name} <no-reply@matricula.example>`, replyTo: organisation.email },
				...{ subject: fillLine(subject, values), messageId: `<${organisation.id}.${email.id}@matricula.example>` },
				...mailPage({
					...{ subject: fillLine(subject, values), message, institution: { ...organisation, logo: null } },
					about: { applicationTitle: application.plan.title, applicationNumber: applicant.applicationNumber },
				}),
				...(file && {
					attachments: [{ name: file.name, mimetype: file.mimetype, size: fileSize(documentKey(file.file)) }],
				}),
			});
		rows.applicantLog.push({
			...{ ...own, applicantId: applicant.id, id: email.id, type: "EMAIL", createdAt: sentAt },
			...{ actorId: sender.id || null, reviewedBy: sender.name },
			reason: isLost ? `Email could not be sent: ${read}. ${plan.failure}` : `Email sent: ${read}`,
		});
	}
};

const mergeValues = (
	{ rows, organisation }: Ground,
	application: DemoApplication,
	applicant: Applicant,
	date: number,
) => {
	const course = application.courses.find(({ id }) => id === applicant.courseId);
	return mergeValuesOf({
		organisation: { ...organisation, timeZone: "Africa/Lagos" },
		applicant: {
			...applicant,
			middleName: applicant.middleName ?? null,
			applicationTitle: application.plan.title,
			courseCode: course?.code ?? "",
			courseTitle: course?.title ?? "",
			locationName: rows.locations.find(({ id }) => id === applicant.locationId)?.name ?? null,
		},
		stageName: application.steps.find(({ id }) => id === applicant.stepId)?.name ?? "",
		comment: null,
		date,
	});
};
