import { Link, useFetcher } from "@remix-run/react";
import { Bell, Circle, CircleCheck, Trash2 } from "lucide-react";
import { useEffect, useState } from "react";
import { formatAgo } from "#app/format/relative-time";
import { describeNotification } from "#app/shell/notifications/describe-notification";
import { forList, joinPages, type NotificationPage, type UnreadPage } from "#app/shell/notifications/further-pages";
import { type NoticeAnswer, useProblemToast } from "#app/shell/notifications/use-problem-toast";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { classNames } from "#app/ui/class-names";
import { SignedInForm } from "#app/ui/form/form";
import { IconButton } from "#app/ui/icon-button";
import { EmptyState } from "#app/ui/page/empty-state";
import { TextLink } from "#app/ui/text-link";
import type { Notification } from "#worker/services/notifications/contract";

/** Notifications in pages of 15 (§9), further ones as the reader scrolls, or by a link. */
export const NotificationList = ({ first }: { first: NotificationPage }) => {
	const { orgName } = useShell();
	const { rows, nextPage, sentinel } = useMoreNotifications(first);
	return (
		<>
			<div className="flex flex-wrap items-center justify-between gap-2 py-2">
				<label className="flex items-center gap-2 text-sm text-text-3">
					{/* why: shown disabled, as §2 has it. */}
					<input type="checkbox" role="switch" disabled aria-checked={false} />
					Show only unread notifications
				</label>
				<NotificationForm intent="read-all" page={first.page}>
					<Button variant="ghost" size="small">
						Mark all as read
					</Button>
				</NotificationForm>
			</div>
			{rows.length === 0 ? (
				<EmptyState icon={Bell} title="No notifications">
					New submissions and finished tasks show up here.
				</EmptyState>
			) : (
				<ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-panel">
					{rows.map((notification) => (
						<Row key={notification.id} notification={notification} now={first.now} page={first.page} />
					))}
				</ul>
			)}
			{nextPage !== undefined && (
				<p ref={sentinel} className="py-3 text-center">
					<TextLink to={`/${orgName}/notices?page=${nextPage}`}>More notifications</TextLink>
				</p>
			)}
		</>
	);
};

const tones = { neutral: "text-text", success: "text-green", error: "text-red" };

const Row = ({ notification, now, page }: { notification: Notification; now: number; page: number }) => {
	const { orgName, organisation } = useShell();
	const { title, detail, path, tone } = describeNotification(notification, organisation.aliases.course);
	const { id, read, createdAt } = notification;
	return (
		<li className={classNames("flex items-start gap-3 px-3 py-2.5", !read && "bg-accent-soft")}>
			<div className="min-w-0 flex-1">
				<p className={classNames(!read && "font-medium", tones[tone])}>
					{path ? (
						<Link to={`/${orgName}/${path}`} className="hover:underline">
							{title}
						</Link>
					) : (
						title
					)}
					{!read && <span className="sr-only"> (unread)</span>}
				</p>
				{detail && <p className="text-text-2">{detail}</p>}
				<p className="text-sm text-text-3">
					<time dateTime={new Date(createdAt).toISOString()}>{formatAgo(createdAt, now)}</time>
				</p>
			</div>
			<NotificationForm intent={read ? "unread" : "read"} id={id} page={page}>
				<IconButton
					size="small"
					icon={read ? Circle : CircleCheck}
					label={`Mark as ${read ? "unread" : "read"}: ${title}`}
				/>
			</NotificationForm>
			<NotificationForm intent="delete" id={id} page={page}>
				<IconButton size="small" icon={Trash2} label={`Delete: ${title}`} />
			</NotificationForm>
		</li>
	);
};

interface NotificationFormProps {
	intent: "read" | "unread" | "read-all" | "delete";
	id?: string;
	page: number;
	children: React.ReactNode;
}

/** Posts in place with JavaScript, and as a page without. */
const NotificationForm = ({ intent, id, page, children }: NotificationFormProps) => {
	const { orgName } = useShell();
	const fetcher = useFetcher<NoticeAnswer>();
	useProblemToast(fetcher.data);
	return (
		<SignedInForm fetcher={fetcher} method="post" action={`/${orgName}/notices`}>
			<input type="hidden" name="intent" value={intent} />
			<input type="hidden" name="page" value={page} />
			{id && <input type="hidden" name="id" value={id} />}
			{children}
		</SignedInForm>
	);
};

/** Returns the first page, and the pages after it as `sentinel`, put at their end, scrolls into view. */
const useMoreNotifications = (first: NotificationPage) => {
	const { orgName } = useShell();
	// why: one reading for all of them; a revalidation of the first page repeats the fetcher's last address too.
	const { load, state, data } = useFetcher<NotificationPage | UnreadPage>();
	const isRead = data === undefined || !("problem" in data);
	const { rows, nextPage, loadTo } = joinPages(first, isRead ? data : undefined);
	const further = `/${orgName}/notices?page=${first.page + 1}&through=${loadTo}&${forList}`;
	// why none after a failure: the link that stays leads to the page that says so.
	const address = loadTo !== undefined && isRead ? further : undefined;

	const [end, setEnd] = useState<Element | null>(null);
	useEffect(() => {
		if (!end || !address || state !== "idle") return;
		const watcher = new IntersectionObserver(([entry]) => {
			if (entry?.isIntersecting) load(address);
		});
		watcher.observe(end);
		return () => watcher.disconnect();
	}, [end, address, state, load]);

	return { rows, nextPage, sentinel: setEnd };
};
