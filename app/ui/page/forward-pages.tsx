import type { ReactNode } from "react";
import { LinkButton } from "#app/ui/button";

interface ForwardPagesProps {
	/** The address of the first page; null on that page. */
	firstTo: string | null;
	/** The address of the next page; null on the last one. */
	nextTo: string | null;
	/** How much this page shows. */
	children?: ReactNode;
}

/** The foot of a list that is only read forwards, page after page; nothing where one page holds it all. */
export const ForwardPages = ({ firstTo, nextTo, children }: ForwardPagesProps) =>
	firstTo === null && nextTo === null ? null : (
		<nav
			aria-label="Pages"
			className="flex flex-wrap items-center justify-end gap-2 border-t border-line px-3 py-2 text-text-2"
		>
			{children && <span className="mr-auto tabular-nums">{children}</span>}
			{firstTo !== null && (
				<LinkButton to={firstTo} size="small">
					First page
				</LinkButton>
			)}
			{nextTo !== null && (
				<LinkButton to={nextTo} rel="next" size="small">
					Next page
				</LinkButton>
			)}
		</nav>
	);
