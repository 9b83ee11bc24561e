import { ArrowDown, ArrowUp } from "lucide-react";
import type { ComponentPropsWithoutRef, MouseEvent, PointerEvent, ReactNode } from "react";
import { classNames } from "#app/ui/class-names";
import { Glyph } from "#app/ui/glyph";
import { Link, type LinkProps } from "#app/ui/link";

/** Follows the link of the pressed row, unless text was selected. why not the link alone: it would cover the text. */
const openRow = (event: MouseEvent<HTMLElement>): void => {
	const { target } = event;
	if (event.defaultPrevented || !(target instanceof Element) || target.closest("a, button, input, label, summary"))
		return;
	if (window.getSelection()?.isCollapsed === false) return;
	const { ctrlKey, metaKey, shiftKey } = event;
	target
		.closest("tr")
		?.querySelector(".row-link")
		?.dispatchEvent(new window.MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
};

/** Gives a cell whose text is cut a title. why not with the row: most are not cut, and a page has hundreds. */
const nameCutText = ({ target }: PointerEvent<HTMLElement>): void => {
	const cell = target instanceof Element ? target.closest<HTMLElement>("td, tbody th") : null;
	if (!cell || cell.title) return;
	const isCut = [cell, ...cell.querySelectorAll("*")].some(
		(part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
	);
	// biome-ignore lint/performance/useDomNodeTextContent: the text as it is read, with spaces between the parts.
	if (isCut) cell.title = cell.innerText;
};

/** A table in its card. Widths are those of the heads, so that they do not change with the rows. */
export const Table = ({ label, busy, children }: { label: string; busy?: boolean; children: ReactNode }) => (
	// biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard has the row's link.
	<table
		aria-label={label}
		onClick={openRow}
		onPointerOver={nameCutText}
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
	/** Pixels or another length; the columns without one share the rest. why no share: the text in a column has its own width. */
	width?: number | string;
	numeric?: boolean;
	/** The address of the list sorted by this column; in the other order when it already is. */
	sortTo?: string;
	sorted?: "ascending" | "descending";
	/** A control at the end of the head, and the column's name without it. */
	aside?: ReactNode;
	label?: string;
	className?: string;
}

export const Th = ({ children, width, numeric = false, sortTo, sorted, aside, label, className }: ThProps) => {
	const Arrow = sorted === "descending" ? ArrowDown : ArrowUp;
	return (
		<th
			scope="col"
			aria-sort={sorted}
			aria-label={label}
			style={width === undefined ? undefined : { width }}
			className={classNames("row-head", numeric ? "text-right" : "text-left", className)}
		>
			{sortTo === undefined ? (
				children
			) : (
				<Link to={sortTo} preventScrollReset>
					{children}
					{sorted && <Glyph icon={Arrow} className="size-3" />}
				</Link>
			)}
			{aside && <span className="float-right">{aside}</span>}
		</th>
	);
};

export interface TrProps extends ComponentPropsWithoutRef<"tr"> {
	selected?: boolean;
}

/** A row of 40 or 32 px; a card below 1024 px, its cells placed by their `card`. */
export const Tr = ({ selected = false, className, ...rest }: TrProps) => (
	<tr {...rest} data-selected={selected || undefined} className={classNames("group row", className)} />
);

const places = {
	select: "cell-select",
	title: "cell-title",
	aside: "cell-aside",
	line: "cell-line",
	long: "cell-long",
	end: "cell-end",
	hidden: "cell-hidden",
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

/** A cell; the title is the header of its row, as which a `th` among `td` counts by itself. */
export const Td = ({ card, numeric = false, muted = false, clipped = true, className, ...rest }: TdProps) => {
	const Cell = card === "title" ? "th" : "td";
	return (
		<Cell
			{...rest}
			className={classNames(
				places[card],
				clipped && card !== "long" && (card === "title" ? "lg:truncate" : "truncate"),
				numeric && "lg:text-right",
				muted && "text-text-2",
				className,
			)}
		/>
	);
};

/** The link that the whole row activates, but for its other controls. */
export const RowLink = ({ className, ...rest }: LinkProps) => (
	<Link {...rest} className={classNames("row-link", className)} />
);
