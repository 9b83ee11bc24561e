import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { FileSpreadsheet } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { inAlias } from "#app/format/in-alias";
import { DownloadQuestion } from "#app/list/download-question";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { leadToDownload } from "#app/list/lead-to-download.server";
import { readSignedInForm } from "#app/session/read-form.server";
import { refusal } from "#app/session/refusal.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { exportRanking } from "#worker/services/rankings/board.contract";
import { getRankingScheme } from "#worker/services/rankings/contract";

export const meta = titledOver("Export");

/** Finds the last ranking of the scheme, which is the one that its board shows. */
const open = async (args: LoaderFunctionArgs | ActionFunctionArgs) => {
	const { api, orgName } = await requireAccess(args, exportRanking);
	const { id, ranking } = orThrow(await api.call(getRankingScheme, { params: { id: args.params.recordId ?? "" } }));
	if (!ranking) throw refusal("not_found");
	return { api, path: `rankings/${id}`, closeTo: `/${orgName}/rankings/${id}`, rankingId: ranking.id };
};

/** Loads the question over a board whether to export it. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { closeTo } = await open(args);
	return json({ closeTo, idempotencyKey: crypto.randomUUID() });
};

/** Starts the export and leads to its file, which is downloaded by itself. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, path, rankingId } = await open(args);
	const form = await readSignedInForm(args.request, args.context);
	const idempotencyKey = idempotencyKeyIn(form);
	const started = await api.call(
		exportRanking,
		{ params: { id: rankingId }, body: {} },
		idempotencyKey ? { idempotencyKey } : {},
	);
	if (started.ok) return leadToDownload(args, started.value.taskId, { back: path, startsItself: true });
	return json({ error: started.problem.error }, { status: httpStatus(started.problem) });
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

export const { handle, shouldRevalidate } = shows({});

const formId = "export-ranking";

/** Asks whether to export a ranking. */
const ExportRanking = () => {
	const { closeTo, idempotencyKey } = useLoaderData<typeof loader>();
	const alias = useShell().organisation.aliases.course;
	return (
		<DownloadQuestion
			title="Export"
			description="The file is generated and downloaded automatically."
			label="Export"
			icon={FileSpreadsheet}
			closeTo={closeTo}
			formId={formId}
			idempotencyKey={idempotencyKey}
		>
			<p>
				{inAlias(
					"An Excel workbook with two sheets: the {courses} with their seats and cut-offs, and all ranked applicants with their points, their answers, and why each of them is proposed or not.",
					alias,
				)}
			</p>
		</DownloadQuestion>
	);
};
export default ExportRanking;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
