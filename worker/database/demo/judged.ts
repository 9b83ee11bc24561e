import type { DatabaseSync } from "node:sqlite";
import * as v from "valibot";
import { Criteria, fieldsIn } from "#worker/contract/criteria/criteria";
import type { Facts } from "#worker/contract/criteria/facts";
import { judge } from "#worker/contract/criteria/judge";
import { verdicts } from "#worker/contract/criteria/terms";
import { formatDateInput } from "#worker/contract/text/dates";
import { factsOf } from "#worker/services/assistant/facts-of-applicant";
import sets from "./data/criteria.json";
import type { Row } from "./insert";
import type { People } from "./people";
import type { DemoApplication, Setup } from "./setup";
import { hour } from "./times";

export const criteriaPlans = v.parse(
	v.record(
		v.string(),
		v.array(v.strictObject({ name: v.string(), isShared: v.boolean(), prompt: v.string(), criteria: Criteria })),
	),
	sets,
);

/** Both institutions of the demo are in Nigeria. */
export const timeZone = "Africa/Lagos";
/** The most that are judged. why: a demo can be made with a million applicants. */
const mostJudged = 3_000;

/** Returns the sets of criteria that an institution's staff have saved. */
export const savedCriteriaOf = (
	{ idOf, organisation }: Setup,
	{ idByRole }: People,
	now: number,
): Row<"savedViews">[] => {
	const [ownerId = ""] = idByRole("super-admin");
	return (criteriaPlans[organisation.id] ?? []).map(({ name, isShared, criteria }) => ({
		organisationId: organisation.id,
		id: idOf("view", name),
		list: "criteria",
		holder: isShared ? "" : ownerId,
		ownerId,
		name,
		isPinned: false,
		filter: { criteria },
		createdAt: now - 72 * hour,
		updatedAt: now - 72 * hour,
	}));
};

interface ApplicantRow {
	seq: number;
	courseId: string;
	stepId: string;
	gender: string | null;
	birthDate: string | null;
	state: string | null;
	submittedAt: number | null;
	paidAt: number | null;
	referencesAsked: number;
	referencesMissing: number | null;
	isPending: number;
	regDate: number;
	data: string | null;
	repeats: string | null;
}

/** Judges the applicants of the application by the first set, as the first administrator did yesterday. */
export const judgedOf = (
	database: DatabaseSync,
	{ idOf, organisation }: Setup,
	{ idByRole }: People,
	{ application, now }: { application: DemoApplication; now: number },
): {
	criteriaSessions: Row<"criteriaSessions">[];
	criteriaVerdicts: Row<"criteriaVerdicts">[];
	tasks: Row<"tasks">[];
} => {
	const [plan] = criteriaPlans[organisation.id] ?? [];
	const [createdBy] = idByRole("super-admin");
	if (!plan || !createdBy) return { criteriaSessions: [], criteriaVerdicts: [], tasks: [] };
	const createdAt = now - 20 * hour;
	const circumstances = { askedFields: fieldsIn(plan.criteria), today: formatDateInput(createdAt, timeZone), timeZone };
	const own = { organisationId: organisation.id, sessionId: idOf("criteria", plan.name) };
	const criteriaVerdicts = knownOf(database, organisation.id, application, circumstances).map(({ row, facts }) => ({
		...own,
		seq: row.seq,
		verdict: judge(plan.criteria, facts).verdict,
	}));
	const counts = Object.fromEntries(
		verdicts.map((verdict) => [verdict, criteriaVerdicts.filter((one) => one.verdict === verdict).length]),
	);
	const taskId = idOf("task", plan.name);
	const total = criteriaVerdicts.length;
	return {
		criteriaVerdicts,
		criteriaSessions: [
			{
				organisationId: own.organisationId,
				id: own.sessionId,
				applicationId: application.id,
				stage: null,
				prompt: plan.prompt,
				criteria: plan.criteria,
				...counts,
				taskId,
				createdBy,
				createdAt,
			},
		],
		tasks: [
			{
				organisationId: own.organisationId,
				id: taskId,
				type: "PROCESS_APPLICANTS",
				status: "SUCCESS",
				createdBy,
				total,
				done: total,
				input: { sessionId: own.sessionId },
				result: null,
				createdAt,
				updatedAt: createdAt + 3_000,
			},
		],
	};
};

/** Reads the newest applicants of an application with all that criteria can ask of them. */
export const knownOf = (
	database: DatabaseSync,
	organisationId: string,
	application: DemoApplication,
	circumstances: { askedFields: ReadonlySet<string>; today: string; timeZone: string },
): { row: ApplicantRow; facts: Facts }[] =>
	readApplicants(database, organisationId, application.id).map((row) => {
		const form = row.data !== null && {
			layout: application.layout,
			data: JSON.parse(row.data),
			repeats: JSON.parse(row.repeats ?? "{}"),
			files: [],
		};
		const facts = factsOf(
			{
				...row,
				courseTitle: null,
				stepName: null,
				referencesReceived: row.referencesAsked - (row.referencesMissing ?? 0),
			},
			form || undefined,
			{ ...circumstances, isPending: row.isPending === 1 },
		);
		return { row, facts };
	});

const readApplicants = (database: DatabaseSync, organisationId: string, applicationId: string) =>
	database
		.prepare(
			`SELECT applicant.seq, applicant.course_id AS courseId, applicant.step_id AS stepId, applicant.gender,
				applicant.birth_date AS birthDate, applicant.state, applicant.submitted_at AS submittedAt, applicant.paid_at AS paidAt,
				applicant.references_asked AS referencesAsked, applicant.references_missing AS referencesMissing,
				EXISTS (SELECT 1 FROM applicant_needs AS need WHERE need.organisation_id = applicant.organisation_id
					AND need.application_id = applicant.application_id AND need.need = 'payment' AND need.seq = applicant.seq) AS isPending,
				applicant.registered_at AS regDate, form.data, form.repeats
			FROM applicants AS applicant
			LEFT JOIN submissions AS form ON form.organisation_id = applicant.organisation_id AND form.id = applicant.submission_id
			WHERE applicant.organisation_id = ? AND applicant.application_id = ?
			ORDER BY applicant.seq DESC LIMIT ${mostJudged}`,
		)
		.all(organisationId, applicationId) as unknown as ApplicantRow[];
