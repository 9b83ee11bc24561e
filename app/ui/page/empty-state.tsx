import type { ReactNode } from "react";
import { useAnnounced } from "#app/ui/focus/announce";
import type { Icon } from "#app/ui/icon";

export interface EmptyStateProps {
	icon?: Icon;
	title: string;
	/** What this place is for. */
	children?: ReactNode;
	/** The one thing to do next. */
	action?: ReactNode;
}

export const EmptyState = ({ icon: Glyph, title, children, action }: EmptyStateProps) => {
	useAnnounced("Nothing to show");
	return (
		<div className="flex flex-col items-center gap-1 px-6 py-14 text-center">
			{Glyph && (
				<span
					aria-hidden
					className="mb-3 grid size-10 place-items-center rounded-lg border border-line bg-bg text-text-3"
				>
					<Glyph size={20} strokeWidth={1.5} />
				</span>
			)}
			<p className="font-medium">{title}</p>
			{children && <div className="max-w-sm text-text-2">{children}</div>}
			{action && <div className="mt-4 flex flex-wrap justify-center gap-2.5">{action}</div>}
		</div>
	);
};
