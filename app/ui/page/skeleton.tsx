import { classNames } from "#app/ui/class-names";
import { VisuallyHidden } from "#app/ui/visually-hidden";

/** A grey block of the final size. It appears a moment late, so that it never flashes. */
export const Skeleton = ({ className }: { className?: string }) => (
	<span aria-hidden className={classNames("block h-3 animate-appear rounded-sm bg-line", className)} />
);

const widths = ["w-3/5", "w-2/5", "w-1/2", "w-1/3"];

/** Lines of information on its way (§9): beside something else, and in a panel of its own. */
export const infoLines = { few: 5, many: 13 } as const;

/** Lines of text to come, as many as the part has that they stand for, so that nothing moves when it arrives. */
export const SkeletonLines = ({ lines, label = "Loading" }: { lines: number; label?: string }) => (
	<div role="status" className="grid gap-0">
		<VisuallyHidden>{label}</VisuallyHidden>
		{Array.from({ length: lines }, (_, line) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: the lines have no identity and never move.
			<div key={line} className="flex h-9 items-center gap-2.5 border-b border-line">
				<Skeleton className="w-24" />
				<Skeleton className={widths[line % widths.length]} />
			</div>
		))}
	</div>
);
