import type { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { NewOrganisationId } from "#worker/contract/reserved-names";
import { addActivity, addOrigins } from "./activity";
import { type ApplicantPlan, applicantMaker, type MadeApplicant, type MakeWith } from "./applicants";
import { candidatesOf, type Preloaded } from "./candidates";
import { viewsOf } from "./corrections";
import { courseUploadsOf } from "./course-uploads";
import reasonData from "./data/reasons.json";
import { duplicatesAmong } from "./duplicates";
import { emailsOf } from "./emails";
import { erasedOf } from "./erased";
import { emptyDatabase, inserter, type Row } from "./insert";
import { demoAccounts, type Institution, institutions } from "./institution";
import { integrationsOf } from "./integrations";
import { judgedOf, savedCriteriaOf } from "./judged";
import { type DemoLetter, lettersOf, mayHaveLetter } from "./letters";
import { discountsOf, useDiscounts } from "./money/discounts";
import { addExceptions } from "./money/exceptions";
import { keepLedger } from "./money/payment-ledger";
import { settle } from "./money/settlements";
import { noteReminded, noticesOf, sentReminder } from "./notices";
import { notificationsOf } from "./notifications";
import { peopleOf } from "./people";
import { demoApplicants, furtherApplicants, plannedApplicants } from "./plan";
import { rankedOf } from "./ranked";
import { recordHistoryOf } from "./record-history";
import { releasesOf } from "./releases";
import { runsOf } from "./runs";
import { savedViewsOf } from "./saved-views";
import { setupOf } from "./setup";
import { type MadeFile, tasksOf } from "./tasks";
import { day } from "./times";

interface LoadOptions extends MakeWith {
	/** Their number in all institutions together; those beyond 5,000 are lean and go to one application. */
	applicants: number;
	/** The institution whose main application gets them. */
	organisation: string;
	onProgress?: (loaded: number) => void;
}

/** What belongs into the file store: files as they are, and letters that are still to be drawn. */
interface MadeFiles {
	files: readonly MadeFile[];
	letters: readonly DemoLetter[];
}

const rowsPerTransaction = 20_000;
const recentPerApplication = 40;
/** The most applicants who were on a list before they applied. */
const preloadedCount = 90;

/** Makes the reusable reasons of an institution. */
const reasonsOf = (organisationId: string, now: number): Row<"reasons">[] =>
	reasonData.map(({ text, isPrivate }, index) => ({
		organisationId,
		id: `${organisationId}-reason-${index + 1}`,
		text,
		isPrivate,
		createdAt: now - 90 * day,
		updatedAt: now - 90 * day,
	}));

/** Counts the reasons that comments of the demo's stage changes were, as the portal would have counted them. */
const countReasons = (database: DatabaseSync, organisationId: string): void => {
	database
		.prepare(
			`INSERT INTO reason_counts (organisation_id, application_id, reason_id, step_id, course_id, applicants)
			SELECT reason.organisation_id, applicant.application_id, reason.id, entry.step_id, applicant.course_id, count(*)
			FROM applicant_log AS entry
			JOIN reasons AS reason ON reason.organisation_id = entry.organisation_id AND reason.text = entry.reason
			JOIN applicants AS applicant ON applicant.organisation_id = entry.organisation_id
				AND applicant.id = entry.applicant_id
			WHERE entry.organisation_id = ? AND entry.type = 'STAGE_CHANGE' AND entry.step_id IS NOT NULL
			GROUP BY 1, 2, 3, 4, 5`,
		)
		.run(organisationId);
};

/** Orders the plans so that `seq` grows with the time of registration: earlier years, the lean ones, this year. */
function* inOrder(planned: readonly ApplicantPlan[], further: Iterable<ApplicantPlan>): Generator<ApplicantPlan> {
	const earlier = planned.filter(({ application }) => !application.plan.active);
	yield* earlier;
	yield* further;
	yield* planned.filter(({ application }) => application.plan.active);
}

/** Checks whether nobody before has the examination number. why: on a list each number is one person's. */
/** From how many of the first applicants the bulk changes are made. */
const movedTogether = 150;

const isNewOnList = ({ data }: MadeApplicant, before: readonly Preloaded[]): boolean =>
	data.jambNumber !== undefined && !before.some(({ answers }) => answers.jambNumber === data.jambNumber);

const loadInstitution = (
	database: DatabaseSync,
	institution: Institution,
	options: LoadOptions,
	nextSeq: () => number,
): MadeFiles => {
	const { seed, now, applicants: wanted } = options;
	const setup = setupOf(institution, options);
	const people = peopleOf(institution, setup, seed, now);
	const make = applicantMaker(institution, setup, people, options);
	const extra = institution.id === options.organisation ? Math.max(0, wanted - demoApplicants) : 0;
	const insert = inserter(database);
	const latest = new Map<string, Row<"applicants">[]>();
	const phones = new Map<string, string>();
	const main = setup.applications.reduce((one, other) => (other.plan.applicants > one.plan.applicants ? other : one));
	const duplicates = duplicatesAmong(institution.id, seed);
	const preloaded: Preloaded[] = [];
	const early: Row<"applicants">[] = [];
	let offered: MadeApplicant[] = [];
	const corrections: Row<"modificationEntries">[] = [];
	let serial = 104_000;
	let loaded = 0;

	database.exec("BEGIN");
	const savedViews = [...savedViewsOf(setup, people, main, now), ...savedCriteriaOf(setup, people, now)];
	const reasons = reasonsOf(institution.id, now);
	const recordChanges = recordHistoryOf(setup, people, reasons, now);
	insert({ ...setup.rows, ...people.rows, reasons, savedViews, recordChanges });
	const plans = inOrder(
		plannedApplicants(institution.id, setup.applications, wanted, now),
		furtherApplicants(main, extra, now),
	);
	for (const plan of plans) {
		serial += 1 + (loaded % 3 === 0 ? 1 : 0);
		const made = make(plan, nextSeq(), serial, duplicates.likenessOf(plan));
		duplicates.remember(plan, made);
		insert(made.rows);
		corrections.push(...made.corrections);
		if (plan.application === main && !plan.lean && isNewOnList(made, preloaded) && preloaded.length < preloadedCount)
			preloaded.push({ applicant: made.applicant, answers: made.data });
		if (plan.application === main && !plan.lean && mayHaveLetter(main, made))
			offered = [...offered.slice(1 - recentPerApplication), made];
		if (plan.application === main && !plan.lean && early.length < movedTogether) early.push(made.applicant);
		if (!plan.lean && plan.application.plan.active) {
			const those = latest.get(plan.application.id) ?? [];
			latest.set(plan.application.id, [...those.slice(1 - recentPerApplication), made.applicant]);
			if (typeof made.data.phone === "string") phones.set(made.applicant.id, made.data.phone);
		}
		loaded += 1;
		if (loaded % rowsPerTransaction === 0) {
			database.exec("COMMIT");
			options.onProgress?.(loaded);
			database.exec("BEGIN");
		}
	}
	const recent = new Map([...latest].map(([id, those]) => [id, those.map((applicant) => applicant.id)]));
	const made = tasksOf(setup, people, { application: main, applicants: latest.get(main.id) ?? [], seed, now });
	const {
		urls,
		files: letterFiles,
		...letterRows
	} = lettersOf(setup, { application: main, made: offered, ...options });
	insert(letterRows);
	const written = emailsOf(setup, people, { latest, phones }, options);
	insert(noticesOf(setup, people, main, { sent: written.reminderSends.length, now }));
	const together = runsOf(setup, people, { application: main, applicants: early, seed, now });
	insert({
		tasks: made.tasks,
		applicantViews: viewsOf(corrections, people),
		notifications: notificationsOf(setup, people, recent, options),
		...together,
		...releasesOf(setup, people, {
			application: main,
			applicants: early,
			run: together.runs[0],
			runRows: together.runRows,
			seed,
			now,
		}),
		...written,
		...candidatesOf(setup, people, { application: main, preloaded }, options),
	});
	insert(courseUploadsOf(setup, people, now));
	insert(erasedOf(setup, people, { application: main, seed, now }));
	const setLetter = database.prepare(
		"UPDATE applicants SET letter_url = ?, updated_at = max(updated_at, ?) WHERE organisation_id = ? AND id = ?",
	);
	for (const [id, { url, at }] of urls) setLetter.run(url, at, institution.id, id);
	insert(integrationsOf(setup, people, now));
	insert(discountsOf(setup, people, main, options));
	useDiscounts(database, institution.id, main);
	const [bursar] = people.rows.users;
	if (bursar) {
		const staff = { id: bursar.id, name: `${bursar.firstName} ${bursar.lastName}` };
		const books = { organisationId: institution.id, applicationId: main.id, timeZone: "Africa/Lagos", staff, now };
		const endExceptions = addExceptions(database, insert, { ...books, searchKey: institution.searchKey });
		keepLedger(database, insert, { ...books, name: institution.name });
		endExceptions();
	}
	settle(database, insert, setup, people, now);
	insert(judgedOf(database, setup, people, { application: main, now }));
	insert(rankedOf(database, setup, people, { application: main, now }));
	const years = new Set(institution.applications.map(({ year }) => year));
	const applicationNumbers = [...years].map((year) => ({
		organisationId: institution.id,
		series: `${institution.numberPrefix}/${year}/#`,
		last: serial,
	}));
	insert({ applicationNumbers });
	countReasons(database, institution.id);
	addOrigins(database, institution.id);
	addActivity(database, institution.id, now);
	noteReminded(database, sentReminder(setup), { organisationId: institution.id, now });
	database.exec("COMMIT");
	return { files: made.files, letters: letterFiles };
};

/** Numbers the changes of applicants by their time. why: the triggers number them in the order of the rows. */
const numberChanges = (database: DatabaseSync): void =>
	database.exec(`DELETE FROM applicant_changes;
		INSERT INTO applicant_changes (change, organisation_id, applicant_seq)
			SELECT max(updated_at * 100 - place) OVER (ORDER BY place) + place, organisation_id, seq FROM
				(SELECT updated_at, organisation_id, seq, row_number() OVER (ORDER BY updated_at, seq) AS place
				FROM applicants)`);

/** Returns the accounts of the demo that are in a database: none where an institution was made by hand instead. */
export const accountsIn = (database: DatabaseSync) => {
	const find = database.prepare("SELECT 1 FROM users WHERE organisation_id = ? AND email = ?");
	return demoAccounts.filter(({ organisation, email }) => find.get(organisation, email) !== undefined);
};

export const isLoaded = (database: DatabaseSync): boolean =>
	database.prepare("SELECT 1 FROM organisations LIMIT 1").get() !== undefined;

/**
 * Replaces everything in the local database by the demo data, which is the same for the same seed and `now`. Returns
 * the files that belong to it.
 */
export const loadDemo = (database: DatabaseSync, options: LoadOptions): MadeFiles => {
	if (!institutions.some(({ id }) => id === options.organisation))
		throw new Error(`There is no institution ${options.organisation} in the demo data`);
	for (const { id } of institutions) v.parse(NewOrganisationId, id);
	database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -262144");
	emptyDatabase(database);
	let seq = 0;
	const nextSeq = () => ++seq;
	const made = institutions.map((institution) => loadInstitution(database, institution, options, nextSeq));
	numberChanges(database);
	database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
	return { files: made.flatMap(({ files }) => files), letters: made.flatMap(({ letters }) => letters) };
};
