import type { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { NewOrganisationId } from "#worker/contract/reserved-names";
import { applicantLog, applicants, applicantViews, referees } from "#worker/database/schema/applicants";
import {
	applicationCourses,
	applicationGroupItems,
	applicationGroups,
	applications,
	applicationTags,
} from "#worker/database/schema/applications";
import { roles, userRoles, users } from "#worker/database/schema/auth";
import { emails, mailingAttachments, mailings } from "#worker/database/schema/emails";
import { attachments, formDesigns, formDesignVersions, submissions } from "#worker/database/schema/forms";
import { locations, organisations } from "#worker/database/schema/organisations";
import { reasons } from "#worker/database/schema/reasons";
import { modificationEntries, notifications } from "#worker/database/schema/records";
import { savedViews } from "#worker/database/schema/saved-views";
import { adminLevelItems, adminLevels, courses } from "#worker/database/schema/structure";
import { transactions } from "#worker/database/schema/transactions";
import {
	candidateGroups,
	candidateImports,
	groupCandidates,
	identityKeys,
	importRows,
} from "#worker/database/schema/uploaded-candidates";
import { templates, workflowStepAttachments, workflowSteps, workflows } from "#worker/database/schema/workflows";
import { type ApplicantPlan, type ApplicantRows, applicantMaker, type MakeWith } from "./applicants";
import { candidatesOf, type Preloaded } from "./candidates";
import { viewsOf } from "./corrections";
import reasonData from "./data/reasons.json";
import { duplicatesAmong } from "./duplicates";
import { emailsOf } from "./emails";
import { type DemoApplication, type Ground, groundOf } from "./ground";
import { emptyDatabase, insertAll, inserter } from "./insert";
import { type Institution, institutions } from "./institution";
import { day } from "./moments";
import { notificationsOf } from "./notifications";
import { type People, peopleOf } from "./people";
import { demoApplicants, furtherApplicants, plannedApplicants } from "./plan";
import { savedViewsOf } from "./saved-views";

interface LoadOptions extends MakeWith {
	/** In all institutions together; those beyond 5,000 are lean and go to one application. */
	applicants: number;
	/** The institution whose main application gets them. */
	organisation: string;
	onProgress?: (loaded: number) => void;
}

const rowsPerTransaction = 20_000;
const recentPerApplication = 40;
/** Applicants who were on a list before they applied. */
const preloadedCount = 90;

/** The reusable reasons of an institution. */
const reasonsOf = (organisationId: string, now: number): (typeof reasons.$inferInsert)[] =>
	reasonPlans.map(({ text, isPrivate }, index) => ({
		...{ organisationId, id: `${organisationId}-reason-${index + 1}`, text, isPrivate },
		...{ createdAt: now - 90 * day, updatedAt: now - 90 * day },
	}));

const reasonPlans = v.parse(v.array(v.strictObject({ text: v.string(), isPrivate: v.boolean() })), reasonData);

const loadGround = (database: DatabaseSync, { rows }: Ground, people: People): void => {
	insertAll(database, organisations, [rows.organisation]);
	insertAll(database, locations, rows.locations);
	insertAll(database, adminLevels, rows.adminLevels);
	insertAll(database, adminLevelItems, rows.adminLevelItems);
	insertAll(database, courses, rows.courses);
	insertAll(database, templates, rows.templates);
	insertAll(database, workflows, rows.workflows);
	insertAll(database, workflowSteps, rows.workflowSteps);
	insertAll(database, workflowStepAttachments, rows.workflowStepAttachments);
	insertAll(database, formDesigns, rows.formDesigns);
	insertAll(database, formDesignVersions, rows.formDesignVersions);
	insertAll(database, applicationGroups, rows.applicationGroups);
	insertAll(database, applicationGroupItems, rows.applicationGroupItems);
	insertAll(database, applications, rows.applications);
	insertAll(database, applicationCourses, rows.applicationCourses);
	insertAll(database, applicationTags, rows.applicationTags);
	insertAll(database, roles, people.rows.roles);
	insertAll(database, users, people.rows.users);
	insertAll(database, userRoles, people.rows.userRoles);
};

/** Those of earlier years, then the lean ones, then the demo's own: registration grows with `seq`. */
function* inOrder(planned: readonly ApplicantPlan[], further: Iterable<ApplicantPlan>): Generator<ApplicantPlan> {
	const earlier = planned.filter(({ application }) => !application.plan.active);
	yield* earlier;
	yield* further;
	yield* planned.filter(({ application }) => application.plan.active);
}

const mainApplication = (applications: readonly DemoApplication[]): DemoApplication =>
	applications.reduce((main, application) => (application.plan.applicants > main.plan.applicants ? application : main));

/** Has an examination number that nobody before them has? why: on a list each number is one person's. */
const isNewOnList = ({ submission: { data } }: ApplicantRows, before: readonly Preloaded[]): boolean =>
	data.jambNumber !== undefined && !before.some(({ answers }) => answers.jambNumber === data.jambNumber);

const loadInstitution = (
	database: DatabaseSync,
	institution: Institution,
	options: LoadOptions,
	nextSeq: () => number,
): void => {
	const { seed, now, applicants: wanted } = options;
	const ground = groundOf(institution, options);
	const people = peopleOf(institution, ground, seed, now);
	const make = applicantMaker(institution, ground, people, options);
	const extra = institution.id === options.organisation ? Math.max(0, wanted - demoApplicants) : 0;
	const insert = {
		applicant: inserter(database, applicants),
		submission: inserter(database, submissions),
		log: inserter(database, applicantLog),
		referee: inserter(database, referees),
		attachment: inserter(database, attachments),
		transaction: inserter(database, transactions),
		modification: inserter(database, modificationEntries),
		identity: inserter(database, identityKeys),
	};
	const latest = new Map<string, (typeof applicants.$inferInsert)[]>();
	const main = mainApplication(ground.applications);
	const duplicates = duplicatesAmong(institution.id, seed);
	const preloaded: Preloaded[] = [];
	const corrections: (typeof modificationEntries.$inferInsert)[] = [];
	let serial = 104_000;
	let loaded = 0;

	database.exec("BEGIN");
	loadGround(database, ground, people);
	insertAll(database, reasons, reasonsOf(institution.id, now));
	insertAll(database, savedViews, savedViewsOf(ground, people, main, now));
	const plans = inOrder(
		plannedApplicants(institution.id, ground.applications, wanted, now),
		furtherApplicants(main, extra, now),
	);
	for (const plan of plans) {
		serial += 1 + (loaded % 3 === 0 ? 1 : 0);
		const rows = make(plan, nextSeq(), serial, duplicates.likenessOf(plan));
		duplicates.remember(plan, rows);
		insert.applicant(rows.applicant);
		insert.submission(rows.submission);
		for (const row of rows.log) insert.log(row);
		for (const row of rows.referees) insert.referee(row);
		for (const row of rows.attachments) insert.attachment(row);
		for (const row of rows.transactions) insert.transaction(row);
		for (const row of rows.modifications) insert.modification(row);
		for (const row of rows.identity) insert.identity(row);
		corrections.push(...rows.modifications);
		if (plan.application === main && !plan.lean && isNewOnList(rows, preloaded) && preloaded.length < preloadedCount)
			preloaded.push({ applicant: rows.applicant, answers: rows.submission.data });
		if (!plan.lean && plan.application.plan.active) {
			const those = latest.get(plan.application.id) ?? [];
			latest.set(plan.application.id, [...those.slice(1 - recentPerApplication), rows.applicant]);
		}
		loaded += 1;
		if (loaded % rowsPerTransaction === 0) {
			database.exec("COMMIT");
			options.onProgress?.(loaded);
			database.exec("BEGIN");
		}
	}
	insertAll(database, applicantViews, viewsOf(corrections, people));
	const recent = new Map([...latest].map(([id, those]) => [id, those.map((applicant) => applicant.id)]));
	insertAll(database, notifications, notificationsOf(institution.id, ground, people, recent, options));
	const written = emailsOf(ground, people, latest, options);
	insertAll(database, mailings, written.mailings);
	insertAll(database, mailingAttachments, written.attachments);
	insertAll(database, emails, written.emails);
	insertAll(database, applicantLog, written.log);
	const lists = candidatesOf(ground, people, { application: main, preloaded }, options);
	insertAll(database, candidateGroups, lists.groups);
	insertAll(database, candidateImports, lists.imports);
	insertAll(database, importRows, lists.importRows);
	insertAll(database, groupCandidates, lists.candidates);
	insertAll(database, identityKeys, lists.identity);
	database.exec("COMMIT");
};

export const isLoaded = (database: DatabaseSync): boolean =>
	database.prepare("SELECT 1 FROM organisations LIMIT 1").get() !== undefined;

/** Replaces whatever the local database holds by the demo data; the same for the same seed and `now`. */
export const loadDemo = (database: DatabaseSync, options: LoadOptions): void => {
	if (!institutions.some(({ id }) => id === options.organisation))
		throw new Error(`There is no institution ${options.organisation} in the demo data`);
	for (const { id } of institutions) v.parse(NewOrganisationId, id);
	database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144");
	emptyDatabase(database);
	let seq = 0;
	const nextSeq = () => {
		seq += 1;
		return seq;
	};
	for (const institution of institutions) loadInstitution(database, institution, options, nextSeq);
	database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
};
