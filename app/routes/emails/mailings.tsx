import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Mails } from "lucide-react";
import * as v from "valibot";
import { orThrow } from "#app/api/problem-response";
import { formatNumber } from "#app/format/numbers";
import { type Column, RecordTable } from "#app/records/record-table";
import { SearchForm, searchDelayMs } from "#app/records/search-form";
import { useSearchCommand } from "#app/records/use-search-command";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { LinkButton } from "#app/ui/button";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf, readPage } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { Tabs } from "#app/ui/page/tabs";
import { RowLink } from "#app/ui/table";
import { formatDateTime } from "#worker/contract/text/dates";
import { type ListedMailing, listMailings, MailingKind } from "#worker/services/emails/mailings.contract";

export const meta = titled("Emails sent");

/** Loads a page of what was written to applicants: by users, or by stage changes. */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, listMailings);
	const { searchParams } = new URL(args.request.url);
	const asked = v.safeParse(MailingKind, searchParams.get("kind"));
	const kind = asked.success ? asked.output : "written";
	const q = searchParams.get("q") ?? "";
	const { page, size } = readPage(searchParams);
	const query = { kind, keyword: q, page: String(page), size: String(size) };
	const { data, resultTotal: total } = orThrow(await api.call(listMailings, { query }));
	const here = `/${orgName}/mailings`;
	return json({ mailings: data, kind, q, here, total, pages: pagesOf(here, searchParams, { page, size, total }) });
};

export const { handle, shouldRevalidate } = shows({ tasks: true });

const Mailings = () => {
	const { mailings, kind, q, here, total, pages } = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	useSearchCommand();
	const isOfStages = kind === "stage";
	const columns: Column<ListedMailing>[] = [
		{
			heading: "Subject",
			card: "title",
			text: titleOf,
			cell: (mailing) => <RowLink to={`${here}/${mailing.id}`}>{titleOf(mailing)}</RowLink>,
		},
		{
			heading: isOfStages ? "Stage" : "Application",
			card: "line",
			muted: true,
			text: ({ stageName, applicationTitle }) => (isOfStages ? stageName : applicationTitle) ?? undefined,
		},
		{
			heading: isOfStages ? "Moved by" : "Written by",
			width: 170,
			card: "line",
			muted: true,
			text: ({ senderUsername }) => senderUsername,
			cell: ({ writtenBy }) => writtenBy,
		},
		{
			heading: "When",
			width: 256,
			card: "line",
			muted: true,
			className: "tabular-nums",
			cell: ({ createdAt }) => formatDateTime(createdAt, organisation.timeZone),
		},
		{
			heading: "Sent to",
			width: 80,
			numeric: true,
			card: "hidden",
			className: "tabular-nums",
			cell: ({ counts: { queued, sent, failed } }) => formatNumber(queued + sent + failed),
		},
		{ heading: "Delivery", width: 170, card: "aside", cell: (mailing) => <Delivery {...mailing} /> },
	];
	const tabs = [
		{ to: here, label: "Written by staff", current: !isOfStages },
		{ to: `${here}?kind=stage`, label: "From stage changes", current: isOfStages },
	];
	return (
		<div className="grid grid-cols-1 gap-4">
			<PageHeader title="Emails sent" description="Every email and SMS to applicants, and its delivery." />
			<Tabs label="Emails" tabs={tabs.map((tab) => ({ ...tab, ...(tab.current && q === "" && { count: total }) }))} />
			<SearchForm
				action={here}
				label="Search emails sent"
				placeholder="Subject or sender"
				typed={q}
				delayMs={searchDelayMs}
				keep={isOfStages ? [["kind", kind]] : []}
			/>
			<RecordTable
				label="Emails sent"
				columns={columns}
				rows={mailings}
				keyOf={({ id }) => id}
				pages={pages}
				empty={
					<EmptyState
						icon={Mails}
						title={q === "" ? "No emails yet" : `No email matches “${q}”`}
						action={q !== "" && <LinkButton to={isOfStages ? `${here}?kind=stage` : here}>Show all</LinkButton>}
					>
						{isOfStages
							? "Emails and SMS that applicants get when they enter a stage are listed here."
							: "Emails and SMS that you and your colleagues write to applicants are listed here."}
					</EmptyState>
				}
			/>
		</div>
	);
};
export default Mailings;

const titleOf = ({ channel, subject }: Pick<ListedMailing, "channel" | "subject">): string =>
	channel === "sms" ? `SMS: ${subject}` : subject;

const Delivery = ({ isDropped, counts: { queued, sent, failed } }: Pick<ListedMailing, "isDropped" | "counts">) => {
	if (isDropped) return <span className="text-text-3">Not sent: undone</span>;
	const parts = [sent > 0 && `${formatNumber(sent)} sent`, queued > 0 && `${formatNumber(queued)} waiting`].filter(
		Boolean,
	);
	return (
		<span className="tabular-nums">
			{parts.join(", ")}
			{parts.length > 0 && failed > 0 && ", "}
			{failed > 0 && <span className="font-medium text-red">{formatNumber(failed)} failed</span>}
		</span>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
