import type { OrgContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { compileFilter } from "#worker/services/applicants/filter.queries";
import { pageOfMatching } from "#worker/services/applicants/matching.queries";
import { isGroup, maxRanked } from "#worker/services/applicants/ranked.queries";
import { findApplicationTitle } from "#worker/services/applications/queries";
import { maxExported, type NewExport } from "#worker/services/exports/contract";
import { chosenColumns, columnsOf } from "#worker/services/exports/export-columns";
import { countExported, findExportChoice, readExportLayouts } from "#worker/services/exports/queries";
import { writeExportChoice } from "#worker/services/exports/writes";
import { asRevealer, disclosed } from "#worker/services/forms/disclosures.writes";
import { organisationById } from "#worker/services/organisation/queries";
import { startTask } from "#worker/tasks/start-task";

/** The type of the export task, as the specification spells it (§3 Notification). */
export const exportTask = "EXPORT_CANDIATE";

/** Starts an export of applicants (§7 POST /candidate-export); its job is in `export.job.ts`. */
export const exportCandidates = async (given: OrgContext, asked: NewExport) => {
	const { applicationId, format } = asked;
	const ctx = asked.isClear ? asRevealer(given) : given;
	if (!ctx) return fail("forbidden");
	const [title, layouts] = await Promise.all([
		findApplicationTitle(ctx, applicationId),
		readExportLayouts(ctx, applicationId),
	]);
	if (title === undefined) return fail("application_unavailable");
	const known = new Set(columnsOf(layouts, "").map(({ id }) => id));
	const columns = [...new Set(asked.columns)];
	if (!columns.every((id) => known.has(id)))
		return fail("invalid", { fields: { columns: ["The form has changed. Choose the columns again."] } });
	const source = await findSource(ctx, asked);
	if (!source.ok) return source;
	const applicants = await countExported(ctx, source.value);
	if (applicants === 0) return fail("nothing_to_export");
	if (applicants > maxExported) return fail("export_too_large");
	const chosen = { columns, format };
	const taskId = ctx.newId();
	const { isClear } = asked;
	// why: the applicants who need attention change before the file is made, so they are named now.
	const input =
		"ids" in source.value
			? { applicationId, candidateIds: source.value.ids, ...chosen, isClear }
			: { ...asked, columns };
	const started = {
		id: taskId,
		type: exportTask,
		input,
		total: applicants,
		makesFile: true,
		applicationTitle: title,
		writes: [writeExportChoice(ctx, { applicationId, ...chosen })],
		further: isClear ? [disclosed({ applicationId, taskId, applicants, file: "export" })] : [],
	};
	const task = await startTask(ctx, started);
	return task.ok ? ok({ taskId, applicants }) : task;
};

/** Finds the applicants to export: those named, or all that the filter matches. */
export const findSource = async (
	ctx: OrgContext,
	{ applicationId, candidateIds, ...filters }: Omit<NewExport, "columns" | "format" | "isClear">,
) => {
	if (candidateIds.length > 0) return ok({ applicationId, ids: [...new Set(candidateIds)] });
	const scope = await compileFilter(ctx, { applicationId, ...filters });
	if (!scope.ok) return scope;
	if (!isGroup(scope.value)) return ok({ scope: scope.value });
	return ok({ applicationId, ids: await pageOfMatching(ctx, scope.value, { offset: 0, limit: maxRanked }) });
};

/** Returns the columns that an export can have, and the user's last choice (§7 POST /candidate-export). */
export const listExportColumns = async (ctx: OrgContext, applicationId: string) => {
	const [title, layouts, choice, [organisation]] = await Promise.all([
		findApplicationTitle(ctx, applicationId),
		readExportLayouts(ctx, applicationId),
		findExportChoice(ctx, applicationId),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (title === undefined || !organisation) return fail("application_unavailable");
	const columns = columnsOf(layouts, organisation.courseAlias);
	return ok({
		columns: columns.map(({ id, label, section, isSensitive }) => ({ id, label, section, isSensitive })),
		chosen: chosenColumns(columns, choice?.columns),
		format: choice?.format ?? "xlsx",
	});
};
