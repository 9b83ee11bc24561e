import { formatBadgeCount } from "#app/format/numbers";
import { classNames } from "#app/ui/class-names";

// why: the number is drawn by CSS, so that it is not a second text of its button.
const dotClass =
	"absolute top-0.5 left-4 h-4 min-w-4 rounded-full px-1 text-center text-[10px] leading-4 font-medium tabular-nums before:content-[attr(data-count)]";

/** The red count on the bell: '99+' above 99 (§2), '?' if unknown. Decorative: its button's label says it. */
export const CountDot = ({ count }: { count: number | null }) =>
	count === null || count > 0 ? (
		<span
			aria-hidden
			className={classNames(dotClass, count === null ? "bg-text-2 text-bg" : "bg-alert text-alert-fg")}
			data-count={count === null ? "?" : formatBadgeCount(count)}
		/>
	) : null;
