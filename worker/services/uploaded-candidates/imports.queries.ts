import { and, eq, getTableColumns, inArray } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { imports } from "#worker/database/schema/imports";
import { candidateGroups, columnChoices } from "#worker/database/schema/uploaded-candidates";
import { type FoundImport, findImport } from "#worker/imports/imports.queries";
import type { CandidateImport } from "#worker/services/uploaded-candidates/imports.contract";

export const toCandidateImport = ({ target, platform: _, ...found }: FoundImport): CandidateImport => ({
	...found,
	groupId: target,
});

export const findCandidateImport = async (
	ctx: OrgContext,
	{ id, importId }: { id: string; importId: string },
): Promise<CandidateImport | undefined> => {
	const found = await findImport(ctx, { target: id, importId });
	return found && toCandidateImport(found);
};

/** Finds an import of candidates for a job, with its group's name and application. */
export const findCandidateImportAtWork = async ({ db, organisationId }: OrgContext, importId: string) => {
	const [row] = await db
		.select({
			...getTableColumns(imports),
			groupId: imports.target,
			applicationId: candidateGroups.applicationId,
			groupName: candidateGroups.name,
		})
		.from(imports)
		.innerJoin(
			candidateGroups,
			and(eq(candidateGroups.organisationId, imports.organisationId), eq(candidateGroups.id, imports.target)),
		)
		.where(and(eq(imports.organisationId, organisationId), eq(imports.id, importId)));
	return row;
};
export type CandidateImportAtWork = NonNullable<Awaited<ReturnType<typeof findCandidateImportAtWork>>>;

/** Returns the fields that the institution chose before for these headings. */
export const findColumnChoices = async (
	{ db, organisationId }: OrgContext,
	headerKeys: readonly string[],
): Promise<Map<string, string>> => {
	const rows = await db
		.select({ headerKey: columnChoices.headerKey, field: columnChoices.field })
		.from(columnChoices)
		.where(and(eq(columnChoices.organisationId, organisationId), inArray(columnChoices.headerKey, [...headerKeys])));
	return new Map(rows.map(({ headerKey, field }) => [headerKey, field]));
};
