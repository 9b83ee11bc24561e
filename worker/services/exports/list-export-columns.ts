import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { chosenColumns, columnsOf } from "#worker/services/exports/export-columns";
import { findExportChoice, findExportTitle, readExportLayouts } from "#worker/services/exports/queries";
import { organisationById } from "#worker/services/organisation/queries";

/** What an export of the application can have, and what the user chose the last time (§7 POST /candidate-export). */
export const listExportColumns = async (ctx: OrgContext, applicationId: string) => {
	const [title, layouts, choice, [organisation]] = await Promise.all([
		findExportTitle(ctx, applicationId),
		readExportLayouts(ctx, applicationId),
		findExportChoice(ctx, applicationId),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (title === undefined || !organisation) return fail("application_unavailable");
	const columns = columnsOf(layouts, organisation.courseAlias);
	return ok({
		columns: columns.map(({ id, label, section }) => ({ id, label, section })),
		chosen: chosenColumns(columns, choice?.columns),
		format: choice?.format ?? "xlsx",
	});
};
