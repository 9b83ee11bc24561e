import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { exportChoices } from "#worker/database/schema/exports";

export const writeExportChoice = (
	{ db, organisationId, actor, now }: OrgContext,
	{ applicationId, columns, format }: Pick<typeof exportChoices.$inferInsert, "applicationId" | "columns" | "format">,
): Write => {
	const chosen = { columns, format, updatedAt: now() };
	return db
		.insert(exportChoices)
		.values({ organisationId, userId: actor.id, applicationId, ...chosen })
		.onConflictDoUpdate({
			target: [exportChoices.organisationId, exportChoices.userId, exportChoices.applicationId],
			set: chosen,
		});
};
