import { useLocation } from "@remix-run/react";
import { formatAtMost, formatNumber } from "#app/format/numbers";
import { type ShownView, type ViewCount, type ViewCounts, viewOf } from "#app/shell/saved-views";
import { useShell } from "#app/shell/shell-context";
import { classNames } from "#app/ui/class-names";
import { Later } from "#app/ui/later";
import { Link } from "#app/ui/link";
import { Skeleton } from "#app/ui/page/skeleton";
import { VisuallyHidden } from "#app/ui/visually-hidden";
import { countedAtMost } from "#worker/contract/applicant-filter";

/** A view's count: '1,000+' where it is counted no further. */
export const viewCount = ({ applicants, isCapped }: ViewCount): string =>
	isCapped ? formatAtMost(applicants, countedAtMost) : formatNumber(applicants);

/** The pinned views under a heading of their own, with their counts; initials in a folded navigation. */
export const PinnedViews = ({ folded }: { folded: boolean }) => {
	const { views, viewCounts } = useShell();
	const pinned = views.filter(({ isPinned }) => isPinned);
	if (pinned.length === 0) return null;
	const listed = { folded, pinned };
	return (
		<Later part={viewCounts} skeleton={<PinnedList {...listed} />} without={<PinnedList {...listed} />}>
			{(counts) => <PinnedList {...listed} counts={counts} />}
		</Later>
	);
};

interface PinnedListProps {
	folded: boolean;
	pinned: readonly ShownView[];
	/** Left out while they are not there. */
	counts?: ViewCounts;
}

const PinnedList = ({ folded, pinned, counts }: PinnedListProps) => {
	const { orgName } = useShell();
	const { pathname, search } = useLocation();
	const base = `/${orgName}/applicants`;
	const open = pathname.startsWith(base) ? viewOf(search) : undefined;
	return (
		<div className={folded ? "mt-1 border-line border-t pt-1" : "mt-3"}>
			{!folded && <p className="px-2 pb-1 text-sm text-text-3">Pinned views</p>}
			<ul aria-label="Pinned views">
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
							{folded ? (
								<FoldedView name={view.name} count={counts?.[view.id]} />
							) : (
								<NamedView name={view.name} count={counts?.[view.id]} />
							)}
						</Link>
					</li>
				))}
			</ul>
		</div>
	);
};

const countClass = "text-sm tabular-nums text-text-3";

interface CountedView {
	name: string;
	count: ViewCount | undefined;
}

const NamedView = ({ name, count }: CountedView) => (
	<>
		<span className="min-w-0 flex-1 truncate">{name}</span>
		{count ? (
			<span className={countClass}>
				{viewCount(count)}
				<VisuallyHidden> applicants</VisuallyHidden>
			</span>
		) : (
			<Skeleton className="w-6" />
		)}
	</>
);

const FoldedView = ({ name, count }: CountedView) => (
	<>
		<VisuallyHidden>{count ? `${name} ${viewCount(count)} applicants` : name}</VisuallyHidden>
		<span aria-hidden>{initialsOf(name)}</span>
		{count ? (
			<span aria-hidden className={countClass}>
				{viewCount(count)}
			</span>
		) : (
			<Skeleton className="my-0.5 w-6" />
		)}
	</>
);

const initialsOf = (name: string): string => {
	const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
	return words
		.map((word) => [...word][0])
		.join("")
		.slice(0, 2)
		.toUpperCase();
};
