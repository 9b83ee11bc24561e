import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { createMany, openServicesFixture } from "#tests/services/applicants/services-fixture";
import { testDb } from "#tests/support/factories";
import type { FormLayout } from "#worker/contract/forms/form-schema";
import type { Permission } from "#worker/contract/permissions";
import { applicantLog } from "#worker/database/schema/applicants";
import { emails, mailings } from "#worker/database/schema/emails";
import { organisations } from "#worker/database/schema/organisations";
import { events, tasks } from "#worker/database/schema/records";
import type { Env } from "#worker/env";
import { type Mail, MailError, type Mailer } from "#worker/gateways/mail/interface";
import { sendEmailsJobBy } from "#worker/services/emails/send-emails.job";

/** Called with each email that the transport sends, which fails if this throws. */
type OnSend = (mail: Mail, sent: readonly Mail[]) => void | Promise<void>;

interface FixtureOptions {
	applicants?: number;
	layout?: FormLayout;
	privileges?: readonly Permission[];
	bindings?: Partial<Env>;
}

export const refused = (reason = "The address was refused: no such user") =>
	new MailError("550", { isFinal: true, isOfThisMail: true, reason });
export const busy = (reason = "The mailbox is full") =>
	new MailError("452", { isFinal: false, isOfThisMail: true, reason });
export const serverDown = (reason = "The mail server could not be reached") =>
	new MailError("ECONNREFUSED", { isFinal: false, isOfThisMail: false, reason });

/** Opens a fixture with applicants to email, and a transport that a test can make fail. */
export const openMailFixture = async ({ applicants = 3, privileges, bindings, layout }: FixtureOptions = {}) => {
	const queues = keepingQueues();
	const staff = await openServicesFixture({
		...(privileges && { privileges }),
		bindings: { ...queues.bindings, ...bindings },
		stages: ["Registration", "Accepted"],
		courseCount: 1,
		...(layout && { layout }),
	});
	const organisationId = staff.organisation.id;
	await testDb()
		.update(organisations)
		.set({ email: "admissions@acme.example", address: "1 Ring Road, Ibadan" })
		.where(eq(organisations.id, organisationId));
	const ids = await createMany(staff.application, applicants);
	const sent: Mail[] = [];
	const transport = { opened: 0, closed: 0, onSend: (() => undefined) as OnSend };
	// why: a transport sends an email or throws; here the test decides.
	const openMailer = (): Mailer => {
		transport.opened++;
		return {
			send: async (mail) => {
				await transport.onSend(mail, sent);
				sent.push(mail);
			},
			close: async () => void transport.closed++,
		};
	};
	const jobs = [sendEmailsJobBy(openMailer, { renewEveryMs: 20 })];
	return {
		...queues,
		staff,
		organisationId,
		ids,
		sent,
		transport,
		write: (more: Record<string, unknown> = {}, key?: string) =>
			staff.send<{ mailingId: string; taskId: string; recipients: number; code: string; fields: Fields }>(
				"POST",
				"/email/candidates",
				{ ...letter, applicationId: staff.application.id, candidateIds: [], ...more },
				key,
			),
		/** Sends an email with files. */
		writeWith: async (files: readonly File[], more: Record<string, unknown> = {}) => {
			const form = new FormData();
			form.set("data", JSON.stringify({ ...letter, applicationId: staff.application.id, candidateIds: [], ...more }));
			for (const file of files) form.append("attachments", file);
			const response = await staff.upload("/email/candidates", form);
			return {
				status: response.status,
				body: (await response.json()) as { mailingId: string; code: string; fields: Fields },
			};
		},
		/** Delivers the jobs that the queue has received so far. */
		deliver: (more: { bindings?: Partial<Env>; attempts?: number } = {}) =>
			deliverJobs(queues.sentJobs.splice(0), { clock: staff.clock, bindings: queues.bindings, jobs, ...more }),
		deliverAgain: (messages: typeof queues.sentJobs) =>
			deliverJobs(messages, { clock: staff.clock, bindings: queues.bindings, jobs }),
		jobs,
		mails: () => testDb().select().from(emails).where(eq(emails.organisationId, organisationId)),
		mailings: () => testDb().select().from(mailings).where(eq(mailings.organisationId, organisationId)),
		/** why not over HTTP: a session ends sooner than the longest gap. */
		task: async (taskId: string) =>
			(
				await testDb()
					.select()
					.from(tasks)
					.where(and(eq(tasks.organisationId, organisationId), eq(tasks.id, taskId)))
			)[0],
		emailsOf: async (id: string | undefined) =>
			(await staff.get<{ data: Record<string, unknown>[] }>(`/email/candidates/${id}`)).body.data,
		log: () =>
			testDb()
				.select()
				.from(applicantLog)
				.where(and(eq(applicantLog.organisationId, organisationId), eq(applicantLog.type, "EMAIL"))),
		events: async (type: string) =>
			(await testDb().select().from(events).where(eq(events.organisationId, organisationId))).filter(
				(event) => event.type === type,
			),
		stored: async () => (await env.FILES.list({ prefix: `mailings/${organisationId}/` })).objects.map(({ key }) => key),
	};
};

type Fields = Record<string, string[]>;

const letter = { subject: "Your screening, {{lastName}}", message: "<p>Dear {{firstName}},</p><p>Come at nine.</p>" };
