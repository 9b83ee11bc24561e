import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { shownApplicationId } from "#app/list/bulk/bulk.server";
import { readChosen, rowsPage } from "#app/list/bulk/chosen-rows";
import { leadToDownload } from "#app/list/lead-to-download.server";
import { readListAddress } from "#app/list/list-address";
import { type ExportMode, exportBody, readExport } from "#app/routes/exports/export-form";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { fromSearch, isNarrow, matchingOf } from "#worker/contract/applicant-filter";
import { countStages, listApplicants } from "#worker/services/applicants/contract";
import { previewSelection } from "#worker/services/applicants/selection.contract";
import { downloadReport } from "#worker/services/application-reports/contract";
import { getApplication } from "#worker/services/applications/contract";
import { exportCandidates, listExportColumns } from "#worker/services/exports/contract";
import { revealAnswers } from "#worker/services/forms/contract";

/** Loads the choices of applicants with their counts, and the columns with those of the last export. */
export const loadExport = async (args: LoaderFunctionArgs) => {
	const { user, api } = await requireAccess(args, listExportColumns);
	const params = new URL(args.request.url).searchParams;
	const applicationId = await shownApplicationId(api, params);
	const filter = { ...fromSearch(params), applicationId };
	const narrowed = isNarrow(filter);
	const { ids } = readChosen(params);
	const initial: ExportMode = ids.length > 0 ? "selected" : narrowed ? "matching" : "all";
	const listed = matchingOf(initial === "matching" ? filter : { applicationId });
	const whom = initial === "selected" ? { candidateIds: ids } : { matching: listed };
	const [application, choice, stages, matching, preview] = await Promise.all([
		api.call(getApplication, { params: { id: applicationId } }).then(orThrow),
		api.call(listExportColumns, { query: { applicationId } }).then(orThrow),
		api.call(countStages, { query: { applicationId } }).then(orThrow),
		narrowed ? api.call(listApplicants, { query: { ...filter, size: "1" } }).then(orThrow) : undefined,
		api.call(previewSelection, { body: { ...whom, ...rowsPage(params) } }).then(orThrow),
	]);
	const who: { mode: ExportMode; label: string; count: number; isExact: boolean }[] = [
		{ mode: "all", label: `All of ${application.title}`, count: stages.total, isExact: true },
	];
	if (matching) {
		const { resultTotal: count, resultTotalIsExact: isExact } = matching;
		who.unshift({ mode: "matching", label: "All that match the list's filters", count, isExact });
	}
	if (ids.length > 0) who.unshift({ mode: "selected", label: "Selected", count: ids.length, isExact: true });
	return json({
		...choice,
		applicationId,
		ids,
		initial,
		preview,
		who,
		idempotencyKey: crypto.randomUUID(),
		mayReport: mayCall(user, downloadReport),
		mayReveal: mayCall(user, revealAnswers),
	});
};

export const beginExport = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, exportCandidates);
	const form = await readSignedInForm(args.request, args.context);
	const { idempotencyKey, ...typed } = readExport(form);
	const address = readListAddress(new URL(args.request.url).searchParams);
	const body = exportBody(typed, address, String(form.get("applicationId") ?? ""));
	const answerWith = (error: string | null, columns: string[] | null, status: number) =>
		json({ typed, error, columns }, { status });
	if (typed.who === "selected" && typed.ids.length === 0)
		return answerWith("Choose at least one applicant.", null, 422);
	const started = await api.call(exportCandidates, { body }, { ...(idempotencyKey && { idempotencyKey }) });
	if (!started.ok) {
		const { fields, error } = started.problem;
		const { columns = null, ...others } = fields ?? {};
		const [first = error] = Object.values(others).flat();
		return answerWith(columns ? null : first, columns, httpStatus(started.problem));
	}
	return leadToDownload(args, started.value.taskId);
};
