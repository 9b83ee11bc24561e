import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names";

/** What happened, one entry below the other. */
export const Timeline = ({ children }: { children: ReactNode }) => <ol className="ml-1">{children}</ol>;

interface TimelineItemProps {
	title: ReactNode;
	/** The text: a comment, a change. */
	detail?: ReactNode;
	meta?: ReactNode;
	current?: boolean;
}

export const TimelineItem = ({ title, detail, meta, current = false }: TimelineItemProps) => (
	<li className="relative border-l border-line-2 pb-4 pl-4.5 last:border-transparent last:pb-0">
		<span
			aria-hidden
			className={classNames(
				"absolute top-1.5 -left-[4.5px] size-2 rounded-full ring-3 ring-panel",
				current ? "bg-accent" : "bg-control",
			)}
		/>
		<div className="font-medium">{title}</div>
		{detail && <div className="text-text-2">{detail}</div>}
		{meta && <div className="text-sm text-text-3">{meta}</div>}
	</li>
);
