import { and, eq, inArray } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { candidateImports } from "#worker/database/schema/uploaded-candidates";

/** Puts an import away, if nothing of it was carried out. @returns whether it was. */
export const putAway = async ({ db, organisationId }: OrgContext, importId: string): Promise<boolean> => {
	const put = await db
		.update(candidateImports)
		.set({ status: "discarded" })
		.where(
			and(
				eq(candidateImports.organisationId, organisationId),
				eq(candidateImports.id, importId),
				inArray(candidateImports.status, ["reading", "mapping", "checking", "ready", "refused"]),
			),
		)
		.returning({ id: candidateImports.id });
	return put.length > 0;
};
