import { useFetcher, useLocation } from "@remix-run/react";
import { Bell as BellIcon, X } from "lucide-react";
import { useEffect, useState } from "react";
import { formatBadgeCount } from "#app/format/numbers";
import { forList, type NotificationPage, type UnreadPage } from "#app/shell/notifications/further-pages";
import { useMarkSeen } from "#app/shell/notifications/use-mark-seen";
import { useShell } from "#app/shell/shell-context";
import { Button } from "#app/ui/button";
import { CountDot } from "#app/ui/count-dot";
import { SurfaceDialog } from "#app/ui/dialog/surface-dialog";
import { IconButton, IconLink } from "#app/ui/icon-button";
import { ErrorState } from "#app/ui/page/error-state";
import { infoLines, SkeletonLines } from "#app/ui/page/skeleton";
import { useLazy } from "#app/ui/use-lazy";
import { screenProblems } from "#worker/contract/screen-problems";

const labelOf = (count: number | null): string => {
	// why: a bell without a count would say that nothing is new.
	if (count === null) return `Notifications: ${screenProblems.unread_unavailable.message}`;
	return count > 0 ? `Notifications, ${formatBadgeCount(count)} new` : "Notifications";
};

/** why: a notification's text depends on its kind of task; only users who open the bell need them. */
const load = async () => (await import("#app/shell/notifications/notification-list")).NotificationList;

const Listed = ({ page, onRetry }: { page: NotificationPage | UnreadPage | undefined; onRetry: () => void }) => {
	const List = useLazy(load);
	if (page && "problem" in page)
		return (
			<ErrorState
				title={screenProblems.notifications_unavailable.message}
				message={page.problem.error}
				action={<Button onClick={onRetry}>Try again</Button>}
			/>
		);
	return page && List ? <List first={page} /> : <SkeletonLines lines={infoLines.many} />;
};

/** The bell with its count ('99+' above 99) and the side sheet it opens (§2); without JavaScript a link to the page. */
export const Bell = () => {
	const { orgName, newNotifications } = useShell();
	const [isOpen, setOpen] = useState(false);
	const page = useFetcher<NotificationPage | UnreadPage>();
	const markSeen = useMarkSeen();
	const url = `/${orgName}/notices`;

	const open = () => {
		setOpen(true);
		page.load(`${url}?${forList}`);
		// why: the page that the link leads to does the same.
		markSeen();
	};
	const close = () => setOpen(false);
	// why: a chosen notification opens a page, over which the sheet would stay.
	const { key } = useLocation();
	// biome-ignore lint/correctness/useExhaustiveDependencies: once for every page.
	useEffect(() => setOpen(false), [key]);
	return (
		<>
			<IconLink
				to={url}
				icon={BellIcon}
				label={labelOf(newNotifications)}
				badge={<CountDot count={newNotifications} />}
				onClick={(event) => {
					if (event.metaKey || event.ctrlKey || event.shiftKey) return;
					event.preventDefault();
					open();
				}}
			/>
			{isOpen && (
				<SurfaceDialog
					label="Notifications"
					width={448}
					className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none max-w-full animate-slide overflow-y-auto border-l bg-bg p-4"
					onClose={close}
				>
					<div className="flex items-center justify-between">
						<h2 className="text-lg">Notifications</h2>
						<IconButton type="button" icon={X} label="Close notifications" onClick={close} />
					</div>
					<Listed page={page.data} onRetry={open} />
				</SurfaceDialog>
			)}
		</>
	);
};
