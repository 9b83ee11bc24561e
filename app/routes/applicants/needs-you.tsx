import { useNavigate } from "@remix-run/react";
import { useMemo } from "react";
import type { ListAddress } from "#app/list/list-address";
import { type NeedCounts, needGroups, withoutSeen } from "#app/routes/applicants/needs";
import { useSeenNews } from "#app/routes/applicants/seen-applicants";
import { type Command, useCommands } from "#app/shell/commands";
import { classNames } from "#app/ui/class-names";
import { Link } from "#app/ui/link";
import { Skeleton } from "#app/ui/page/skeleton";
import { VisuallyHidden } from "#app/ui/visually-hidden";

interface NeedsYouProps {
	base: string;
	address: ListAddress;
	counts: NeedCounts;
}

/** Links to the groups of applicants that wait for the office, with their counts; the palette has the same links. */
export const NeedsYou = ({ base, address, counts }: NeedsYouProps) => {
	const navigate = useNavigate();
	const seen = useSeenNews(counts.news);
	const below = base.replace(/applicants$/, "");
	const groups = useMemo(() => needGroups(withoutSeen(counts, seen), address), [counts, seen, address]);
	const commands = useMemo(
		() =>
			groups.map(
				({ id, label, to }): Command => ({
					id: `needs-${id}`,
					title: `Needs you: ${label}`,
					group: "List",
					keywords: "work queue list show applicants",
					run: () => navigate(below + to),
				}),
			),
		[groups, below, navigate],
	);
	useCommands(commands);
	if (groups.length === 0) return null;
	return (
		<nav
			aria-labelledby="needs-you"
			className="scrollbar-none mt-3 flex items-center gap-x-2 gap-y-1.5 max-sm:overflow-x-auto sm:flex-wrap"
		>
			<h2 id="needs-you" className="shrink-0 text-sm font-normal text-text-3">
				Needs you
			</h2>
			<ul className="contents">
				{groups.map(({ id, label, shown, to, current }) => (
					<li key={id}>
						<Link
							to={below + to}
							aria-current={current ? "page" : undefined}
							className={classNames(
								"flex h-7 items-center gap-1.5 rounded-md border px-2 whitespace-nowrap transition-colors",
								current
									? "border-transparent bg-accent-soft font-medium text-accent"
									: "border-line text-text-2 hover:border-line-2 hover:text-text",
							)}
						>
							{label}
							<span className="font-normal tabular-nums">{shown}</span>
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
};

export const NeedsYouSkeleton = () => (
	<div role="status" className="mt-3 flex h-7 items-center gap-2">
		<VisuallyHidden>Loading what needs you</VisuallyHidden>
		{["w-16", "w-24", "w-36", "w-36"].map((width, place) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: the blocks have no id and keep their order.
			<Skeleton key={place} className={width} />
		))}
	</div>
);
