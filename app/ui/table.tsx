import { Link, type LinkProps } from "@remix-run/react";
import { ArrowDown, ArrowUp } from "lucide-react";
import type { ComponentPropsWithoutRef, ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import { iconProps } from "#app/ui/icon";

/** A table in its card. Widths are those of the heads, so that they do not change with the rows. */
export const Table = ({ label, busy, children }: { label: string; busy?: boolean; children: ReactNode }) => (
	<table
		aria-label={label}
		aria-busy={busy || undefined}
		className="w-full table-fixed transition-opacity aria-busy:opacity-60 border-separate border-spacing-0 max-lg:block"
	>
		{children}
	</table>
);

/** The heads stay visible; `--sticky-top` is the height of what is already fixed above. */
export const TableHead = ({ children }: { children: ReactNode }) => (
	<thead className="sticky top-(--sticky-top,0px) z-10 max-lg:hidden">
		<tr>{children}</tr>
	</thead>
);

export const TableBody = ({ children }: { children: ReactNode }) => <tbody className="max-lg:block">{children}</tbody>;

export interface ThProps {
	children?: ReactNode;
	/** Pixels; the columns without one share the rest. */
	width?: number;
	numeric?: boolean;
	/** The address of the list sorted by this column; in the other order when it already is. */
	sortTo?: string;
	sorted?: "ascending" | "descending";
	className?: string;
}

export const Th = ({ children, width, numeric = false, sortTo, sorted, className }: ThProps) => {
	const Arrow = sorted === "descending" ? ArrowDown : ArrowUp;
	return (
		<th
			scope="col"
			aria-sort={sorted}
			style={width === undefined ? undefined : { width }}
			className={classNames(
				"h-9 border-b border-line bg-panel px-3 text-sm whitespace-nowrap text-text-3 first:rounded-tl-lg last:rounded-tr-lg",
				numeric ? "text-right" : "text-left",
				className,
			)}
		>
			{sortTo === undefined ? (
				children
			) : (
				<Link to={sortTo} preventScrollReset className="inline-flex items-center gap-1 rounded-sm hover:text-text">
					{children}
					{sorted && <Arrow {...iconProps} size={12} />}
				</Link>
			)}
		</th>
	);
};

export interface TrProps extends ComponentPropsWithoutRef<"tr"> {
	selected?: boolean;
	/** The keyboard's position in the list. */
	current?: boolean;
}

/** A row of 40 or 32 px; a card below 1024 px, its cells placed by their `card`. */
export const Tr = ({ selected = false, current = false, className, ...rest }: TrProps) => (
	<tr
		{...rest}
		data-selected={selected || undefined}
		data-current={current || undefined}
		className={classNames(
			"group relative transition-colors hover:bg-hover data-current:shadow-[inset_2px_0_var(--accent)] data-selected:bg-sel",
			"max-lg:grid max-lg:grid-cols-[auto_minmax(0,1fr)_auto] max-lg:items-center max-lg:gap-y-1 max-lg:border-b max-lg:border-line max-lg:px-3 max-lg:py-2.5 max-lg:first:rounded-t-lg max-lg:last:border-b-0",
			className,
		)}
	/>
);

const places = {
	select: "max-lg:col-start-1 max-lg:row-start-1 max-lg:mr-2.5",
	title: "max-lg:col-start-2 max-lg:row-start-1 max-lg:whitespace-normal",
	aside: "max-lg:col-start-3 max-lg:row-start-1 max-lg:ml-2",
	line: "max-lg:col-span-2 max-lg:col-start-2 max-lg:text-text-2",
	hidden: "max-lg:hidden",
};

export interface TdProps extends ComponentPropsWithoutRef<"td"> {
	/** Its place in the card of a narrow screen. */
	card: keyof typeof places;
	numeric?: boolean;
	/** Secondary: a number, a date. */
	muted?: boolean;
	/** False for a cell whose content overflows it, as a menu does. */
	clipped?: boolean;
}

export const Td = ({ card, numeric = false, muted = false, clipped = true, className, ...rest }: TdProps) => (
	<td
		{...rest}
		className={classNames(
			"h-row border-line px-3 group-last:border-b-0 max-lg:h-auto max-lg:p-0 lg:border-b",
			clipped && "truncate",
			numeric && "lg:text-right",
			muted && "text-text-2",
			places[card],
			className,
		)}
	/>
);

/** The link that the whole row activates. Other controls in the row need `relative z-1`. */
export const RowLink = ({ className, ...rest }: LinkProps) => (
	<Link
		{...rest}
		className={classNames(
			"inline-block leading-6 font-medium outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus",
			className,
		)}
	/>
);
