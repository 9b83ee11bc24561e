import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	redirect,
	type SerializeFrom,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Download, FileDown, RotateCw } from "lucide-react";
import type { InferOutput } from "valibot";
import * as v from "valibot";
import { orThrow } from "#app/api/problem-response";
import { formatNumber } from "#app/format/numbers";
import { dropDownloads, watchDownload } from "#app/session/downloads.server";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";
import { describeNotification } from "#app/shell/notifications/describe-notification";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { Card } from "#app/ui/card";
import { SignedInForm } from "#app/ui/form/form";
import { iconProps } from "#app/ui/icon";
import { EmptyState } from "#app/ui/page/empty-state";
import { pagesOf } from "#app/ui/page/page-address";
import { PageHeader } from "#app/ui/page/page-header";
import { Pagination } from "#app/ui/page/pagination";
import { RowLink, Table, TableBody, TableHead, Td, Th, Tr } from "#app/ui/table";
import { useRereadWhile } from "#app/ui/use-reread-while";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { problemToast } from "#worker/contract/screen-problems";
import { TaskFile } from "#worker/contract/task-file";
import { formatDateTime } from "#worker/contract/text/dates";
import { formatKilobytes } from "#worker/contract/text/printed-text";
import { type ListedTask, listTasks, retryTask } from "#worker/services/tasks/contract";

export const meta = titled("Downloads");

/** Loads the user's files, newest first (§3 Task, §9 downloads state). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireUser(args);
	const params = new URL(args.request.url).searchParams;
	const query = { makesFile: "true", page: params.get("page") ?? "0", size: params.get("size") ?? "10" } as const;
	const tasks = orThrow(await args.context.api.call(listTasks, { query }));
	const ended = tasks.data.flatMap(({ id, complete }) => (complete ? id : []));
	const seen = dropDownloads({ request: args.request, orgName }, ended);
	const here = `/${orgName}/downloads`;
	const pages = pagesOf(here, params, { ...tasks, total: tasks.resultTotal });
	return json({ ...tasks, here, pages }, { headers: seen ? { "set-cookie": seen } : {} });
};

export const { handle, shouldRevalidate } = shows({ tasks: true });

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireUser(args);
	const form = await readSignedInForm(args.request, args.context);
	const id = String(form.get("id") ?? "");
	const begun = await api.call(retryTask, { params: { id } });
	const here = `/${orgName}/downloads`;
	if (!begun.ok) {
		session.flash({ kind: "error", message: problemToast(begun.problem) });
		return redirect(here);
	}
	session.flash({ kind: "success", message: "The file is being made again." });
	return redirect(here, { headers: { "set-cookie": watchDownload({ request: args.request, orgName }, id) } });
};

/** §9: downloads are polled every 10 seconds. */
const pollingMs = 10_000;

const Downloads = () => {
	const { data, page, pages, here } = useLoaderData<typeof loader>();
	const isWaiting = data.some(({ complete }) => !complete);
	useRereadWhile(isWaiting, pollingMs);
	return (
		<div className="grid max-w-5xl grid-cols-1 gap-4">
			<PageHeader title="Downloads" description="Files that were made for you. Each is kept for a week." />
			<Card>
				{data.length === 0 ? (
					<EmptyState icon={Download} title={page === 0 ? "No downloads yet" : "No more downloads"}>
						Exports, reports and printed forms come here as soon as you ask for one.
					</EmptyState>
				) : (
					<>
						<Table label="Downloads">
							<TableHead>
								<Th>File</Th>
								<Th width={230}>Asked for</Th>
								<Th width={200}>State</Th>
								<Th width={150}>
									<VisuallyHidden>Actions</VisuallyHidden>
								</Th>
							</TableHead>
							<TableBody>
								{data.map((task) => (
									<DownloadRow key={task.id} task={task} here={here} />
								))}
							</TableBody>
						</Table>
						<Pagination {...pages} />
					</>
				)}
			</Card>
			{isWaiting && (
				<noscript>
					<meta httpEquiv="refresh" content={String(pollingMs / 1_000)} />
				</noscript>
			)}
		</div>
	);
};
export default Downloads;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";

interface DownloadRowProps {
	task: SerializeFrom<InferOutput<typeof ListedTask>>;
	here: string;
}

const Failure = v.object({ reason: v.string() });

const DownloadRow = ({ task, here }: DownloadRowProps) => {
	const { organisation } = useShell();
	const { id, type, status, done, total, result, applicationTitle, createdAt, mayRetry } = task;
	const parsed = v.safeParse(TaskFile, result);
	const file = status === "SUCCESS" && parsed.success ? parsed.output : undefined;
	const failure = v.safeParse(Failure, result);
	const message = JSON.stringify({ type, status });
	const { title } = describeNotification(
		{ id, type: "BACKGROUND_TASK", message, read: true, createdAt },
		organisation.aliases.course,
	);
	const name = file?.name ?? title;
	return (
		<Tr>
			<Td card="title" title={name}>
				<RowLink to={`${here}/${id}`}>{name}</RowLink>
				{!file && applicationTitle && <span className="text-text-3 max-lg:block lg:ml-2">{applicationTitle}</span>}
			</Td>
			<Td card="line" muted className="tabular-nums">
				{formatDateTime(createdAt, organisation.timeZone)}
			</Td>
			<Td card="line" clipped={false} className="py-1.5 break-words tabular-nums">
				{status === "STARTED" && `${formatNumber(done)} of ${formatNumber(total)}`}
				{status === "FAILED" && <span className="text-red">{failure.success ? failure.output.reason : "Failed"}</span>}
				{file && `Ready, ${formatKilobytes(file.size)}`}
			</Td>
			<Td card="aside" clipped={false} className="text-right">
				{file && (
					<a
						href={`${here}/${id}/file`}
						download={file.name}
						aria-label={`Download ${file.name}`}
						className={buttonClass({ size: "small" })}
					>
						<FileDown {...iconProps} />
						Download
					</a>
				)}
				{mayRetry && (
					<SignedInForm className="inline">
						<input type="hidden" name="id" value={id} />
						<Button size="small" icon={RotateCw} aria-label={`Try again: ${title}`}>
							Try again
						</Button>
					</SignedInForm>
				)}
			</Td>
		</Tr>
	);
};
