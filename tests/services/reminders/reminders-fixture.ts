import { env } from "cloudflare:workers";
import { and, eq } from "drizzle-orm";
import { openMailFixture } from "#tests/services/emails/mail-fixture";
import { createApplicant, signIn, testDb } from "#tests/support/factories";
import { sweeps } from "#worker/background";
import { applications } from "#worker/database/schema/applications";
import { reminderSends, reminders } from "#worker/database/schema/reminders";
import { templates } from "#worker/database/schema/workflows";
import { sweep } from "#worker/sweep/sweep";

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;
type Body = Record<string, unknown>;

/** Opens a fixture with an email template, and a cron that a test fires. The clock begins at 10:00 in Lagos. */
export const openReminders = async (options: Parameters<typeof openMailFixture>[0] = {}) => {
	const fixture = await openMailFixture({ applicants: 0, ...options });
	const { staff, organisationId, sentJobs, deliver } = fixture;
	const templateId = `template-${organisationId}`;
	await testDb().insert(templates).values({
		organisationId,
		id: templateId,
		name: "Reminder",
		type: "email",
		createdAt: 1,
		updatedAt: 1,
		subject: "Finish, {{firstName}}",
		content: "<p>{{fullName}}, {{applicationNumber}}</p>",
	});
	const body = (more: Body = {}): Body => ({
		name: "Finish your form",
		audience: "incomplete",
		timing: "after",
		days: 3,
		time: "12:00",
		templateId,
		applicationId: null,
		enabled: true,
		...more,
	});
	return {
		...fixture,
		templateId,
		body,
		/** Saves a reminder and returns its id. */
		remind: async (more: Body = {}): Promise<string> => {
			const saved = await staff.send<{ id: string }>("POST", "/reminders", body(more));
			if (saved.status !== 201) throw new Error(JSON.stringify(saved));
			return saved.body.id;
		},
		/** Reads as the member of staff, who signs in again. why: a session ends sooner than a reminder is due. */
		read: async <T>(path: string): Promise<T> => {
			const { headers } = await signIn(staff.user, staff.clock.now());
			return (await (await staff.request(path, { headers })).json()) as T;
		},
		tick: () => sweep({ ...env, ...fixture.bindings }, { sweeps, clock: staff.clock }),
		/** Fires the cron, and delivers what it put on the queue until nothing more is due at once. */
		async run(): Promise<void> {
			await this.tick();
			for (let round = 0; round < 20 && sentJobs.length > 0; round++) await deliver();
		},
		/** Creates an applicant who registered so many days ago; without a submitted form unless told otherwise. */
		applicant: (daysAgo: number, more: Parameters<typeof createApplicant>[1] = {}) =>
			createApplicant(staff.application, {
				hasForm: false,
				registeredAt: staff.clock.now() - daysAgo * dayMs,
				...more,
			}),
		closesIn: (days: number) =>
			testDb()
				.update(applications)
				.set({ endsAt: staff.clock.now() + days * dayMs })
				.where(and(eq(applications.organisationId, organisationId), eq(applications.id, staff.application.id))),
		reminder: async (id: string) =>
			(
				await testDb()
					.select()
					.from(reminders)
					.where(and(eq(reminders.organisationId, organisationId), eq(reminders.id, id)))
			)[0],
		sends: () => testDb().select().from(reminderSends).where(eq(reminderSends.organisationId, organisationId)),
		/** The addresses that mails of this institution went to, sorted. */
		addresses: () =>
			fixture.sent
				.filter((mail) => mail.organisationId === organisationId)
				.map(({ to }) => to)
				.sort(),
	};
};
