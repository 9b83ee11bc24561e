import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { FolderDown } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { DownloadQuestion } from "#app/list/download-question";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { leadToDownload } from "#app/list/lead-to-download.server";
import { readSheetSearch } from "#app/list/list-address";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { downloadApplicantData } from "#worker/services/privacy/contract";

export const meta = titledOver("Download all data");

export const loader = async (args: LoaderFunctionArgs) => {
	await requireAccess(args, downloadApplicantData);
	return json({ idempotencyKey: crypto.randomUUID() });
};

/** Starts to gather the data and leads to its file, which is downloaded by itself. */
export const action = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, downloadApplicantData);
	const form = await readSignedInForm(args.request, args.context);
	const idempotencyKey = idempotencyKeyIn(form);
	const params = { id: args.params.applicantId ?? "" };
	const started = await api.call(downloadApplicantData, { params }, idempotencyKey ? { idempotencyKey } : {});
	if (started.ok)
		return leadToDownload(args, started.value.taskId, { back: `applicants/${params.id}`, startsItself: true });
	return json({ error: started.problem.error }, { status: httpStatus(started.problem) });
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({});

const formId = "download-data";

/** Asks whether to gather everything that is held about the applicant. */
const DownloadData = () => {
	const { idempotencyKey } = useLoaderData<typeof loader>();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const search = readSheetSearch(params);
	return (
		<DownloadQuestion
			title="Download all data"
			description="Everything that the institution holds about the applicant, as a zip file."
			closeTo={pathname.replace(/\/data$/, "") + search}
			label="Download"
			icon={FolderDown}
			formId={formId}
			idempotencyKey={idempotencyKey}
		>
			<p>
				The record, the answers, the log with the notes of staff, emails, letters, payments, and all files. Check who
				asks before you hand it out: it also names referees and staff.
			</p>
			<p className="text-text-2">
				It is made in the background, and kept for 7 days. The activity log says who did it.
			</p>
		</DownloadQuestion>
	);
};
export default DownloadData;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
