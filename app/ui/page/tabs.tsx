import { type ReactNode, useEffect, useRef } from "react";
import { formatNumber } from "#app/format/numbers";
import { classNames } from "#app/ui/class-names";
import { Link } from "#app/ui/link";

export interface Tab {
	to: string;
	label: string;
	current: boolean;
	/** How many it leads to; a text for a count that stops. */
	count?: number | string;
	/** Next to the label: an unread dot. */
	marker?: ReactNode;
}

export interface TabsProps {
	label: string;
	tabs: readonly Tab[];
	/** For tabs that end a header, which has a line of its own. */
	withoutLine?: boolean;
	className?: string;
}

export const TabLabel = ({ label, count, marker }: Pick<Tab, "label" | "count" | "marker">) => (
	<>
		{label}
		{count !== undefined && (
			<span className="font-normal text-text-3 tabular-nums">
				{typeof count === "number" ? formatNumber(count) : count}
			</span>
		)}
		{marker}
	</>
);

/** Tabs are links: each is an address. They scroll sideways where there is no room. */
export const Tabs = ({ label, tabs, withoutLine = false, className }: TabsProps) => {
	const current = useRef<HTMLAnchorElement>(null);
	const currentTo = tabs.find((tab) => tab.current)?.to;
	useEffect(() => {
		if (currentTo) current.current?.scrollIntoView({ block: "nearest", inline: "nearest" });
	}, [currentTo]);
	return (
		<nav
			aria-label={label}
			className={classNames("scrollbar-none overflow-x-auto", !withoutLine && "border-b border-line", className)}
		>
			<ul className="flex w-max min-w-full gap-0.5">
				{tabs.map((tab) => (
					<li key={tab.to}>
						<Link
							ref={tab.current ? current : undefined}
							to={tab.to}
							preventScrollReset
							aria-current={tab.current ? "page" : undefined}
							className="tab"
						>
							<TabLabel {...tab} />
						</Link>
					</li>
				))}
			</ul>
		</nav>
	);
};
