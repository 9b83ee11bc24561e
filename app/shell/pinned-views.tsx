import { useLocation } from "@remix-run/react";
import { formatBadgeCount, formatNumber } from "#app/format/numbers";
import { type ShownView, viewOf } from "#app/shell/saved-views";
import { useShell } from "#app/shell/shell-context";
import { classNames } from "#app/ui/class-names";
import { Link } from "#app/ui/link";
import { VisuallyHidden } from "#app/ui/visually-hidden";

/** A view's count: '99+' where it is counted no further. */
export const viewCount = ({ applicants, isCapped }: Pick<ShownView, "applicants" | "isCapped">): string | undefined => {
	if (applicants === null) return undefined;
	return isCapped ? formatBadgeCount(applicants) : formatNumber(applicants);
};

/**
 * The pinned views below 'Process Applicants', each with its present number of applicants; in a folded navigation as
 * initials above their number.
 */
export const PinnedViews = ({ folded }: { folded: boolean }) => {
	const { orgName, views } = useShell();
	const { pathname, search } = useLocation();
	const pinned = views.filter(({ isPinned }) => isPinned);
	if (pinned.length === 0) return null;
	const base = `/${orgName}/applicants`;
	const open = pathname.startsWith(base) ? viewOf(search) : undefined;
	return (
		<ul aria-label="Pinned views" className={folded ? "mb-1" : "mb-1 ml-4 border-line border-l pl-1.5"}>
			{pinned.map((view) => (
				<li key={view.id}>
					<Link
						to={base + view.search}
						aria-current={open === view.search ? "page" : undefined}
						title={view.isShared ? `${view.name} (shared)` : view.name}
						className={classNames(
							"flex items-center rounded-md",
							folded ? "h-10 flex-col justify-center leading-4" : "h-7 gap-2 px-2",
							open === view.search ? "font-medium text-accent" : "text-text-2 hover:bg-hover",
						)}
					>
						{folded ? <FoldedView {...view} /> : <NamedView {...view} />}
					</Link>
				</li>
			))}
		</ul>
	);
};

const countClass = "text-sm tabular-nums text-text-3";

const NamedView = (view: ShownView) => (
	<>
		<span className="min-w-0 flex-1 truncate">{view.name}</span>
		<span className={countClass}>
			{viewCount(view)}
			<VisuallyHidden> applicants</VisuallyHidden>
		</span>
	</>
);

const FoldedView = (view: ShownView) => (
	<>
		<VisuallyHidden>{`${view.name} ${viewCount(view)} applicants`}</VisuallyHidden>
		<span aria-hidden>{initialsOf(view.name)}</span>
		<span aria-hidden className={countClass}>
			{formatBadgeCount(view.applicants ?? 0)}
		</span>
	</>
);

/** Returns the first letters of a name's first two words. */
const initialsOf = (name: string): string => {
	const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
	return words
		.map((word) => [...word][0])
		.join("")
		.slice(0, 2)
		.toUpperCase();
};
