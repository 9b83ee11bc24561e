import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { FileSpreadsheet } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { unlessUnanswered } from "#app/api/unanswered";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatCount } from "#app/format/numbers";
import { readChosen } from "#app/routes/applicants/chosen";
import { ExportColumns } from "#app/routes/applicants/export-columns";
import { ExportFormatField, ExportWho } from "#app/routes/applicants/export-fields";
import { type ExportMode, exportBody, isNarrowed, readExport } from "#app/routes/applicants/export-form";
import { listQuery, listSearch, readListAddress } from "#app/routes/applicants/list-address";
import { useKeptKey } from "#app/routes/applicants/use-kept-key";
import { watchDownload } from "#app/session/downloads.server";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { TextLink } from "#app/ui/text-link";
import { anyOf, holdsAny } from "#worker/contract/permissions";
import { countStages, listApplicants } from "#worker/services/applicants/contract";
import { exportCandidates, listExportColumns } from "#worker/services/applicants/export.contract";
import { defaultApplication, getApplication } from "#worker/services/applications/contract";

const permissions = anyOf("candidate");

/** Whom an export can hold, how many those are, and its columns with those chosen the last time. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user } = await requireUser(args, permissions);
	const { api } = args.context;
	const address = readListAddress(new URL(args.request.url).searchParams);
	const applicationId = address.application ?? orThrow(await api.call(defaultApplication, {})).id;
	const narrowed = isNarrowed(address);
	const query = { ...listQuery({ ...address, application: applicationId }), size: "1" };
	const [application, choice, stages, matching] = await Promise.all([
		api.call(getApplication, { params: { id: applicationId } }).then(orThrow),
		api.call(listExportColumns, { query: { applicationId } }).then(orThrow),
		api.call(countStages, { query: { applicationId } }).then(orThrow),
		narrowed ? api.call(listApplicants, { query }).then(orThrow) : undefined,
	]);
	const { ids } = readChosen(new URL(args.request.url).searchParams);
	const initial: ExportMode = ids.length > 0 ? "selected" : narrowed ? "matching" : "all";
	return json({
		...choice,
		...{ applicationId, ids, initial, idempotencyKey: crypto.randomUUID() },
		mayReport: holdsAny(user.privileges, anyOf("appreport")),
		who: [
			...(ids.length > 0 ? [{ mode: "selected" as const, label: "Selected", count: ids.length, isExact: true }] : []),
			...(matching
				? [
						{
							mode: "matching" as const,
							label: "All that match the list's filters",
							count: matching.resultTotal,
							isExact: matching.resultTotalIsExact,
						},
					]
				: []),
			{ mode: "all" as const, label: `All of ${application.title}`, count: stages.total, isExact: true },
		],
	});
};

/** Has the file made in the background; the page of the download shows how far, the bell tells when it is ready. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireUser(args, permissions);
	const { api, session } = args.context;
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
	const { taskId, applicants } = started.value;
	session.flash({
		kind: "success",
		message: `${formatCount(applicants, "applicant is", "applicants are")} being exported. The bell tells when the file is ready.`,
	});
	const headers = { "set-cookie": watchDownload({ request: args.request, orgName }, taskId) };
	return redirect(`/${orgName}/downloads/${taskId}${listSearch(address)}`, { headers });
};

/** Sends the form from its dialog, which stays with what was typed where no answer comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem: { error }, form }) => {
	const { idempotencyKey: _key, ...typed } = readExport(form);
	return { typed, error, columns: null };
});

export const shouldRevalidate = unlessUnanswered;

const formId = "export";

/** Export (§7 POST /candidate-export): whom, which columns, as what. */
const ExportCandidates = () => {
	const { ids, who, columns, chosen, format, initial, applicationId, idempotencyKey, mayReport } =
		useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const navigation = useNavigation();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const typed = answer?.typed;
	return (
		<Dialog
			title="Export"
			description="The file is made in the background. The bell tells when it is ready."
			closeTo={pathname.replace(/\/export$/, "") + listSearch(readListAddress(params))}
			width={720}
			footer={
				<>
					{mayReport && (
						<TextLink
							to={pathname.replace(/\/export$/, "/report") + listSearch(readListAddress(params))}
							className="mr-auto"
						>
							Report of the application
						</TextLink>
					)}
					<Button form={formId} variant="primary" icon={FileSpreadsheet} pending={navigation.formMethod === "POST"}>
						Export
					</Button>
				</>
			}
		>
			<SignedInForm method="post" id={formId} className="grid gap-5">
				<input type="hidden" name="applicationId" value={applicationId} />
				<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
				{ids.map((id) => (
					<input key={id} type="hidden" name="id" value={id} />
				))}
				{answer?.error && (
					<Callout tone="danger" role="alert">
						{answer.error}
					</Callout>
				)}
				<ExportWho choices={who} chosen={typed?.who ?? initial} />
				<ExportFormatField chosen={typed?.format ?? format} />
				<ExportColumns columns={columns} chosen={typed?.columns ?? chosen} errors={answer?.columns} />
			</SignedInForm>
		</Dialog>
	);
};
export default ExportCandidates;

export const ErrorBoundary = () => <ProblemPage />;
