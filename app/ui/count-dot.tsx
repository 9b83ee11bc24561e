import { formatBadgeCount } from "#app/format/numbers";

// why: the number is drawn by the style, so that it is no second, competing text of its button.
/** The red count on the bell, '99+' above 99 (§2); nothing at zero. Decorative: its button's label says the count. */
export const CountDot = ({ count }: { count: number }) =>
	count > 0 ? (
		<span
			aria-hidden
			className="absolute top-0.5 left-4 h-4 min-w-4 rounded-full bg-alert px-1 text-center text-[10px] leading-4 font-medium text-alert-fg tabular-nums before:content-[attr(data-count)]"
			data-count={formatBadgeCount(count)}
		/>
	) : null;
