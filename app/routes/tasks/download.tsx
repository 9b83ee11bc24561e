import { json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useSearchParams } from "@remix-run/react";
import { ArrowLeft, CircleAlert, CircleCheck, FileDown, Hourglass, RotateCw } from "lucide-react";
import { type RefObject, useEffect, useRef } from "react";
import * as v from "valibot";
import { orThrow } from "#app/api/problem-response";
import { formatNumber } from "#app/format/numbers";
import { dropDownloads } from "#app/session/downloads.server";
import { requireUser } from "#app/session/require-user.server";
import { formatDrawn, formatExported } from "#app/shell/notifications/task-files";
import { ProblemPage } from "#app/shell/problem-page";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { SignedInForm } from "#app/ui/form/form";
import { iconProps } from "#app/ui/icon";
import { MessagePage } from "#app/ui/page/message-page";
import { ProgressBar } from "#app/ui/page/progress-bar";
import { useRereadWhile } from "#app/ui/use-reread-while";
import { screenProblems } from "#worker/contract/screen-problems";
import { TaskFile } from "#worker/contract/task-file";
import { formatKilobytes } from "#worker/contract/text/printed-text";
import { getTask } from "#worker/services/tasks/contract";

export const meta = titled("Download");

/** Loads the progress of one of the user's tasks, and its file (§3 Task). */
export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireUser(args);
	const params = { id: args.params.taskId ?? "" };
	const { status, complete, done, total, result, mayRetry } = orThrow(await args.context.api.call(getTask, { params }));
	const [file, failure] = [v.safeParse(TaskFile, result), v.safeParse(v.object({ reason: v.string() }), result)];
	const seen = complete ? dropDownloads({ request: args.request, orgName }, [params.id]) : undefined;
	const headers: HeadersInit = seen ? { "set-cookie": seen } : {};
	const state = {
		id: params.id,
		all: `/${orgName}/downloads`,
		list: `/${orgName}/applicants`,
		base: `/${orgName}`,
		status,
		done,
		total,
		mayRetry,
		reason: failure.success ? failure.output.reason : null,
		file: file.success ? file.output : null,
	};
	return json(state, { headers });
};

export const { handle, shouldRevalidate } = shows({ tasks: true });

/** §9: downloads are polled every 10 seconds. */
const pollingMs = 10_000;

const Download = () => {
	const { id, base, all, list, status, done, total, mayRetry, reason, file } = useLoaderData<typeof loader>();
	const here = `${all}/${id}`;
	const { search } = useLocation();
	const from = new URLSearchParams(search).get("back") ?? "";
	const isFromElsewhere = /^[a-z-]+(\/[\w-]+)*$/.test(from);
	const startsItself = new URLSearchParams(search).get("start") === "auto";
	const back = (
		<LinkButton to={isFromElsewhere ? `${base}/${from}` : list + search} icon={ArrowLeft}>
			{isFromElsewhere ? "Back" : "Back to the applicants"}
		</LinkButton>
	);
	const link = useRef<HTMLAnchorElement>(null);
	useDownloadOnce(link, startsItself && file !== null && status === "SUCCESS");
	useRereadWhile(status === "STARTED", pollingMs);
	if (status === "FAILED")
		return (
			<MessagePage
				icon={CircleAlert}
				title="The file could not be made"
				tone="danger"
				isWholePage={false}
				action={
					<>
						{mayRetry && (
							<SignedInForm action={all}>
								<input type="hidden" name="id" value={id} />
								<Button variant="primary" icon={RotateCw}>
									Try again
								</Button>
							</SignedInForm>
						)}
						<LinkButton to={all}>All downloads</LinkButton>
						{back}
					</>
				}
			>
				{reason ?? screenProblems.internal.message}
			</MessagePage>
		);
	if (file && status === "SUCCESS")
		return (
			<MessagePage
				icon={FileDown}
				title={file.name}
				tone="success"
				isWholePage={false}
				action={
					<>
						<a ref={link} href={`${here}/file`} download={file.name} className={buttonClass({ variant: "primary" })}>
							<FileDown {...iconProps} />
							Download
						</a>
						{back}
					</>
				}
			>
				{file.rows !== undefined && <p>{formatExported({ rows: file.rows, leftOut: file.leftOut ?? 0 })}</p>}
				{file.drawn !== undefined && <p>{formatDrawn({ drawn: file.drawn, leftOut: file.leftOut ?? 0 })}</p>}
				<p>Ready to download, {formatKilobytes(file.size)}. It is kept for a week.</p>
				{startsItself && (
					<noscript>
						<meta httpEquiv="refresh" content={`1; url=${here}/file`} />
					</noscript>
				)}
			</MessagePage>
		);
	return (
		<MessagePage
			icon={status === "STARTED" ? Hourglass : CircleCheck}
			title={status === "STARTED" ? "The file is being made" : "Done"}
			isWholePage={false}
			action={
				<>
					{status === "STARTED" && (
						<LinkButton to={here + search} replace>
							Refresh
						</LinkButton>
					)}
					{back}
				</>
			}
		>
			<p role="status">
				{formatNumber(done)} of {formatNumber(total)} done.
			</p>
			{status === "STARTED" && (
				<>
					<ProgressBar done={done} total={total} />
					<p className="mt-3">
						{startsItself
							? "It is downloaded automatically as soon as it is ready."
							: "You will be notified when it is ready: you may leave this page."}
					</p>
					<noscript>
						<meta httpEquiv="refresh" content={String(pollingMs / 1_000)} />
					</noscript>
				</>
			)}
		</MessagePage>
	);
};
export default Download;

/** Follows the link of a file that is to be downloaded by itself. why once: the page is read again while it is open. */
const useDownloadOnce = (link: RefObject<HTMLAnchorElement>, isReady: boolean): void => {
	const isDone = useRef(false);
	const [params, setParams] = useSearchParams();
	useEffect(() => {
		if (!isReady || isDone.current) return;
		isDone.current = true;
		link.current?.click();
		// why: a page that is opened again from the history must not download again.
		const others = new URLSearchParams(params);
		others.delete("start");
		setParams(others, { replace: true, preventScrollReset: true });
	}, [isReady, link, params, setParams]);
};

export const ErrorBoundary = () => (
	<ProblemPage
		texts={{ 404: { title: "Page not Found", message: "This download does not exist, or belongs to somebody else." } }}
	/>
);
