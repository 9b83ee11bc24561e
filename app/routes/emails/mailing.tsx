import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	redirect,
	type SerializeFrom,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Mail, RotateCw } from "lucide-react";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { describeSms } from "#app/format/describe-sms";
import { formatNumber } from "#app/format/numbers";
import { mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Badge } from "#app/ui/badge";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { DescriptionItem, DescriptionList } from "#app/ui/description-list";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { Pagination } from "#app/ui/page/pagination";
import { Tabs } from "#app/ui/page/tabs";
import { TextLink } from "#app/ui/text-link";
import { useRereadWhile } from "#app/ui/use-reread-while";
import { problemToast } from "#worker/contract/screen-problems";
import { formatDateTime } from "#worker/contract/text/dates";
import { formatKilobytes } from "#worker/contract/text/printed-text";
import { getBatch } from "#worker/services/batches/contract";
import { getMailing, listMailed } from "#worker/services/emails/mailings.contract";
import { retryTask } from "#worker/services/tasks/contract";

export const meta = titled("Emails sent");

const statuses = ["queued", "sent", "failed"] as const;
const looks = {
	queued: { label: "Waiting", colour: "slate" },
	sent: { label: "Sent", colour: "green" },
	failed: { label: "Not sent", colour: "red" },
} as const;

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api, user } = await requireAccess(args, getMailing);
	const search = new URL(args.request.url).searchParams;
	const status = statuses.find((one) => one === search.get("status"));
	const params = { id: args.params.mailingId ?? "" };
	const query = { status, page: search.get("page") ?? "0", size: search.get("size") ?? "50" };
	const [mailing, rows] = await Promise.all([
		api.call(getMailing, { params }),
		api.call(listMailed, { params, query }),
	]);
	const here = `/${orgName}/mailings/${params.id}`;
	const { data, page, size, resultTotal } = orThrow(rows);
	return json({
		mailing: orThrow(mailing),
		mayOpenRun: mayCall(user, getBatch),
		rows: data,
		status: status ?? null,
		now: Date.now(),
		pages: pagesOf(here, search, { page, size, total: resultTotal }),
		base: `/${orgName}`,
		here,
		idempotencyKey: crypto.randomUUID(),
	});
};

export const { handle, shouldRevalidate } = shows({ tasks: true });

/** Sends the failed mails again, and no others. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session } = await requireAccess(args, getMailing);
	const form = await readSignedInForm(args.request, args.context);
	const params = { id: fieldText(form.get("taskId")) };
	const begun = await api.call(retryTask, { params }, { idempotencyKey: fieldText(form.get("idempotencyKey")) });
	session.flash(
		begun.ok
			? { kind: "success", message: "What was not sent is being sent again." }
			: { kind: "error", message: problemToast(begun.problem) },
	);
	const { pathname, search } = new URL(args.request.url);
	return redirect(pathname + search);
};

/** Sent from its page, which stays when no response comes (§8). */
export const clientAction = keepPage<{ error: string }>(({ problem: { error } }) => ({ error }));

const pollingMs = 5_000;

const Mailing = () => {
	const { mailing, mayOpenRun, rows, pages, status, now, base, here, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<{ error: string }>();
	const key = useKeptKey(idempotencyKey, answer);
	const { organisation } = useShell();
	const { subject, counts, sendAfter, isDropped, retryTaskId } = mailing;
	const isGoingOn = counts.queued > 0 && !isDropped;
	useRereadWhile(isGoingOn, pollingMs);
	const all = counts.queued + counts.sent + counts.failed;
	return (
		<div className="grid max-w-5xl grid-cols-1 gap-4">
			<PageHeader
				back={{ to: `${base}/mailings${mailing.kind === "stage" ? "?kind=stage" : ""}`, label: "Emails sent" }}
				title={mailing.channel === "sms" ? `SMS: ${subject}` : subject}
				actions={
					retryTaskId && (
						<SignedInForm>
							<input type="hidden" name="taskId" value={retryTaskId} />
							<input type="hidden" name="idempotencyKey" value={key} />
							<Button icon={RotateCw}>Send {formatNumber(counts.failed)} again</Button>
						</SignedInForm>
					)
				}
			/>
			<FormErrors errors={answer ? [answer.error] : []} />
			{isDropped && <Callout tone="warning">The stage change was undone: none of these is sent.</Callout>}
			{!isDropped && sendAfter > now && (
				<Callout tone="info">They go out at {formatDateTime(sendAfter, organisation.timeZone)}, unless undone.</Callout>
			)}
			<MailingFacts mailing={mailing} base={base} mayOpenRun={mayOpenRun} />
			{mailing.shown && <MailingText shown={mailing.shown} channel={mailing.channel} pagePath={`${here}/page`} />}
			<Card>
				<h2 className="px-4 pt-3 text-lg">Recipients</h2>
				<Tabs
					label="Delivery"
					className="px-2 pt-1"
					tabs={[
						{ to: here, label: "All", count: all, current: status === null },
						...statuses.map((name) => ({
							to: `${here}?status=${name}`,
							label: looks[name].label,
							count: counts[name],
							current: status === name,
						})),
					]}
				/>
				{rows.length === 0 ? (
					<EmptyState icon={Mail} title="None">
						No message has this status.
					</EmptyState>
				) : (
					<>
						<ul className="divide-y divide-line px-4">
							{rows.map((row) => (
								<li key={row.id} className="flex items-start justify-between gap-3 py-1.5">
									<span className="min-w-0 [overflow-wrap:anywhere]">
										<TextLink to={`${base}/applicants/${row.id}/emails`}>{row.name ?? "Unknown applicant"}</TextLink>{" "}
										<span className="text-sm text-text-3">{row.applicationNumber}</span>
										{row.reason && <span className="block text-sm text-text-2">{row.reason}</span>}
									</span>
									<Badge colour={looks[row.status].colour}>{looks[row.status].label}</Badge>
								</li>
							))}
						</ul>
						<Pagination {...pages} />
					</>
				)}
			</Card>
		</div>
	);
};
export default Mailing;

type Shown = SerializeFrom<typeof loader>["mailing"];

/** Who wrote it, when, for which application, and what goes with it. */
const MailingFacts = ({ mailing, base, mayOpenRun }: { mailing: Shown; base: string; mayOpenRun: boolean }) => {
	const { organisation } = useShell();
	const { writtenBy, senderUsername, createdAt, applicationTitle, stageName, kind, runId, shown } = mailing;
	const files = shown && `${base}/applicants/${shown.applicantId}/email-files`;
	return (
		<Card className="px-5 py-2">
			<DescriptionList>
				<DescriptionItem label={kind === "stage" ? "Moved by" : "Written by"}>
					{writtenBy} <span className="text-text-2">{senderUsername !== writtenBy && senderUsername}</span>
				</DescriptionItem>
				<DescriptionItem label="When">{formatDateTime(createdAt, organisation.timeZone)}</DescriptionItem>
				<DescriptionItem label="Application">{applicationTitle}</DescriptionItem>
				{stageName && (
					<DescriptionItem label="Stage">
						{runId && mayOpenRun ? <TextLink to={`${base}/batches/${runId}`}>{stageName}</TextLink> : stageName}
					</DescriptionItem>
				)}
				{(mailing.attachments.length > 0 || mailing.hasLetters) && (
					<DescriptionItem label="Attachments" wide>
						<ul>
							{mailing.attachments.map(({ id, name, size }) => (
								<li key={id}>
									{files ? (
										<a href={`${files}/${id}`} download={name} className="text-accent underline underline-offset-3">
											{name}
										</a>
									) : (
										name
									)}{" "}
									<span className="text-text-2">{formatKilobytes(size)}</span>
								</li>
							))}
							{mailing.hasLetters && <li>Each applicant's own offer letter</li>}
						</ul>
					</DescriptionItem>
				)}
			</DescriptionList>
		</Card>
	);
};

interface MailingTextProps {
	shown: NonNullable<Shown["shown"]>;
	channel: Shown["channel"];
	pagePath: string;
}

/** The message as one of its recipients gets it. */
const MailingText = ({ shown, channel, pagePath }: MailingTextProps) =>
	channel === "sms" ? <SmsText shown={shown} /> : <EmailText shown={shown} pagePath={pagePath} />;

const SmsText = ({ shown: { name, to, text } }: Pick<MailingTextProps, "shown">) => (
	<section aria-labelledby="mailing-text" className="grid grid-cols-1 gap-2">
		<h2 id="mailing-text" className="text-lg">
			SMS to {name}
		</h2>
		<p className="text-text-2">
			{to || "No phone number that an SMS can reach"} · {describeSms(text, null)}
		</p>
		<Card className="p-5">
			<p className="wrap-anywhere whitespace-pre-line">{text}</p>
		</Card>
	</section>
);

const EmailText = ({ shown, pagePath }: Omit<MailingTextProps, "channel">) => (
	<section aria-labelledby="mailing-text" className="grid grid-cols-1 gap-2">
		<h2 id="mailing-text" className="text-lg">
			Email to {shown.name}
		</h2>
		<p className="text-text-2 [overflow-wrap:anywhere]">
			{shown.subject} · {shown.to}
		</p>
		<iframe
			src={pagePath}
			title={`The email to ${shown.name} as it looks`}
			sandbox="allow-popups allow-popups-to-escape-sandbox"
			className="h-90 w-full rounded-lg border border-line bg-white"
		/>
		<details>
			<summary className="w-fit cursor-pointer rounded-sm text-accent">Plain text</summary>
			<Card className="mt-2 p-5">
				<pre className="font-sans wrap-anywhere whitespace-pre-wrap">{shown.text}</pre>
			</Card>
		</details>
	</section>
);

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
