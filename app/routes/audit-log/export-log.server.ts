import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { httpStatus } from "#app/api/problem-response";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { leadToDownload } from "#app/list/lead-to-download.server";
import { logSearch, readLogAddress } from "#app/routes/audit-log/log-address";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import type { Result } from "#worker/contract/result";
import type { exportActivities, exportModifications } from "#worker/services/audit-log/contract";

type LogExport = typeof exportActivities | typeof exportModifications;

/** Loads the question over a log whether to export what its filter shows. */
export const openLogExport = async (args: LoaderFunctionArgs, endpoint: LogExport, path: string) => {
	const { orgName } = await requireAccess(args, endpoint);
	const params = new URL(args.request.url).searchParams;
	return json({
		closeTo: `/${orgName}/${path}${logSearch(params)}`,
		isFiltered: Object.keys(readLogAddress(params)).length > 0,
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Starts the export and leads to its file, which is downloaded by itself. */
export const startLogExport = async (
	args: ActionFunctionArgs,
	path: string,
	start: (key: { idempotencyKey?: string }) => Promise<Result<{ taskId: string }>>,
) => {
	const form = await readSignedInForm(args.request, args.context);
	const idempotencyKey = idempotencyKeyIn(form);
	const started = await start(idempotencyKey ? { idempotencyKey } : {});
	if (started.ok) return leadToDownload(args, started.value.taskId, { back: path, startsItself: true });
	const { fields = {}, error } = started.problem;
	const [first] = Object.values(fields).flat();
	return json({ error: first ?? error }, { status: httpStatus(started.problem) });
};
