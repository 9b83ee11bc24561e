import { and, asc, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { maskOf } from "#worker/contract/forms/sensitive";
import { type IdentityKind, kindOfKey, sensitiveKindsIn } from "#worker/contract/identity-keys";
import { applicants } from "#worker/database/schema/applicants";
import { locations } from "#worker/database/schema/organisations";
import { courses } from "#worker/database/schema/structure";
import { workflowSteps } from "#worker/database/schema/workflows";
import { andWithin, isBound, isWithin } from "#worker/database/scope";
import {
	courseOfApplicant,
	locationOfApplicant,
	rowFields,
	stepOfApplicant,
	toRow,
} from "#worker/services/applicants/row.queries";
import type { Pair } from "#worker/services/duplicates/contract";
import { layoutWith } from "#worker/services/forms/queries";

interface PairRow {
	firstId: string;
	secondId: string;
	dismissedByName: string | null;
	dismissedAt: number | null;
}

const openColumns = sql`first_id AS firstId, second_id AS secondId, NULL AS dismissedByName, NULL AS dismissedAt`;
const dismissedColumns = sql`first_id AS firstId, second_id AS secondId, dismissed_by_name AS dismissedByName,
	dismissed_at AS dismissedAt`;

interface Wanted {
	applicationId: string;
	isDismissed: boolean;
	page: number;
	size: number;
}

/** Selects what the two of a pair have to be within the scope: nothing for users who see everybody. */
const bothWithin = (ctx: OrgContext, pair: string): SQL => {
	if (!isBound(ctx)) return sql``;
	const one = (column: string) => sql`AND EXISTS (SELECT 1 FROM applicants AS one
		WHERE one.organisation_id = ${ctx.organisationId} AND one.id = ${sql.raw(`${pair}.${column}`)}
			${andWithin(ctx, sql`+one.course_id`)})`;
	return sql`${one("first_id")} ${one("second_id")}`;
};

/** Reads one page of an application's pairs, both of them within the scope, with the total. Undefined when there is no such application. */
export const pageOfPairs = async (ctx: OrgContext, { applicationId, isDismissed, page, size }: Wanted) => {
	const { db, organisationId } = ctx;
	const ofApplication = sql`organisation_id = ${organisationId} AND application_id = ${applicationId}`;
	const selected = isDismissed
		? sql`SELECT ${dismissedColumns} FROM dismissed_pairs WHERE ${ofApplication} ${bothWithin(ctx, "dismissed_pairs")}
			ORDER BY dismissed_pairs.dismissed_at DESC, rowid DESC`
		: sql`SELECT ${openColumns} FROM duplicate_pairs WHERE ${ofApplication} ${bothWithin(ctx, "duplicate_pairs")}
			ORDER BY strength DESC, found_at DESC, rowid DESC`;
	const [application, counts, pairs] = await Promise.all([
		db.get<{ id: string }>(sql`
			SELECT id FROM applications WHERE organisation_id = ${organisationId} AND id = ${applicationId}`),
		db.get<{ pairs: number }>(
			isBound(ctx)
				? sql`SELECT count(*) AS pairs FROM (${selected} LIMIT ${countedPairs})`
				: sql`SELECT ${sql.raw(isDismissed ? "dismissed" : "open")} AS pairs FROM duplicate_counts WHERE ${ofApplication}`,
		),
		db.all<PairRow>(sql`${selected} LIMIT ${size} OFFSET ${page * size}`),
	]);
	if (!application) return undefined;
	return { data: await withApplicants(ctx, pairs), total: counts?.pairs ?? 0 };
};

/** The pairs that are counted for a user of some places: the kept counts know no courses. */
const countedPairs = 1_000;

const maxPairsOfOne = 50;

/** Reads the pairs that an applicant is in, open pairs first. */
export const readPairsOf = async (ctx: OrgContext, applicantId: string): Promise<Pair[]> => {
	const { db, organisationId } = ctx;
	const of = (column: string) =>
		sql`organisation_id = ${organisationId} AND ${sql.identifier(column)} = ${applicantId}`;
	const pairs = await db.all<PairRow>(sql`
		SELECT firstId, secondId, dismissedByName, dismissedAt FROM (
			SELECT ${openColumns}, strength, found_at AS at FROM duplicate_pairs WHERE ${of("first_id")}
			UNION ALL SELECT ${openColumns}, strength, found_at FROM duplicate_pairs WHERE ${of("second_id")}
			UNION ALL SELECT ${dismissedColumns}, 0, dismissed_at FROM dismissed_pairs WHERE ${of("first_id")}
			UNION ALL SELECT ${dismissedColumns}, 0, dismissed_at FROM dismissed_pairs WHERE ${of("second_id")})
		ORDER BY strength DESC, at DESC, firstId, secondId LIMIT ${maxPairsOfOne}`);
	return withApplicants(ctx, pairs);
};

const withApplicants = async (ctx: OrgContext, pairs: readonly PairRow[]): Promise<Pair[]> => {
	if (pairs.length === 0) return [];
	const ids = [...new Set(pairs.flatMap(({ firstId, secondId }) => [firstId, secondId]))];
	const [rows, masked, reasons] = await Promise.all([
		selectRowsOf(ctx, ids),
		readMaskedKinds(ctx, ids),
		readReasons(
			ctx,
			pairs.map(({ firstId, secondId }) => [firstId, secondId]),
		),
	]);
	const byId = new Map(rows.map(({ seq: _seq, ...flat }) => [flat.id, toRow(flat)]));
	const keysOf = Map.groupBy(reasons, ({ position }) => position);
	return pairs.flatMap((pair, position) => {
		const [first, second] = [byId.get(pair.firstId), byId.get(pair.secondId)];
		// why: one of them may be outside the scope, or have been merged away between the two reads.
		if (!first || !second) return [];
		const keys = (keysOf.get(position) ?? []).map(({ key }) => key);
		return { first, second, reasons: keys.map((key) => toReason(key, masked)), dismissed: toDismissed(pair) };
	});
};

const selectRowsOf = ({ db, organisationId, ...ctx }: OrgContext, ids: readonly string[]) =>
	db
		.select(rowFields)
		.from(applicants)
		.leftJoin(workflowSteps, stepOfApplicant)
		.leftJoin(courses, courseOfApplicant)
		.leftJoin(locations, locationOfApplicant)
		.where(
			sql`${eq(applicants.organisationId, organisationId)}
				AND ${applicants.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))
				${andWithin(ctx, sql`+${applicants.courseId}`)}`,
		);

/** Reads the identity keys that the two of each pair share, with the pair's position in the list. */
const readReasons = ({ db, organisationId }: OrgContext, pairs: readonly (readonly [string, string])[]) =>
	db.all<{ position: number; key: string }>(sql`
		SELECT pair.key AS position, mine.key AS key FROM json_each(${JSON.stringify(pairs)}) AS pair
			CROSS JOIN applicants AS first ON first.organisation_id = ${organisationId} AND first.id = pair.value ->> 0
			CROSS JOIN identity_keys AS mine ON mine.organisation_id = ${organisationId}
				AND mine.scope = first.application_id AND mine.owner_id = first.id
			CROSS JOIN identity_keys AS theirs ON theirs.organisation_id = ${organisationId}
				AND theirs.scope = mine.scope AND theirs.key = mine.key AND theirs.owner_id = pair.value ->> 1
			ORDER BY pair.key, mine.key`);

/**
 * Returns 'adaeze okafor, 2008-03-01' as the value of 'person:adaeze okafor|2008-03-01'.
 * @param masked the kinds that come from sensitive fields
 */
const toReason = (key: string, masked: ReadonlySet<IdentityKind>): Pair["reasons"][number] => {
	const kind = kindOfKey(key);
	const shared = key.slice(kind.length + 1);
	const shown = (value: string) => (masked.has(kind) ? (maskOf(value) ?? "") : value);
	if (kind !== "person") return { kind, value: shown(shared) };
	const [names = "", birthDate = ""] = shared.split("|");
	return { kind, value: `${names}, ${shown(birthDate)}` };
};

/** Reads which kinds of keys come from a sensitive field of one of the applicants' forms. */
const readMaskedKinds = async (ctx: OrgContext, ids: readonly string[]): Promise<ReadonlySet<IdentityKind>> => {
	const { db, organisationId } = ctx;
	const forms = await db.all<{ layout: string; sensitive: string }>(sql`
		SELECT version.layout, (SELECT json_group_array(field_id) FROM sensitive_fields
			WHERE organisation_id = ${organisationId} AND form_design_id = answered.design) AS sensitive
		FROM (SELECT DISTINCT form.form_design_id AS design, form.design_version AS version
			FROM json_each(${JSON.stringify(ids)}) AS asked
			CROSS JOIN applicants AS one ON one.organisation_id = ${organisationId} AND one.id = asked.value
			CROSS JOIN submissions AS form ON form.organisation_id = ${organisationId} AND form.id = one.submission_id
			WHERE EXISTS (SELECT 1 FROM sensitive_fields
				WHERE organisation_id = ${organisationId} AND form_design_id = form.form_design_id)) AS answered
		CROSS JOIN form_design_versions AS version ON version.organisation_id = ${organisationId}
			AND version.form_design_id = answered.design AND version.version = answered.version`);
	return new Set(forms.flatMap(({ layout, sensitive }) => sensitiveKindsIn(layoutWith(JSON.parse(layout), sensitive))));
};

const toDismissed = ({ dismissedByName, dismissedAt }: PairRow): Pair["dismissed"] =>
	dismissedAt === null ? null : { by: dismissedByName ?? "", at: dismissedAt };

/** Reads the identity keys that two applicants share, and whether the pair was dismissed. */
export const readLikeness = async (ctx: OrgContext, one: string, other: string) => {
	const { db, organisationId } = ctx;
	const [keys, masked, [pair]] = await Promise.all([
		readReasons(ctx, [[one, other]]),
		readMaskedKinds(ctx, [one, other]),
		db.all<PairRow>(sql`
			SELECT ${dismissedColumns} FROM json_each(${JSON.stringify([
				[one, other],
				[other, one],
			])}) AS named
				CROSS JOIN dismissed_pairs ON organisation_id = ${organisationId} AND first_id = named.value ->> 0
					AND second_id = named.value ->> 1`),
	]);
	return { reasons: keys.map(({ key }) => toReason(key, masked)), dismissed: pair ? toDismissed(pair) : null };
};

/** Returns those of two applicants who exist and are within the scope, the one who registered earlier first. */
export const findTwo = ({ db, organisationId, ...ctx }: OrgContext, one: string, other: string) =>
	db
		.select({ id: applicants.id, applicationId: applicants.applicationId })
		.from(applicants)
		.where(
			and(
				eq(applicants.organisationId, organisationId),
				sql`${applicants.id} IN (SELECT value FROM json_each(${JSON.stringify([one, other])}))`,
				isWithin(ctx, sql`+${applicants.courseId}`),
			),
		)
		.orderBy(asc(applicants.seq));
