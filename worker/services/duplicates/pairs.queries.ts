import { and, asc, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { kindOfKey } from "#worker/contract/identity-keys";
import { applicants } from "#worker/database/schema/applicants";
import { locations } from "#worker/database/schema/organisations";
import { courses } from "#worker/database/schema/structure";
import { workflowSteps } from "#worker/database/schema/workflows";
import {
	courseOfApplicant,
	locationOfApplicant,
	rowFields,
	stepOfApplicant,
	toRow,
} from "#worker/services/applicants/row.queries";
import type { Pair } from "#worker/services/duplicates/contract";

interface PairRow {
	firstId: string;
	secondId: string;
	foundAt: number;
	decidedByName: string | null;
	decidedAt: number | null;
}

const pairColumns = sql`first_id AS firstId, second_id AS secondId, found_at AS foundAt,
	decided_by_name AS decidedByName, decided_at AS decidedAt`;

interface Wanted {
	applicationId: string;
	isDecided: boolean;
	page: number;
	size: number;
}

/** One page of an application's pairs, with how many there are. Undefined when there is no such application. */
export const pageOfPairs = async (ctx: OrgContext, { applicationId, isDecided, page, size }: Wanted) => {
	const { db, organisationId } = ctx;
	const ofApplication = sql`organisation_id = ${organisationId} AND application_id = ${applicationId}`;
	const order = isDecided
		? sql`decided_at IS NOT NULL ORDER BY decided_at DESC, rowid DESC`
		: sql`decided_at IS NULL ORDER BY strength DESC, found_at DESC, rowid DESC`;
	const [application, counts, pairs] = await Promise.all([
		db.get<{ id: string }>(sql`
			SELECT id FROM applications WHERE organisation_id = ${organisationId} AND id = ${applicationId}`),
		db.get<{ open: number; decided: number }>(sql`SELECT open, decided FROM duplicate_counts WHERE ${ofApplication}`),
		db.all<PairRow>(sql`
			SELECT ${pairColumns} FROM duplicate_pairs WHERE ${ofApplication} AND ${order}
			LIMIT ${size} OFFSET ${page * size}`),
	]);
	if (!application) return undefined;
	const total = (isDecided ? counts?.decided : counts?.open) ?? 0;
	return { data: await withApplicants(ctx, pairs), total };
};

/** Nobody is told of more at once. */
const mostOfOne = 50;

/** Every pair that an applicant is in, those nobody has decided first. */
export const readPairsOf = async (ctx: OrgContext, applicantId: string): Promise<Pair[]> => {
	const { db, organisationId } = ctx;
	const pairs = await db.all<PairRow>(sql`
		SELECT firstId, secondId, foundAt, decidedByName, decidedAt FROM (
			SELECT ${pairColumns}, strength FROM duplicate_pairs
				WHERE organisation_id = ${organisationId} AND first_id = ${applicantId}
			UNION ALL SELECT ${pairColumns}, strength FROM duplicate_pairs
				WHERE organisation_id = ${organisationId} AND second_id = ${applicantId})
		ORDER BY decidedAt IS NOT NULL, strength DESC, foundAt DESC, firstId, secondId LIMIT ${mostOfOne}`);
	return withApplicants(ctx, pairs);
};

const withApplicants = async (ctx: OrgContext, pairs: readonly PairRow[]): Promise<Pair[]> => {
	if (pairs.length === 0) return [];
	const ids = [...new Set(pairs.flatMap(({ firstId, secondId }) => [firstId, secondId]))];
	const [rows, reasons] = await Promise.all([
		selectRowsOf(ctx, ids),
		readReasons(
			ctx,
			pairs.map(({ firstId, secondId }) => [firstId, secondId]),
		),
	]);
	const byId = new Map(rows.map(({ seq: _seq, ...flat }) => [flat.id, toRow(flat)]));
	const keysOf = Map.groupBy(reasons, ({ position }) => position);
	return pairs.flatMap(({ firstId, secondId, foundAt, decidedByName, decidedAt }, position) => {
		const [first, second] = [byId.get(firstId), byId.get(secondId)];
		// why: one of them was merged away between the two looks.
		if (!first || !second) return [];
		const keys = (keysOf.get(position) ?? []).map(({ key }) => key);
		return { first, second, reasons: keys.map(toReason), decision: toDecision(decidedByName, decidedAt), foundAt };
	});
};

const selectRowsOf = ({ db, organisationId }: OrgContext, ids: readonly string[]) =>
	db
		.select(rowFields)
		.from(applicants)
		.leftJoin(workflowSteps, stepOfApplicant)
		.leftJoin(courses, courseOfApplicant)
		.leftJoin(locations, locationOfApplicant)
		.where(
			sql`${eq(applicants.organisationId, organisationId)}
				AND ${applicants.id} IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
		);

/** What the two of each pair are both known by, with the pair's place among them. */
const readReasons = ({ db, organisationId }: OrgContext, pairs: readonly (readonly [string, string])[]) =>
	db.all<{ position: number; key: string }>(sql`
		SELECT pair.key AS position, mine.key AS key FROM json_each(${JSON.stringify(pairs)}) AS pair
			CROSS JOIN applicants AS first ON first.organisation_id = ${organisationId} AND first.id = pair.value ->> 0
			CROSS JOIN identity_keys AS mine ON mine.organisation_id = ${organisationId}
				AND mine.scope = first.application_id AND mine.owner_id = first.id
			CROSS JOIN identity_keys AS theirs ON theirs.organisation_id = ${organisationId}
				AND theirs.scope = mine.scope AND theirs.key = mine.key AND theirs.owner_id = pair.value ->> 1
			ORDER BY pair.key, mine.key`);

/** 'person:adaeze okafor|2008-03-01' is said as 'adaeze okafor, 2008-03-01'. */
const toReason = (key: string): Pair["reasons"][number] => {
	const kind = kindOfKey(key);
	return { kind, value: key.slice(kind.length + 1).replace("|", ", ") };
};

const toDecision = (by: string | null, at: number | null): Pair["decision"] =>
	at === null ? null : { by: by ?? "", at };

/** What two are both known by, and what was said of them. */
export const readLikeness = async (ctx: OrgContext, one: string, other: string) => {
	const { db, organisationId } = ctx;
	const [keys, [pair]] = await Promise.all([
		readReasons(ctx, [[one, other]]),
		db.all<PairRow>(sql`
			SELECT ${pairColumns} FROM json_each(${JSON.stringify([
				[one, other],
				[other, one],
			])}) AS named
				CROSS JOIN duplicate_pairs ON organisation_id = ${organisationId} AND first_id = named.value ->> 0
					AND second_id = named.value ->> 1`),
	]);
	return {
		reasons: keys.map(({ key }) => toReason(key)),
		decision: pair ? toDecision(pair.decidedByName, pair.decidedAt) : null,
	};
};

/** Those of two applicants who are there, the one who registered earlier first. */
export const findTwo = ({ db, organisationId }: OrgContext, one: string, other: string) =>
	db
		.select({ id: applicants.id, applicationId: applicants.applicationId })
		.from(applicants)
		.where(
			and(
				eq(applicants.organisationId, organisationId),
				sql`${applicants.id} IN (SELECT value FROM json_each(${JSON.stringify([one, other])}))`,
			),
		)
		.orderBy(asc(applicants.seq));
