import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { keepPage } from "#app/api/keep-page";
import { openLogExport, startLogExport } from "#app/routes/audit-log/export-log.server";
import { readActivityFilter } from "#app/routes/audit-log/log-pages.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { exportActivities } from "#worker/services/audit-log/contract";

export const meta = titledOver("Export");

export const loader = (args: LoaderFunctionArgs) => openLogExport(args, exportActivities, "audit-log");

export const action = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, exportActivities);
	const body = readActivityFilter(new URL(args.request.url).searchParams);
	return startLogExport(args, "audit-log", (key) => api.call(exportActivities, { body }, key));
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({});

export { ExportLog as default } from "#app/routes/audit-log/export-log";

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
