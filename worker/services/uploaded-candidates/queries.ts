import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { foldedWords, foldText } from "#worker/contract/text/fold-text";
import { containsWords } from "#worker/database/contains-words";
import { applications } from "#worker/database/schema/applications";
import { candidateGroups, groupCandidates } from "#worker/database/schema/uploaded-candidates";
import type { CandidateGroup } from "#worker/services/uploaded-candidates/contract";

interface GroupFilter {
	name: string;
	schemaId?: string | undefined;
	page: number;
	size: number;
}

export const pageOfGroups = async (ctx: OrgContext, { name, schemaId, page, size }: GroupFilter) => {
	const matching = and(
		eq(candidateGroups.organisationId, ctx.organisationId),
		containsWords(foldText(name), candidateGroups.nameKey),
		schemaId === undefined ? undefined : eq(applications.formDesignId, schemaId),
	);
	const [rows, [total]] = await Promise.all([
		selectGroups(ctx, matching)
			.orderBy(desc(candidateGroups.createdAt), desc(candidateGroups.id))
			.limit(size)
			.offset(page * size),
		ctx.db.select({ rows: count() }).from(candidateGroups).leftJoin(applications, ofGroup).where(matching),
	]);
	return { data: rows.map(toGroup), resultTotal: total?.rows ?? 0, page, size };
};

export const findGroup = async (ctx: OrgContext, id: string): Promise<CandidateGroup | undefined> => {
	const isGroup = and(eq(candidateGroups.organisationId, ctx.organisationId), eq(candidateGroups.id, id));
	const [row] = await selectGroups(ctx, isGroup);
	return row && toGroup(row);
};

const ofGroup = and(
	eq(applications.organisationId, candidateGroups.organisationId),
	eq(applications.id, candidateGroups.applicationId),
);

const selectGroups = ({ db }: OrgContext, matching: SQL | undefined) =>
	db
		.select({
			id: candidateGroups.id,
			name: candidateGroups.name,
			applicationId: applications.id,
			title: applications.title,
			candidates: candidateGroups.candidates,
			applied: candidateGroups.applied,
			createdAt: candidateGroups.createdAt,
			version: candidateGroups.updatedAt,
		})
		.from(candidateGroups)
		.leftJoin(applications, ofGroup)
		.where(matching);

type GroupRow = Awaited<ReturnType<typeof selectGroups>>[number];

const toGroup = ({ applicationId, title, ...group }: GroupRow): CandidateGroup => ({
	...group,
	application: applicationId === null ? null : { id: applicationId, title: title ?? "" },
});

interface CandidateFilter {
	keyword: string;
	page: number;
	size: number;
}

/** Returns one page of a group's candidates in the order of their arrival. */
export const pageOfCandidates = async (
	{ db, organisationId }: OrgContext,
	group: CandidateGroup,
	{ keyword, page, size }: CandidateFilter,
) => {
	const words = foldedWords(keyword).slice(0, 8);
	const matching = and(
		eq(groupCandidates.organisationId, organisationId),
		eq(groupCandidates.groupId, group.id),
		...words.map((word) => sql`instr(${groupCandidates.searchText}, ${word}) > 0`),
	);
	const [data, [counted]] = await Promise.all([
		db
			.select({
				id: groupCandidates.id,
				data: groupCandidates.data,
				applicantId: groupCandidates.applicantId,
				createdAt: groupCandidates.createdAt,
				updatedAt: groupCandidates.updatedAt,
				version: groupCandidates.updatedAt,
			})
			.from(groupCandidates)
			.where(matching)
			.orderBy(groupCandidates.seq)
			.limit(size)
			.offset(page * size),
		words.length === 0
			? [{ rows: group.candidates }]
			: db.select({ rows: count() }).from(groupCandidates).where(matching),
	]);
	return { data, resultTotal: counted?.rows ?? 0, page, size };
};

/** Counts the candidates of an application's groups, and those of them who have applied. */
export const countPreloaded = async ({ db, organisationId }: OrgContext, applicationId: string) => {
	const [counted] = await db
		.select({
			expected: sql<number>`coalesce(sum(${candidateGroups.candidates}), 0)`,
			actual: sql<number>`coalesce(sum(${candidateGroups.applied}), 0)`,
		})
		.from(candidateGroups)
		.where(and(eq(candidateGroups.organisationId, organisationId), eq(candidateGroups.applicationId, applicationId)));
	return counted ?? { expected: 0, actual: 0 };
};
