import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { FileDown, Send } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { shownApplication } from "#app/list/bulk/bulk.server";
import { leadToDownload } from "#app/list/lead-to-download.server";
import { listSearch, readListAddress } from "#app/list/list-address";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { TextareaField } from "#app/ui/form/textarea-field";
import { useSentForm } from "#app/ui/form/use-is-sending-here";
import { downloadReport, sendReport } from "#worker/services/application-reports/contract";

export const meta = titledOver("Report");

export const loader = async (args: LoaderFunctionArgs) => {
	const { user } = await requireAccess(args, downloadReport);
	const { id, title } = await shownApplication(args.context.api, new URL(args.request.url).searchParams);
	return json({ application: { id, title }, email: user.email, idempotencyKey: crypto.randomUUID() });
};

export const action = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, downloadReport);
	const form = await readSignedInForm(args.request, args.context);
	const applicationId = String(form.get("applicationId") ?? "");
	const typed = String(form.get("emails") ?? "");
	const isSent = form.get("intent") === "send";
	const key = String(form.get("idempotencyKey") ?? "");
	// why: the same form sent with the other button is another request.
	const options = key ? { idempotencyKey: `${key}-${isSent ? "send" : "file"}` } : {};
	const emails = typed.split(/[\s,;]+/).filter(Boolean);
	const started = isSent
		? await api.call(
				sendReport,
				{ body: { applicationId, emails, startDate: String(form.get("startDate") || new Date().toISOString()) } },
				options,
			)
		: await api.call(downloadReport, { body: { applicationId } }, options);
	if (!started.ok) {
		const { fields = {}, error } = started.problem;
		const beside = Object.entries(fields).flatMap(([name, texts]) => (name.startsWith("emails") ? texts : []));
		return json(
			{ typed, emails: beside, error: beside.length > 0 ? null : error },
			{ status: httpStatus(started.problem) },
		);
	}
	return leadToDownload(args, started.value.taskId, {
		message: isSent ? "The report is emailed as soon as it is made." : undefined,
	});
};

export const clientAction = keepPage<typeof action>(({ problem: { error }, form }) => ({
	typed: String(form.get("emails") ?? ""),
	emails: [],
	error,
}));

export const { handle, shouldRevalidate } = shows({ applicants: true });

const formId = "report";

/** Report of an application: an Excel file to download, or to mail to staff (§7 application-reports). */
const ApplicationReport = () => {
	const { application, email, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { course } = useShell().organisation.aliases;
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	const pending = useSentForm()?.get("intent");
	return (
		<Dialog
			title="Report of the application"
			description={application.title}
			closeTo={pathname.replace(/\/report$/, "") + listSearch(readListAddress(params))}
			footer={
				<>
					<Button form={formId} name="intent" value="send" icon={Send} pending={pending === "send"}>
						Send by email
					</Button>
					<Button
						form={formId}
						name="intent"
						value="download"
						variant="primary"
						icon={FileDown}
						pending={pending === "download"}
					>
						Download
					</Button>
				</>
			}
		>
			<SignedInForm id={formId} className="grid gap-4">
				<button type="submit" name="intent" value="download" tabIndex={-1} aria-hidden className="sr-only" />
				<input type="hidden" name="applicationId" value={application.id} />
				<input type="hidden" name="idempotencyKey" value={useKeptKey(idempotencyKey, answer)} />
				<FormErrors errors={answer?.error ? [answer.error] : []} />
				<p>
					An Excel file with its applicants by stage, by {course} and by the day they registered, and with the reasons
					that were given.
				</p>
				<TextareaField
					name="emails"
					label="Send to"
					description="Email addresses of your staff, one per line. Only needed to send it by email."
					defaultValue={answer?.typed ?? email}
					errors={answer?.emails ?? []}
					rows={3}
				/>
			</SignedInForm>
		</Dialog>
	);
};
export default ApplicationReport;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
