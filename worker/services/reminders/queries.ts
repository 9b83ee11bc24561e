import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { formatDateInput } from "#worker/contract/text/dates";
import type { Database } from "#worker/database/database";
import { organisations } from "#worker/database/schema/organisations";
import { reminders } from "#worker/database/schema/reminders";
import { templates } from "#worker/database/schema/workflows";
import { andWithin } from "#worker/database/scope";
import { addDays, momentOf, type QuietHours } from "#worker/local-time";
import { allApplications } from "#worker/services/applications/search.queries";
import type { Audience } from "#worker/services/reminders/contract";

/** The most reminders of one sweep. */
const dueAtOnce = 200;

/** Finds the reminders whose time has come, of all institutions. */
export const findDueReminders = (db: Database, now: number) =>
	db
		.select({ organisationId: reminders.organisationId, id: reminders.id })
		.from(reminders)
		// why the literal: SQLite uses a partial index only for exactly its condition.
		.where(and(sql`enabled = 1`, sql`${reminders.nextAt} <= ${now}`))
		.limit(dueAtOnce);

/** Reads a reminder, and the hours of its institution. */
export const findPlan = async (db: Database, organisationId: string, id: string) => {
	const [found] = await db
		.select({
			reminder: reminders,
			hours: {
				timeZone: organisations.timeZone,
				quietFrom: organisations.quietFrom,
				quietUntil: organisations.quietUntil,
			},
		})
		.from(reminders)
		.innerJoin(organisations, eq(organisations.id, reminders.organisationId))
		.where(and(eq(reminders.organisationId, organisationId), eq(reminders.id, id)));
	return found;
};
export type Plan = NonNullable<Awaited<ReturnType<typeof findPlan>>>;

/** Reads the applications and the email templates in use that a reminder can name. */
export const readChoices = async (ctx: OrgContext) => {
	const isInUse = and(
		eq(templates.organisationId, ctx.organisationId),
		eq(templates.type, "email"),
		eq(templates.active, true),
	);
	const [applications, named] = await Promise.all([
		allApplications(ctx),
		ctx.db
			.select({ id: templates.id, name: templates.name })
			.from(templates)
			.where(isInUse)
			.orderBy(asc(templates.name)),
	]);
	return { applications, templates: named };
};

/** What decides who is reminded. */
interface Rule {
	id: string;
	audience: Audience;
	timing: "after" | "before";
	days: number;
	applicationId: string | null;
}

export interface ConcernedApplication {
	id: string;
	title: string;
	endsAt: number | null;
}

/**
 * Finds the applications of a reminder: active ones that are open, and before a deadline those that close within the days.
 * Referees can answer after an application has closed.
 */
export const findApplications = (
	{ db, organisationId, now }: OrgContext,
	{ audience, timing, days, applicationId }: Rule,
	timeZone: string,
): Promise<ConcernedApplication[]> => {
	const at = now();
	const until = momentOf(addDays(formatDateInput(at, timeZone), days + 1), "00:00", timeZone);
	const isOpen = sql`coalesce(starts_at, 0) <= ${at} AND coalesce(ends_at, ${at} + 1) > ${at}`;
	return db.all(sql`
		SELECT id, title, ends_at AS endsAt FROM applications WHERE organisation_id = ${organisationId} AND active
			${applicationId === null ? sql`` : sql`AND id = ${applicationId}`}
			${audience === "referees" && timing === "after" ? sql`` : sql`AND ${isOpen}`}
			${timing === "before" ? sql`AND ends_at < ${until}` : sql``}
		ORDER BY created_at, id`);
};

const audienceOf = {
	incomplete: () => sql`applicant.submitted_at IS NULL`,
	// why the plus sign: SQLite would walk all successful payments for each applicant.
	unpaid: (organisationId) => sql`NOT EXISTS (SELECT 1 FROM transactions WHERE organisation_id = ${organisationId}
		AND applicant_id = applicant.id AND +status = 'success'
		AND (reversed_amount = 0 OR reversed_amount < amount + gateway_charge))`,
	deadline: () => sql`(applicant.submitted_at IS NULL OR applicant.references_missing > 0)`,
	referees: () => sql`applicant.references_missing > 0`,
} satisfies Record<Audience, (organisationId: string) => SQL>;

/** Returns what a person is reminded of once: a deadline, by its day, or what they have left to do since they registered. */
const occasionOf = ({ audience, timing }: Rule, { endsAt }: ConcernedApplication, timeZone: string): SQL => {
	const deadline = timing === "before" ? formatDateInput(endsAt, timeZone) : "";
	return audience === "referees" ? sql`${deadline} || lower(referee.email)` : sql`${deadline}`;
};

/**
 * Selects the people that a reminder is to write to now: `applicant`, and `referee` where it writes to referees. Those
 * who were reminded on this occasion are left out, and applicants who were accepted or declined.
 */
export const fromDue = (ctx: OrgContext, rule: Rule, application: ConcernedApplication, { timeZone }: QuietHours) => {
	const { organisationId, now } = ctx;
	const { audience, timing, days } = rule;
	const isOfReferees = audience === "referees";
	const before = momentOf(addDays(formatDateInput(now(), timeZone), 1 - days), "00:00", timeZone);
	const since = isOfReferees ? sql`referee.invited_at` : sql`applicant.registered_at`;
	const subject = isOfReferees ? sql`referee.id` : sql`applicant.id`;
	const occasion = occasionOf(rule, application, timeZone);
	const from = sql`FROM applicants AS applicant
		${
			isOfReferees
				? sql`CROSS JOIN referees AS referee ON referee.organisation_id = ${organisationId}
				AND referee.applicant_id = applicant.id AND referee.status <> 'submitted' AND referee.invited_at IS NOT NULL`
				: sql``
		}
		WHERE applicant.organisation_id = ${organisationId} AND applicant.application_id = ${application.id}
			AND ${audienceOf[audience](organisationId)} ${timing === "after" ? sql`AND ${since} < ${before}` : sql``}
			AND NOT EXISTS (SELECT 1 FROM workflow_steps AS step WHERE step.organisation_id = ${organisationId}
				AND step.id = applicant.step_id AND step.type IN ('ACCEPTED', 'DECLINED'))
			AND NOT EXISTS (SELECT 1 FROM reminder_sends AS sent WHERE sent.organisation_id = ${organisationId}
				AND sent.reminder_id = ${rule.id} AND sent.subject_id = ${subject} AND sent.occasion = ${occasion})
			${andWithin(ctx, sql`applicant.course_id`)}`;
	return { from, subject, occasion };
};

interface Found {
	id: string;
	name: string;
	about: string;
}

const applicantName = sql`trim(applicant.first_name || ' ' || coalesce(applicant.middle_name || ' ', '') || applicant.last_name)`;

/** Counts the people that a reminder is to write to now, and names the first of them. */
export const countDue = async (
	ctx: OrgContext,
	rule: Rule,
	application: ConcernedApplication,
	{ hours, named }: { hours: QuietHours; named: number },
): Promise<{ total: number; first: Found[] }> => {
	const { from } = fromDue(ctx, rule, application, hours);
	const ofReferee = rule.audience === "referees";
	const name = ofReferee ? sql`referee.name` : applicantName;
	const about = ofReferee
		? sql`applicant.application_number || ', ' || ${applicantName}`
		: sql`applicant.application_number`;
	const [[counted], first] = await Promise.all([
		ctx.db.all<{ people: number }>(sql`SELECT count(*) AS people ${from}`),
		named > 0
			? ctx.db.all<Found>(
					sql`SELECT applicant.id, ${name} AS name, ${about} AS about ${from} ORDER BY applicant.seq LIMIT ${named}`,
				)
			: [],
	]);
	return { total: counted?.people ?? 0, first };
};

/** Counts the people of a reminder's round that began then. */
export const countSends = async (
	{ db, organisationId }: OrgContext,
	reminderId: string,
	since: number,
): Promise<number> => {
	const [counted] = await db.all<{ sends: number }>(sql`
		SELECT count(*) AS sends FROM reminder_sends
		WHERE organisation_id = ${organisationId} AND reminder_id = ${reminderId} AND created_at >= ${since}`);
	return counted?.sends ?? 0;
};

/** Finds when the next referee of a reminder is to be written to; undefined when nobody waits. */
export const findNextReferee = async (
	{ db, organisationId }: OrgContext,
	reminderId: string,
): Promise<number | undefined> => {
	const [next] = await db.all<{ dueAt: number | null }>(sql`
		SELECT min(due_at) AS dueAt FROM reminder_sends
		WHERE organisation_id = ${organisationId} AND reminder_id = ${reminderId} AND due_at IS NOT NULL`);
	return next?.dueAt ?? undefined;
};
