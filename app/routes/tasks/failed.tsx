import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	type MetaFunction,
	redirect,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CircleCheck } from "lucide-react";
import { orThrow } from "#app/api/problem-response";
import { FailedTask } from "#app/routes/tasks/failed-task";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { Card } from "#app/ui/card";
import { fieldText } from "#app/ui/form/field-text";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { Pagination } from "#app/ui/page/pagination";
import { problemToast } from "#worker/contract/screen-problems";
import { listTasks, retryTask } from "#worker/services/tasks/contract";

export const meta: MetaFunction = () => [{ title: "Failed tasks · Matricula" }];

/** What the reader has started and what has failed of it, the newest first (§3 Task). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireUser(args);
	const params = new URL(args.request.url).searchParams;
	const query = { status: "FAILED", page: params.get("page") ?? "0", size: params.get("size") ?? "20" } as const;
	const tasks = orThrow(await args.context.api.call(listTasks, { query }));
	const pages = pagesOf(`/${orgName}/tasks`, params, { ...tasks, total: tasks.resultTotal });
	return json({ ...tasks, pages, idempotencyKey: crypto.randomUUID() });
};

export const { handle, shouldRevalidate } = shows({ tasks: true });

/** Tries one again, from where it stood. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireUser(args);
	const { api, session } = args.context;
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

const FailedTasks = () => {
	const { data, page, pages, idempotencyKey } = useLoaderData<typeof loader>();
	return (
		<div className="mx-auto grid max-w-4xl grid-cols-1 gap-4">
			<PageHeader
				title="Failed tasks"
				description="Work in the background that you started and that has failed. Tried again, it goes on where it stood: nothing is done twice."
			/>
			<Card>
				{data.length === 0 ? (
					<EmptyState icon={CircleCheck} title={page === 0 ? "Nothing has failed" : "Nothing on this page"}>
						What cannot be sent, moved or made in the background shows up here.
					</EmptyState>
				) : (
					<>
						<ul className="divide-y divide-line">
							{data.map((task) => (
								<FailedTask key={task.id} task={task} idempotencyKey={`${idempotencyKey}-${task.id}`.slice(0, 64)} />
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

export const ErrorBoundary = () => <ProblemPage />;
