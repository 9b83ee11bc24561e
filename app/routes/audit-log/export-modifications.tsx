import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { keepPage } from "#app/api/keep-page";
import { openLogExport, startLogExport } from "#app/routes/audit-log/export-log.server";
import { readModificationFilter } from "#app/routes/audit-log/log-pages.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { exportModifications } from "#worker/services/audit-log/contract";

export const meta = titledOver("Export");

export const loader = (args: LoaderFunctionArgs) => openLogExport(args, exportModifications, "modification-log");

export const action = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, exportModifications);
	const body = readModificationFilter(new URL(args.request.url).searchParams);
	return startLogExport(args, "modification-log", (key) => api.call(exportModifications, { body }, key));
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({});

export { ExportLog as default } from "#app/routes/audit-log/export-log";

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
