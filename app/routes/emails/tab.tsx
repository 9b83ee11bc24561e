import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Mail, MessageSquareText } from "lucide-react";
import { useState } from "react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { formatRange } from "#app/format/numbers";
import { readSheetSearch } from "#app/list/list-address";
import { Said } from "#app/list/live-region";
import { openedFrom } from "#app/list/sheet/sheet-tabs";
import { readTabPage, tabPageSearch, tabPages } from "#app/list/sheet/tab-page";
import { EmailCard } from "#app/routes/emails/email-card";
import { may, mayAt } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { fieldText } from "#app/ui/form/field-text";
import { EmptyState } from "#app/ui/page/empty-state";
import { TextLink } from "#app/ui/text-link";
import { problemToast } from "#worker/contract/screen-problems";
import { readRichText } from "#worker/contract/text/read-rich-text.server";
import { listEmails, resendEmail } from "#worker/services/emails/contract";
import { sendEmail } from "#worker/services/emails/sending.contract";

export const meta = titledOver("Emails");

/** Loads the applicant's mails, newest first, with their delivery (§2 Email history). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { user, orgName } = await requireAccess(args, may.seeApplicants, listEmails);
	const { applicantId = "" } = args.params;
	const page = readTabPage(new URL(args.request.url).searchParams, tabPages.emails);
	const [emails, applicant] = await Promise.all([
		args.context.api.call(listEmails, { params: { id: applicantId }, query: { page: String(page) } }),
		args.context.applicant(applicantId),
	]);
	const { data, ...list } = orThrow(emails);
	const opened = orThrow(applicant);
	return json({
		...list,
		data: data.map((email) => ({ ...email, message: readRichText(email.message) })),
		applicationId: opened.applicationId,
		here: `/${orgName}/applicants/${applicantId}`,
		mayWrite: mayAt(user, opened, sendEmail),
		idempotencyKey: crypto.randomUUID(),
	});
};

export const { handle, shouldRevalidate } = shows<typeof loader>({
	applicant: true,
	records: true,
	mails: ({ data }) => data.applicationId,
});

export const action = async (args: ActionFunctionArgs) => {
	await requireAccess(args, resendEmail);
	const form = await readSignedInForm(args.request, args.context);
	const resent = await args.context.api.call(
		resendEmail,
		{ params: { id: args.params.applicantId ?? "" }, body: { emailId: fieldText(form.get("emailId")) } },
		{ idempotencyKey: fieldText(form.get("idempotencyKey")) },
	);
	if (!resent.ok) return json({ error: problemToast(resent.problem) }, { status: httpStatus(resent.problem) });
	args.context.session.flash({ kind: "success", message: "The message is being sent again" });
	const { pathname, search } = new URL(args.request.url);
	return redirect(pathname + search);
};

/** Sent from the tab, which stays when no response comes (§8). */
export const clientAction = keepPage<typeof action>(({ problem }) => ({ error: problemToast(problem) }));

const Emails = () => {
	const { data, resultTotal, page, size, here, mayWrite, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const key = useKeptKey(idempotencyKey, answer);
	const { search } = useLocation();
	// why: the newest mail when the applicant's tab was opened; a later one closes nothing.
	const [newest, setNewest] = useState({ here, id: data[0]?.id });
	if (newest.here !== here) setNewest({ here, id: data[0]?.id });
	const { sendsSms } = useShell().organisation;
	const opened = openedFrom(readSheetSearch(new URLSearchParams(search)), "/emails");
	const write = mayWrite && (
		<span className="flex flex-wrap gap-2">
			<LinkButton to={`${here}/email${opened}`} icon={Mail} preventScrollReset>
				Send Email
			</LinkButton>
			{sendsSms && (
				<LinkButton to={`${here}/sms${opened}`} icon={MessageSquareText} preventScrollReset>
					Send SMS
				</LinkButton>
			)}
		</span>
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
						isOpen={email.id === newest.id}
						files={`${here}/email-files`}
						mayResend={mayWrite}
						idempotencyKey={`${key}-${index}`}
					/>
				))}
			</ol>
			{(page > 0 || hasMore) && (
				<p className="mt-3 flex flex-wrap gap-4">
					<span className="text-text-2 tabular-nums">{formatRange({ page, size, total: resultTotal })}</span>
					{page > 0 && <TextLink to={tabPageSearch(search, tabPages.emails, page - 1)}>Newer emails</TextLink>}
					{hasMore && <TextLink to={tabPageSearch(search, tabPages.emails, page + 1)}>Older emails</TextLink>}
				</p>
			)}
		</section>
	);
};
export default Emails;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
