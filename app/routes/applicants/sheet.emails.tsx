import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Mail } from "lucide-react";
import { useState } from "react";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatRange } from "#app/format/numbers";
import { EmailCard } from "#app/routes/applicants/email-card";
import { readSheetSearch } from "#app/routes/applicants/list-address";
import { Said } from "#app/routes/applicants/said";
import { openedFrom } from "#app/routes/applicants/sheet-tabs";
import { readTabPage, tabPageSearch } from "#app/routes/applicants/tab-page";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/empty-state";
import { fieldText } from "#app/ui/form/field-text";
import { TextLink } from "#app/ui/text-link";
import { anyOf, holdsAny } from "#worker/contract/permissions";
import { problemToast } from "#worker/contract/problems";
import { listEmails, resendEmail } from "#worker/services/emails/contract";

const pageName = "emailPage";
const mayWriteIf = ["candiemail:c"] as const;

/** What was written to the applicant, newest first, with its delivery (§2 Email history). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireUser(args, anyOf("candidate"));
	const { applicantId = "" } = args.params;
	const page = readTabPage(new URL(args.request.url).searchParams, pageName);
	const emails = await args.context.api.call(listEmails, {
		params: { id: applicantId },
		query: { page: String(page) },
	});
	return json({
		...orThrow(emails),
		here: `/${orgName}/applicants/${applicantId}`,
		mayWrite: holdsAny(user.privileges, mayWriteIf),
		idempotencyKey: crypto.randomUUID(),
	});
};

/** Sends a mail again that could not be sent. */
export const action = async (args: ActionFunctionArgs) => {
	await requireUser(args, mayWriteIf);
	const form = await readSignedInForm(args.request, args.context);
	const resent = await args.context.api.call(
		resendEmail,
		{ params: { id: args.params.applicantId ?? "" }, body: { emailId: fieldText(form.get("emailId")) } },
		{ idempotencyKey: fieldText(form.get("idempotencyKey")) },
	);
	if (!resent.ok) return json({ error: problemToast(resent.problem) }, { status: httpStatus(resent.problem) });
	args.context.session.flash({ kind: "success", message: "The email is being sent again" });
	const { pathname, search } = new URL(args.request.url);
	return redirect(pathname + search);
};

const Emails = () => {
	const { data, resultTotal, page, size, here, mayWrite, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { search } = useLocation();
	// why: the newest of when the tab was opened; one that comes later closes nothing.
	const [openId] = useState(data[0]?.id);
	const write = mayWrite && (
		<LinkButton
			to={`${here}/email${openedFrom(readSheetSearch(new URLSearchParams(search)), "/emails")}`}
			icon={Mail}
			preventScrollReset
		>
			Send Email
		</LinkButton>
	);
	if (resultTotal === 0) return <EmptyState icon={Mail} title="No Emails found" action={write} />;
	const hasMore = (page + 1) * size < resultTotal;
	return (
		<section aria-labelledby="emails-title" className="px-5 py-4.5 max-sm:px-3">
			<div className="flex flex-wrap items-center justify-between gap-2.5">
				<h3 id="emails-title">Email</h3>
				{write}
			</div>
			<div className="*:not-empty:mt-3">
				<Said text={answer?.error ?? ""} tone="danger" role="alert" />
			</div>
			<ol className="mt-3 grid grid-cols-1 gap-2">
				{data.map((email, index) => (
					<EmailCard
						key={email.id}
						email={email}
						isOpen={email.id === openId}
						files={`${here}/email-files`}
						mayResend={mayWrite}
						idempotencyKey={`${idempotencyKey}-${index}`}
					/>
				))}
			</ol>
			{(page > 0 || hasMore) && (
				<p className="mt-3 flex flex-wrap gap-4">
					<span className="text-text-2 tabular-nums">{formatRange({ page, size, total: resultTotal })}</span>
					{page > 0 && <TextLink to={tabPageSearch(search, pageName, page - 1)}>Newer emails</TextLink>}
					{hasMore && <TextLink to={tabPageSearch(search, pageName, page + 1)}>Older emails</TextLink>}
				</p>
			)}
		</section>
	);
};
export default Emails;

export const ErrorBoundary = () => <ProblemPage />;
