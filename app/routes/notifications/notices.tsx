import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import {
	type ClientLoaderFunctionArgs,
	isRouteErrorResponse,
	useLoaderData,
	useLocation,
	useRouteError,
} from "@remix-run/react";
import { useEffect } from "react";
import type { ApiClient } from "#app/api/client";
import { keepPage, problemOf } from "#app/api/keep-page";
import { httpStatus, orThrow, problemResponse } from "#app/api/problem-response";
import { saidAs } from "#app/api/said-as.server";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireUser } from "#app/session/require-user.server";
import {
	forList,
	maxFurtherPages,
	type NotificationPage,
	type UnreadPage,
} from "#app/shell/notifications/further-pages";
import { NotificationList } from "#app/shell/notifications/notification-list";
import { useMarkSeen } from "#app/shell/notifications/use-mark-seen";
import { ProblemPage } from "#app/shell/problem-page";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titled } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { SignedInForm } from "#app/ui/form/form";
import { PageHeader } from "#app/ui/page/page-header";
import type { Problem } from "#worker/contract/problems";
import { fail, ok, type Result } from "#worker/contract/result";
import { screenProblems } from "#worker/contract/screen-problems";
import {
	deleteNotification,
	listNotifications,
	markAllRead,
	markSeen,
	updateNotification,
} from "#worker/services/notifications/contract";

export const meta = titled("Notifications");

/** Loads a page of the user's notifications: the side sheet's content, and a page of its own without JavaScript. */
export const loader = async (args: LoaderFunctionArgs) => {
	await requireUser(args);
	return json(orThrow(await readNotices(args.context.api, new URL(args.request.url).searchParams)));
};

/** Returns a failure to the list that asked. why: a thrown one would replace the screen that it is shown over. */
export const clientLoader = async ({ request, serverLoader }: ClientLoaderFunctionArgs) => {
	try {
		return await serverLoader<typeof loader>();
	} catch (error) {
		const isAnswer = error instanceof Response && error.status < 500;
		if (isAnswer || !new URL(request.url).searchParams.has(forList)) throw error;
		return { problem: await problemOf(error) } satisfies UnreadPage;
	}
};

/** Answers a list or the bell when no response comes, or a 5xx, in which case the screen stays (§8). */
export const clientAction = keepPage<typeof action>(({ problem }) => ({ problem }));

/** why: once opened, the bell loads them again after every form. */
export const { handle, shouldRevalidate } = shows({ notifications: true });

/** Marks one read or unread, all read or all seen, or deletes one. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName } = await requireUser(args);
	const form = await readSignedInForm(args.request, args.context);
	const changed = await change(args, form);
	if (!changed.ok) {
		const problem = saidAs(changed.problem, failed[String(form.get("intent"))]);
		if (wantsData(args.request)) return json({ problem: problem as Problem | null }, { status: httpStatus(problem) });
		throw problemResponse(problem);
	}
	if (wantsData(args.request)) return json({ problem: null });
	return redirect(`/${orgName}/notices?page=${Number(form.get("page")) || 0}`);
};

/** What is said where something failed, by what was tried (§8). */
const failed: Readonly<Record<string, string>> = {
	read: "Unable to read notification",
	delete: "Unable to delete notifications",
};

const change = async ({ context: { api } }: ActionFunctionArgs, form: FormData): Promise<Result<unknown>> => {
	const params = { id: String(form.get("id") ?? "") };
	switch (form.get("intent")) {
		case "seen":
			return api.call(markSeen, {});
		case "read-all":
			return api.call(markAllRead, {});
		case "delete":
			return api.call(deleteNotification, { params });
		case "read":
		case "unread":
			return api.call(updateNotification, { params, body: { read: form.get("intent") === "read" } });
		default:
			return fail("malformed");
	}
};

/** Checks whether the panel's fetcher asks. why: Remix removes `_data` from the address before an action sees it. */
const wantsData = (request: Request): boolean => !request.headers.get("accept")?.includes("text/html");

const Notices = () => {
	const first = useLoaderData<typeof loader>();
	// why a key: each visit to this page starts from its own first page.
	const { key } = useLocation();
	return (
		<div key={key} className="max-w-2xl">
			<PageHeader title="Notifications" actions={<MarkSeen page={first.page} />} />
			<NotificationList first={first} />
		</div>
	);
};
export default Notices;

/** Reads the user's notifications, 15 a page (§9): one `page`, or all from it `through` a later one. */
const readNotices = async (api: ApiClient, asked: URLSearchParams): Promise<Result<NotificationPage>> => {
	const page = asked.get("page") ?? "0";
	const read = (one: string) => api.call(listNotifications, { query: { page: one, size: "15" } });
	const [first, ...further] = await Promise.all([read(page), ...pagesAfter(page, asked.get("through")).map(read)]);
	if (!first.ok) return first;
	const data = [...first.value.data];
	for (const answer of further) {
		if (!answer.ok) return answer;
		data.push(...answer.value.data);
	}
	return ok({ ...first.value, data, lastPage: first.value.page + further.length, now: Date.now() });
};

/** Empty when either is no number; the services report an invalid page. */
const pagesAfter = (page: string, through: string | null): string[] => {
	const count = Math.min(Number(through) - Number(page), maxFurtherPages - 1);
	return count > 0 ? Array.from({ length: count }, (_, index) => String(Number(page) + index + 1)) : [];
};

/** Marks notifications as seen when they are opened (§4); without JavaScript a button does it. */
const MarkSeen = ({ page }: { page: number }) => {
	const { orgName, newNotifications } = useShell();
	const markSeen = useMarkSeen();
	useEffect(markSeen, [markSeen]);
	if (newNotifications === 0) return null;
	return (
		<noscript>
			<SignedInForm action={`/${orgName}/notices`}>
				<input type="hidden" name="intent" value="seen" />
				<input type="hidden" name="page" value={page} />
				<Button size="small">Mark as seen</Button>
			</SignedInForm>
		</noscript>
	);
};

export const ErrorBoundary = () => {
	const error = useRouteError();
	const said: unknown = isRouteErrorResponse(error) ? error.data.error : undefined;
	const title = Object.values(failed).find((text) => text === said) ?? screenProblems.notifications_unavailable.message;
	return <ProblemPage texts={{ 500: { title, message: screenProblems.internal.message } }} />;
};
