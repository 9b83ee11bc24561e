import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	redirect,
	type SerializeFrom,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CircleCheck, RotateCw } from "lucide-react";
import type { InferOutput } from "valibot";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { formatNumber } from "#app/format/numbers";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";
import { describeNotification } from "#app/shell/notifications/describe-notification";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Card } from "#app/ui/card";
import { fieldText } from "#app/ui/form/field-text";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { Pagination } from "#app/ui/page/pagination";
import { problemToast } from "#worker/contract/screen-problems";
import { formatDateTime } from "#worker/contract/text/dates";
import { type ListedTask, listTasks, retryTask } from "#worker/services/tasks/contract";

export const meta = titled("Failed tasks");

/** Loads the user's failed tasks, newest first (§3 Task). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireUser(args);
	const params = new URL(args.request.url).searchParams;
	const query = { status: "FAILED", page: params.get("page") ?? "0", size: params.get("size") ?? "20" } as const;
	const tasks = orThrow(await args.context.api.call(listTasks, { query }));
	const pages = pagesOf(`/${orgName}/tasks`, params, { ...tasks, total: tasks.resultTotal });
	return json({ ...tasks, pages, idempotencyKey: crypto.randomUUID() });
};

export const { handle, shouldRevalidate } = shows({ tasks: true });

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireUser(args);
	const form = await readSignedInForm(args.request, args.context);
	const params = { id: fieldText(form.get("id")) };
	const begun = await api.call(retryTask, { params }, { idempotencyKey: fieldText(form.get("idempotencyKey")) });
	session.flash(
		begun.ok
			? { kind: "success", message: "It is being tried again." }
			: { kind: "error", message: problemToast(begun.problem) },
	);
	return redirect(`/${orgName}/tasks`);
};

/** Sent from its page, which stays when no response comes (§8). */
export const clientAction = keepPage<{ error: string }>(({ problem: { error } }) => ({ error }));

const FailedTasks = () => {
	const { data, page, pages, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<{ error: string }>();
	const key = useKeptKey(idempotencyKey, answer);
	return (
		<div className="grid max-w-5xl grid-cols-1 gap-4">
			<PageHeader
				title="Failed tasks"
				description="Background work that you started and that has failed. Retrying continues where it stopped: nothing is done twice."
			/>
			<FormErrors errors={answer ? [answer.error] : []} />
			<Card>
				{data.length === 0 ? (
					<EmptyState icon={CircleCheck} title={page === 0 ? "Nothing has failed" : "Nothing on this page"}>
						Emails, moves and files that could not be finished show up here.
					</EmptyState>
				) : (
					<>
						<ul className="divide-y divide-line">
							{data.map((task) => (
								<FailedTask key={task.id} task={task} idempotencyKey={`${key}-${task.id}`.slice(0, 64)} />
							))}
						</ul>
						<Pagination {...pages} />
					</>
				)}
			</Card>
		</div>
	);
};
export default FailedTasks;

interface FailedTaskProps {
	task: SerializeFrom<InferOutput<typeof ListedTask>>;
	idempotencyKey: string;
}

const Failure = v.object({ reason: v.string() });

const FailedTask = ({ task, idempotencyKey }: FailedTaskProps) => {
	const { organisation } = useShell();
	const { id, type, status, done, total, result, applicationTitle, createdAt, mayRetry } = task;
	const message = JSON.stringify({ type, status });
	const { title } = describeNotification(
		{ id, type: "BACKGROUND_TASK", message, read: true, createdAt },
		organisation.aliases.course,
	);
	const failure = v.safeParse(Failure, result);
	return (
		<li className="flex flex-wrap items-start gap-x-4 gap-y-2 px-4 py-3">
			<div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
				<p className="font-medium">{title}</p>
				{failure.success && <p className="text-red">{failure.output.reason}</p>}
				<p className="text-sm text-text-2 tabular-nums">
					{[
						applicationTitle,
						formatDateTime(createdAt, organisation.timeZone),
						`${formatNumber(done)} of ${formatNumber(total)} done`,
					]
						.filter(Boolean)
						.join(" · ")}
				</p>
			</div>
			{mayRetry ? (
				<SignedInForm>
					<input type="hidden" name="id" value={id} />
					<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
					<Button size="small" icon={RotateCw} aria-label={`Try again: ${title}`}>
						Try again
					</Button>
				</SignedInForm>
			) : (
				<p className="text-sm text-text-3">It cannot be tried again</p>
			)}
		</li>
	);
};

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
