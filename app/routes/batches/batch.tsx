import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { Link, useLoaderData } from "@remix-run/react";
import { RotateCw, Users } from "lucide-react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { formatCount, formatNumber } from "#app/format/numbers";
import { describeOutcome } from "#app/list/bulk/describe-outcome";
import { OutcomeRow } from "#app/list/bulk/outcome-row";
import { undoTitle } from "#app/list/bulk/undo-toast";
import { batchTitle } from "#app/routes/batches/batch-title";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Card } from "#app/ui/card";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { Pagination } from "#app/ui/page/pagination";
import { ProgressBar } from "#app/ui/page/progress-bar";
import { Tabs } from "#app/ui/page/tabs";
import { ToastForm } from "#app/ui/toast/toast-form";
import { useRereadWhile } from "#app/ui/use-reread-while";
import { RowOutcome } from "#worker/contract/bulk";
import { problemToast } from "#worker/contract/screen-problems";
import { formatDateTime } from "#worker/contract/text/dates";
import { getBatch, listBatchRows, retryBatch } from "#worker/services/batches/contract";

export const meta = titled("Bulk change");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName, api } = await requireAccess(args, getBatch);
	const search = new URL(args.request.url).searchParams;
	const asked = v.safeParse(RowOutcome, search.get("outcome"));
	const outcome = asked.success ? asked.output : undefined;
	const params = { id: args.params.batchId ?? "" };
	const query = { outcome, page: search.get("page") ?? "0", size: search.get("size") ?? "50" };
	const [batch, rows] = await Promise.all([api.call(getBatch, { params }), api.call(listBatchRows, { params, query })]);
	const here = `/${orgName}/batches/${params.id}`;
	const { data, page, size, resultTotal } = orThrow(rows);
	return json({
		batch: orThrow(batch),
		rows: data,
		outcome: outcome ?? null,
		here,
		pages: pagesOf(here, search, { page, size, total: resultTotal }),
		now: Date.now(),
		idempotencyKey: crypto.randomUUID(),
	});
};

export const { handle, shouldRevalidate } = shows({ tasks: true, applicants: true });

/** Runs it again for the rows that somebody else had changed. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, retryBatch);
	const form = await readSignedInForm(args.request, args.context);
	const params = { id: args.params.batchId ?? "" };
	const again = await api.call(retryBatch, { params }, { idempotencyKey: fieldText(form.get("idempotencyKey")) });
	if (!again.ok) {
		session.flash({ kind: "error", message: problemToast(again.problem) });
		return redirect(`/${orgName}/batches/${params.id}`);
	}
	const { changed, taskId } = again.value;
	session.flash({
		kind: "success",
		message: taskId ? "Applicants are being changed" : `${formatCount(changed, "applicant")} changed`,
	});
	return redirect(`/${orgName}/batches/${taskId ?? params.id}`);
};

/** Sent from its page, which stays when no response comes (§8). */
export const clientAction = keepPage<{ error: string }>(({ problem: { error } }) => ({ error }));

const pollingMs = 3_000;

const Batch = () => {
	const { batch, rows, pages, outcome, here, now, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<{ error: string }>();
	const key = useKeptKey(idempotencyKey, answer);
	const { organisation } = useShell();
	const { kind, startedBy, createdAt, counts, total, task, undoUntil, undoneAt } = batch;
	const isGoingOn = task?.status === "STARTED";
	useRereadWhile(isGoingOn, pollingMs);
	const again = counts.conflict ?? 0;
	return (
		<div className="grid max-w-5xl grid-cols-1 gap-4">
			<PageHeader
				back={{ to: here.replace(/\/[^/]+$/, ""), label: "Bulk changes" }}
				title={batchTitle(batch)}
				description={`${startedBy ? `By ${startedBy}, ` : ""}${formatDateTime(createdAt, organisation.timeZone)}`}
				actions={
					<>
						{undoUntil !== null && (
							<ToastForm
								action={{
									label: "Undo",
									title: undoTitle(batch),
									to: `${here}/undo`,
									forMs: undoUntil - now,
								}}
							/>
						)}
						{again > 0 && !isGoingOn && undoneAt === null && (
							<SignedInForm>
								<input type="hidden" name="idempotencyKey" value={key} />
								<Button icon={RotateCw}>Try {formatNumber(again)} again</Button>
							</SignedInForm>
						)}
					</>
				}
			/>
			<FormErrors errors={answer ? [answer.error] : []} />
			{undoneAt !== null && <Callout tone="warning">This change was undone.</Callout>}
			{task && (
				<BatchProgress task={task} isUndoing={undoneAt !== null} tasksPath={here.replace(/\/batches\/.*$/, "/tasks")} />
			)}
			<Card>
				<Tabs
					label="Outcomes"
					className="px-2 pt-1"
					tabs={[
						{ to: here, label: "All", count: total, current: outcome === null },
						...Object.entries(counts).map(([name, count]) => ({
							to: `${here}?outcome=${name}`,
							label: describeOutcome(name, kind).label,
							count,
							current: outcome === name,
						})),
					]}
				/>
				{rows.length === 0 ? (
					<EmptyState icon={Users} title="Nobody">
						No applicant has this outcome.
					</EmptyState>
				) : (
					<>
						<ul className="divide-y divide-line px-4">
							{rows.map((row) => (
								<OutcomeRow
									key={row.id}
									row={row}
									kind={kind}
									to={here.replace(/\/batches\/.*$/, `/applicants/${row.id}`)}
								/>
							))}
						</ul>
						<Pagination {...pages} />
					</>
				)}
			</Card>
		</div>
	);
};
export default Batch;

interface BatchProgressProps {
	task: { status: "STARTED" | "FAILED" | "SUCCESS"; done: number; total: number; reason: string | null };
	isUndoing: boolean;
	/** The page where a failed task can be tried again. */
	tasksPath: string;
}

/** Shows the progress of the task, or why it failed. */
const BatchProgress = ({ task, isUndoing, tasksPath }: BatchProgressProps) => {
	const { status, done, total, reason } = task;
	if (status === "SUCCESS") return null;
	if (status === "FAILED")
		return (
			<Callout tone="danger" role="alert">
				It stopped at {formatNumber(done)} of {formatNumber(total)}. {reason}{" "}
				<Link to={tasksPath} className="underline">
					Failed tasks
				</Link>
			</Callout>
		);
	return (
		<div role="status">
			<p className="tabular-nums">
				{isUndoing ? "Being restored" : "Being changed"}: {formatNumber(done)} of {formatNumber(total)}
			</p>
			<ProgressBar done={done} total={Math.max(1, total)} />
			<noscript>
				<meta httpEquiv="refresh" content="5" />
			</noscript>
		</div>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
