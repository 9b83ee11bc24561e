import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Mail, RotateCw } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { formatNumber } from "#app/format/numbers";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Badge } from "#app/ui/badge";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { Pagination } from "#app/ui/page/pagination";
import { Tabs } from "#app/ui/page/tabs";
import { TextLink } from "#app/ui/text-link";
import { useRereadWhile } from "#app/ui/use-reread-while";
import { problemToast } from "#worker/contract/screen-problems";
import { formatDateTime } from "#worker/contract/text/dates";
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
	const { orgName, api } = await requireAccess(args, getMailing);
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
		...{ mailing: orThrow(mailing), rows: data, status: status ?? null, now: Date.now() },
		pages: pagesOf(here, search, { page, size, total: resultTotal }),
		...{ base: `/${orgName}`, here, idempotencyKey: crypto.randomUUID() },
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

const pollingMs = 5_000;

const Mailing = () => {
	const { mailing, rows, pages, status, now, base, here, idempotencyKey } = useLoaderData<typeof loader>();
	const { organisation } = useShell();
	const { subject, counts, createdAt, sendAfter, isDropped, retryTaskId } = mailing;
	const isGoingOn = counts.queued > 0 && !isDropped;
	useRereadWhile(isGoingOn, pollingMs);
	const all = counts.queued + counts.sent + counts.failed;
	return (
		<div className="grid max-w-5xl grid-cols-1 gap-4">
			<PageHeader
				back={{ to: `${base}/applicants`, label: "Process Applicants" }}
				title={subject}
				description={`Written ${formatDateTime(createdAt, organisation.timeZone)}`}
				actions={
					retryTaskId && (
						<SignedInForm>
							<input type="hidden" name="taskId" value={retryTaskId} />
							<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
							<Button icon={RotateCw}>Send {formatNumber(counts.failed)} again</Button>
						</SignedInForm>
					)
				}
			/>
			{isDropped && <Callout tone="warning">The stage change was undone: none of these is sent.</Callout>}
			{!isDropped && sendAfter > now && (
				<Callout tone="info">They go out at {formatDateTime(sendAfter, organisation.timeZone)}, unless undone.</Callout>
			)}
			<Card>
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
						No mail came to this.
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

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
