import { Link, useLocation } from "@remix-run/react";
import { formatBadgeCount, formatNumber } from "#app/format/numbers";
import { type ShownView, viewOf } from "#app/shell/saved-views";
import { useShell } from "#app/shell/shell-context";
import { classNames } from "#app/ui/class-names";
import { VisuallyHidden } from "#app/ui/visually-hidden";

/** A view's count: '99+' where it is counted no further. */
export const viewCount = ({ applicants, isCapped }: Pick<ShownView, "applicants" | "isCapped">): string | undefined => {
	if (applicants === null) return undefined;
	return isCapped ? formatBadgeCount(applicants) : formatNumber(applicants);
};

/** The pinned views below 'Process Applicants', each with how many applicants it holds now. */
export const PinnedViews = () => {
	const { orgName, views } = useShell();
	const { pathname, search } = useLocation();
	const pinned = views.filter(({ isPinned }) => isPinned);
	if (pinned.length === 0) return null;
	const base = `/${orgName}/applicants`;
	const open = pathname.startsWith(base) ? viewOf(search) : undefined;
	return (
		<ul aria-label="Pinned views" className="mb-1 ml-4 border-line border-l pl-1.5">
			{pinned.map((view) => (
				<li key={view.id}>
					<Link
						to={base + view.search}
						aria-current={open === view.search ? "page" : undefined}
						title={view.isShared ? `${view.name} (shared)` : view.name}
						className={classNames(
							"flex h-7 items-center gap-2 rounded-md px-2",
							open === view.search ? "font-medium text-accent" : "text-text-2 hover:bg-hover",
						)}
					>
						<span className="min-w-0 flex-1 truncate">{view.name}</span>
						<span className="text-sm tabular-nums text-text-3">
							{viewCount(view)}
							<VisuallyHidden> applicants</VisuallyHidden>
						</span>
					</Link>
				</li>
			))}
		</ul>
	);
};
