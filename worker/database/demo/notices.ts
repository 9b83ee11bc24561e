import type { DatabaseSync } from "node:sqlite";
import type { Row, Rows } from "./insert";
import type { People } from "./people";
import type { DemoApplication, Setup } from "./setup";
import { day, hour } from "./times";

/** When the reminder about unsubmitted forms was sent last. */
export const remindedAt = (now: number): number => now - 26 * hour;

/** The reminder that was sent, by the mailing of `emails.ts`. */
export const sentReminder = ({ idOf }: Setup): string => idOf("reminder", "unfinished");

/** Makes a reminder of each kind, of which one was sent and one is disabled, and report schedules; with their history. */
export const noticesOf = (
	setup: Setup,
	people: People,
	main: DemoApplication,
	{ sent, now }: { sent: number; now: number },
): Rows => {
	const { idOf, organisation } = setup;
	const own = { organisationId: organisation.id };
	const saved = { createdAt: now - 60 * day, updatedAt: now - 60 * day };
	const [author] = people.rows.users;
	if (!author) return {};
	const reminder = (
		key: string,
		template: string,
		more: Omit<Row<"reminders">, "organisationId" | "id" | "templateId" | "time" | "ranAt" | "createdAt" | "updatedAt">,
	) => ({
		...own,
		...saved,
		id: idOf("reminder", key),
		templateId: idOf("template", template),
		time: "09:00",
		ranAt: now,
		...more,
	});
	const reminders = [
		reminder("unfinished", "unfinished", {
			name: "Finish your application",
			audience: "incomplete",
			timing: "after",
			days: 3,
			enabled: true,
			...(sent > 0 && { lastSentAt: remindedAt(now), lastSent: sent }),
		}),
		reminder("unpaid", "unpaid", {
			name: "Application fee not paid",
			audience: "unpaid",
			timing: "before",
			days: 7,
			enabled: true,
		}),
		reminder("references", "reference-due", {
			name: "References that have not come",
			audience: "referees",
			timing: "after",
			days: 14,
			enabled: false,
		}),
		reminder("deadline", "unfinished", {
			name: "Last days before the deadline",
			audience: "deadline",
			timing: "before",
			days: 2,
			enabled: true,
			applicationId: main.id,
		}),
	];
	const recipients = people.idByRole("super-admin").slice(0, 1);
	const schedule = (
		key: string,
		more: Omit<
			Row<"reportSchedules">,
			"organisationId" | "id" | "applicationId" | "createdAt" | "updatedAt" | "enabled"
		>,
	) => ({
		// why saved now: what was due since is not made up for when the demo starts.
		...own,
		...saved,
		updatedAt: now,
		id: idOf("schedule", key),
		applicationId: main.id,
		enabled: true,
		...more,
	});
	const reportSchedules = [
		schedule("daily", {
			name: "Every morning for admissions",
			frequency: "daily",
			time: "07:30",
			lastSent: 1,
			recipients,
			lastSentAt: now - 8 * hour,
		}),
		schedule("weekly", {
			name: "Every Monday for the deans",
			frequency: "weekly",
			weekday: 1,
			time: "08:00",
			recipients,
		}),
		schedule("monthly", {
			name: "Month's end for the registrar",
			frequency: "monthly",
			monthDay: 31,
			time: "18:00",
			recipients,
		}),
	];
	const created = (kind: string, id: string, after: Record<string, unknown>): Row<"recordChanges"> => ({
		...own,
		id: `${id}-1`,
		kind,
		recordId: id,
		action: "created",
		after,
		createdAt: saved.createdAt,
		actorId: author.id,
		actorName: `${author.firstName} ${author.lastName}`,
	});
	return {
		reminders,
		reportSchedules,
		recordChanges: [
			...reminders.map(({ id, name, audience, timing, days, time, templateId, applicationId = null, enabled }) =>
				created("reminder", id, { name, audience, timing, days, time, templateId, applicationId, enabled }),
			),
			...reportSchedules.map(({ id, name, applicationId, frequency, weekday = null, monthDay = null, ...rest }) => {
				const { time, recipients, enabled } = rest;
				return created("report_schedule", id, {
					name,
					applicationId,
					frequency,
					weekday,
					monthDay,
					time,
					recipients,
					enabled,
				});
			}),
		],
	};
};

/** Notes everybody that earlier rounds of the reminder wrote to: those who had registered long enough before the last one. */
export const noteReminded = (
	database: DatabaseSync,
	reminderId: string,
	{ organisationId, now }: { organisationId: string; now: number },
): void => {
	database
		.prepare(
			`INSERT OR IGNORE INTO reminder_sends (organisation_id, reminder_id, subject_id, occasion, created_at)
			SELECT organisation_id, ?, id, '', registered_at + ? FROM applicants
			WHERE organisation_id = ? AND submitted_at IS NULL AND registered_at < ?`,
		)
		.run(reminderId, 3 * day, organisationId, remindedAt(now) - 3 * day);
};
