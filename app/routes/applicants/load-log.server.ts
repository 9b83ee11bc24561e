import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { readTabPage, tabPages } from "#app/list/sheet/tab-page";
import { requireAccess } from "#app/session/require-user.server";
import { listLog } from "#worker/services/applicants/contract";

/** What happened to the applicant, newest first (§2 Timeline). */
export const loadLog = async (args: LoaderFunctionArgs) => {
	const { applicantId = "" } = args.params;
	await requireAccess(args, listLog);
	const page = readTabPage(new URL(args.request.url).searchParams, tabPages.log);
	const log = orThrow(
		await args.context.api.call(listLog, {
			params: { id: applicantId },
			query: { page: String(page), size: "50" },
		}),
	);
	const { changes } = orThrow(await args.context.applicant(applicantId));
	return json({ ...log, page, now: Date.now(), since: changes.since });
};
