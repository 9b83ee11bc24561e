import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation } from "@remix-run/react";
import { Mail } from "lucide-react";
import { useState } from "react";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { formatRange } from "#app/format/numbers";
import { readSheetSearch } from "#app/list/list-address";
import { Said } from "#app/list/live-region";
import { openedFrom } from "#app/list/sheet/sheet-tabs";
import { tabPageSearch, tabPages } from "#app/list/sheet/tab-page";
import { EmailCard } from "#app/routes/emails/email-card";
import { loadEmails, resendFailed } from "#app/routes/emails/load-emails.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { TextLink } from "#app/ui/text-link";

export const loader = (args: LoaderFunctionArgs) => loadEmails(args);

export const { handle, shouldRevalidate } = shows<typeof loader>({
	applicant: true,
	records: true,
	mails: ({ data }) => data.applicationId,
});

export const action = (args: ActionFunctionArgs) => resendFailed(args);

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
					{page > 0 && <TextLink to={tabPageSearch(search, tabPages.emails, page - 1)}>Newer emails</TextLink>}
					{hasMore && <TextLink to={tabPageSearch(search, tabPages.emails, page + 1)}>Older emails</TextLink>}
				</p>
			)}
		</section>
	);
};
export default Emails;

export const ErrorBoundary = () => <ProblemPage />;
