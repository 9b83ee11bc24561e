import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { sensitiveFault } from "#worker/contract/criteria/criteria";
import { fail } from "#worker/contract/result";
import { containsWords } from "#worker/database/contains-words";
import { folded } from "#worker/database/folded";
import { rankingSchemes } from "#worker/database/schema/rankings";
import { andWithin, isBound } from "#worker/database/scope";
import { defineRecord } from "#worker/records/queries";
import { findApplicationTitle } from "#worker/services/applications/queries";
import { readVocabulary } from "#worker/services/assistant/queries";
import { rankingSchemeRecord, type SchemeFields } from "#worker/services/rankings/contract";
import { findScheme } from "#worker/services/rankings/queries";

const own = sql`ranking_schemes.organisation_id`;

/** An application with its title, as JSON. */
const application = sql<string>`(SELECT json_object('id', application.id, 'name', application.title)
	FROM applications AS application
	WHERE application.organisation_id = ${own} AND application.id = ranking_schemes.application_id)`;

/** The last ranking by a scheme, as JSON. */
const ranking = (ctx: OrgContext) => sql<string>`(SELECT json_object('id', one.id, 'createdAt', one.created_at,
		'proposed', (SELECT coalesce(sum(course.proposed), 0) FROM ranking_courses AS course
			WHERE course.organisation_id = ${own} AND course.ranking_id = one.id ${andWithin(ctx, sql`course.course_id`)}))
	FROM rankings AS one WHERE one.organisation_id = ${own} AND one.scheme_id = ranking_schemes.id
	ORDER BY one.created_at DESC LIMIT 1)`;

const parsed = (json: unknown): unknown => (typeof json === "string" ? JSON.parse(json) : null);

/** A scheme as the kernel of records keeps it. */
export const rankingScheme = defineRecord({
	kind: "ranking_scheme",
	endpoints: rankingSchemeRecord,
	table: rankingSchemes,
	columns: {
		name: rankingSchemes.name,
		applicationId: rankingSchemes.applicationId,
		application,
		stage: rankingSchemes.stage,
		parts: rankingSchemes.parts,
		shares: rankingSchemes.shares,
		quotas: rankingSchemes.quotas,
		catchmentStates: rankingSchemes.catchmentStates,
		eldsStates: rankingSchemes.eldsStates,
		ranking,
	},
	toRow: (read) =>
		({
			...read,
			// why a name: an application with rankings may be deleted.
			application: parsed(read.application) ?? { id: read.applicationId, name: "An application that was deleted" },
			ranking: parsed(read.ranking),
		}) as never,
	sorts: { created: sql`-${rankingSchemes.createdAt}`, name: folded(rankingSchemes.name) },
	matching: (_, { keyword, applicationId }) =>
		and(
			containsWords(keyword, rankingSchemes.name),
			applicationId === undefined ? undefined : eq(rankingSchemes.applicationId, applicationId),
		),
	nameOf: ({ name }) => name,
	duplicate: {
		index: "ranking_schemes_by_name",
		field: "name",
		create: "ranking_scheme_exists",
		update: "ranking_scheme_exists",
		text: ({ name }) => `There is a scheme called “${name}” for this application already.`,
	},
	check: async (ctx, fields, id) => {
		// why: seats are given across all courses, and the applicants of some would be missing.
		if (isBound(ctx)) return fail("whole_institution_needed");
		const before = id === undefined ? undefined : await findScheme(ctx, id);
		if (before && before.applicationId !== fields.applicationId)
			return fail("ranking_refers_wrongly", {
				fields: { applicationId: ["A scheme keeps its application. Create another one."] },
			});
		return findFaults(ctx, fields);
	},
	checkRemoval: async (ctx) => (isBound(ctx) ? fail("whole_institution_needed") : undefined),
});

const gone = "This does not exist in the application. Choose another one.";

/** Says beside the fields what of a scheme is not in its application. */
const findFaults = async (ctx: OrgContext, { applicationId, stage, quotas, parts }: SchemeFields) => {
	if ((await findApplicationTitle(ctx, applicationId)) === undefined)
		return fail("application_unavailable", { fields: { applicationId: ["Choose an application"] } });
	const { courses, steps, fields } = await readVocabulary(ctx, applicationId);
	const faults: Record<string, string[]> = {};
	if (stage !== null && !steps.some(({ id }) => id === stage)) faults.stage = [gone];
	for (const [index, { courseId }] of quotas.entries())
		if (!courses.some(({ id }) => id === courseId)) faults[`quotas.${index}.courseId`] = [gone];
	for (const [index, part] of parts.entries()) {
		if (part.about === "criteria") {
			const sensitive = sensitiveFault(part.criteria, fields);
			if (sensitive) faults[`parts.${index}.criteria`] = [`${sensitive} Remove the part.`];
		} else if (part.about === "number" && part.of.startsWith("field:")) {
			const field = fields.find(({ fieldId }) => part.of === `field:${fieldId}`);
			if (!field) faults[`parts.${index}.of`] = ["The form does not have this field. Remove the part."];
			else if (field.isSensitive)
				faults[`parts.${index}.of`] = [
					`“${field.label}” is sensitive, and points would say what was answered. Remove the part.`,
				];
		}
	}
	return Object.keys(faults).length > 0 ? fail("ranking_refers_wrongly", { fields: faults }) : undefined;
};
