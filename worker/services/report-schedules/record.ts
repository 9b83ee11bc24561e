import { and, eq, type SQL, sql } from "drizzle-orm";
import { fail } from "#worker/contract/result";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { applications } from "#worker/database/schema/applications";
import { reportSchedules } from "#worker/database/schema/reminders";
import { isBound } from "#worker/database/scope";
import { defineRecord } from "#worker/records/queries";
import { findApplicationTitle } from "#worker/services/applications/queries";
import { type ReportSchedule, reportReaders, reportSchedule } from "#worker/services/report-schedules/contract";
import { nextReport } from "#worker/services/report-schedules/due-day";
import { activeHoldersOf } from "#worker/services/users/queries";

const own = sql`report_schedules.organisation_id`;
const ofApplication = (what: SQL) => sql<string | null>`(SELECT ${what} FROM applications AS application
	WHERE application.organisation_id = ${own} AND application.id = report_schedules.application_id)`;
const applicationTitle = ofApplication(sql`application.title`);
const timeZone = sql<string>`(SELECT time_zone FROM organisations WHERE id = ${own})`;
const staff = sql<string>`(SELECT json_group_array(json_object('id', users.id, 'name', users.first_name || ' ' || users.last_name))
	FROM json_each(report_schedules.recipients) AS chosen CROSS JOIN users
	ON users.organisation_id = ${own} AND users.id = chosen.value)`;

type Row = Omit<ReportSchedule, "application" | "nextAt" | "staff"> & {
	applicationTitle: string | null;
	timeZone: string;
	staff: string;
	now: number;
};

export const schedule = defineRecord({
	kind: "report_schedule",
	endpoints: reportSchedule,
	table: reportSchedules,
	columns: {
		name: reportSchedules.name,
		applicationId: reportSchedules.applicationId,
		applicationTitle,
		timeZone,
		staff,
		frequency: reportSchedules.frequency,
		weekday: reportSchedules.weekday,
		monthDay: reportSchedules.monthDay,
		time: reportSchedules.time,
		recipients: reportSchedules.recipients,
		enabled: reportSchedules.enabled,
		lastSentAt: reportSchedules.lastSentAt,
		lastSent: reportSchedules.lastSent,
		problem: reportSchedules.problem,
		now: ({ now }) => sql`${now()}`,
	},
	toRow: (read) => {
		const { applicationTitle, timeZone, now, ...row } = read as unknown as Row;
		const { applicationId, enabled } = row;
		return {
			...row,
			application: applicationTitle === null ? null : { id: applicationId, name: applicationTitle },
			staff: JSON.parse(row.staff),
			nextAt: enabled ? nextReport(now, row, timeZone) : null,
		};
	},
	// why nextAt: the sweep plans it anew.
	toColumns: ({ weekday = null, monthDay = null, ...fields }) => ({
		...fields,
		weekday,
		monthDay,
		nextAt: 0,
		problem: null,
	}),
	sorts: {
		name: folded(reportSchedules.name),
		frequency: reportSchedules.frequency,
		application: ofApplication(folded(applications.title, "application")),
	},
	matching: (_, { name, frequency }) =>
		and(containsWords(name, reportSchedules.name), frequency && eq(reportSchedules.frequency, frequency)),
	nameOf: ({ name }) => name,
	duplicate: {
		index: "report_schedules_by_name",
		field: "name",
		create: "schedule_not_saved",
		update: "schedule_not_updated",
		text: ({ name }) => `There is a report schedule called “${name}” already.`,
	},
	check: async (ctx, { applicationId, frequency, weekday, monthDay, recipients }) => {
		// why: it is mailed to staff of every place.
		if (isBound(ctx)) return fail("whole_institution_needed");
		if (frequency === "weekly" && !weekday)
			return fail("invalid", { fields: { weekday: ["Choose the weekday of a weekly report."] } });
		if (frequency === "monthly" && !monthDay)
			return fail("invalid", { fields: { monthDay: ["Choose the day of a monthly report."] } });
		if ((await findApplicationTitle(ctx, applicationId)) === undefined)
			return fail("application_unavailable", {
				fields: { applicationId: ["This application does not exist. Choose another one."] },
			});
		const holders = new Set((await activeHoldersOf(ctx, reportReaders)).map(({ id }) => id));
		return recipients.every((id) => holders.has(id))
			? undefined
			: fail("recipient_unknown", {
					fields: { recipients: ["Somebody is no longer a member of staff who may see application reports."] },
				});
	},
	checkRemoval: async (ctx) => (isBound(ctx) ? fail("whole_institution_needed") : undefined),
});
