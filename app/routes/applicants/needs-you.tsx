import { useNavigate } from "@remix-run/react";
import { ChevronDown } from "lucide-react";
import { useMemo } from "react";
import type { ListAddress } from "#app/list/list-address";
import { type NeedCounts, needGroups, withoutSeen } from "#app/routes/applicants/need-groups";
import { useSeenNews } from "#app/routes/applicants/seen-applicants";
import { type Command, useCommands } from "#app/shell/commands";
import { Glyph } from "#app/ui/glyph";
import { Menu } from "#app/ui/menu/menu";
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
		<Menu
			align="start"
			button={
				<>
					Needs you
					<Glyph icon={ChevronDown} className="size-3.5 max-sm:hidden" />
				</>
			}
			buttonClassName="chip cursor-pointer border-control text-text hover:bg-hover"
			entries={groups.map(({ id, label, shown, to }) => ({
				id,
				to: below + to,
				label: (
					<span className="flex justify-between gap-4">
						{label}
						<span className="text-text-3 tabular-nums">{shown}</span>
					</span>
				),
			}))}
		/>
	);
};

export const NeedsYouSkeleton = () => (
	<div role="status" className="flex h-8 w-28.5 items-center max-sm:w-23">
		<VisuallyHidden>Loading what needs you</VisuallyHidden>
		<Skeleton className="w-full" />
	</div>
);
