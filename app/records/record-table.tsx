import type { ReactNode } from "react";
import { SortForm } from "#app/records/sort-form";
import { Card } from "#app/ui/card";
import { Pagination, type PaginationProps } from "#app/ui/page/pagination";
import { Table, TableBody, TableHead, Td, type TdProps, Th, Tr } from "#app/ui/table";

export interface Column<Row> extends Pick<TdProps, "card" | "numeric" | "muted" | "clipped" | "className"> {
	heading: string;
	/** In pixels; columns without it share the rest. */
	width?: number;
	/** Returns the whole text of a cell that may be cut off: its title, and its content without `cell`. */
	text?(row: Row): string | undefined;
	cell?(row: Row): ReactNode;
	/** Whether a card says its heading before it, as it does before a number. */
	isNamedInCard?: boolean;
	/** What the list is sorted by when its heading is pressed. */
	sort?: string;
}

/** The order of a list, and the address of another one. */
export interface Sorting {
	by: string;
	to(sort: string): string;
}

interface RecordTableProps<Row> {
	label: string;
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	keyOf(row: Row): string | number;
	/** Returns the id of a row's element, by which the keyboard finds it. */
	elementIdOf?: (row: Row) => string;
	busy?: boolean;
	/** Left out where the list is short and comes whole. */
	pages?: PaginationProps;
	sorting?: Sorting;
	/** A last line for all rows, also those of other pages. */
	total?: { label: string; text: string };
	empty: ReactNode;
	/** What is wrong with the days of the list's filter, which says it: nothing else is shown then. */
	wrongDays?: string | null | undefined;
}

/** Returns what a heading shows of the order, and where it leads: to the other direction if the list is sorted by it. */
const sortOf = (sort: string | undefined, sorting: Sorting | undefined) => {
	if (sort === undefined || !sorting) return {};
	const sorted = { [sort]: "ascending", [`-${sort}`]: "descending" } as const;
	return { sortTo: sorting.to(sorting.by === sort ? `-${sort}` : sort), sorted: sorted[sorting.by] };
};

export const RecordTable = <Row,>(props: RecordTableProps<Row>) => {
	const { label, columns, rows, keyOf, elementIdOf, busy, pages, sorting, total, empty, wrongDays } = props;
	if (wrongDays) return null;
	return (
		<Card>
			{rows.length === 0 ? (
				empty
			) : (
				<>
					{sorting && <SortForm columns={columns} sorting={sorting} />}
					<Table label={label} busy={busy}>
						<TableHead>
							{columns.map(({ heading, width, numeric, sort }) => (
								<Th key={heading} width={width} numeric={numeric} {...sortOf(sort, sorting)}>
									{heading}
								</Th>
							))}
						</TableHead>
						<TableBody>
							{rows.map((row) => (
								<Tr key={keyOf(row)} id={elementIdOf?.(row)}>
									{columns.map(({ heading, width: _, sort: __, isNamedInCard, text, cell = text, ...place }) => (
										<Td key={heading} {...place} title={text?.(row)}>
											{/* why: in a card no heading says what a number counts, or which date it is. */}
											{(isNamedInCard ?? place.numeric) && place.card !== "hidden" && (
												<span className="text-text-3 lg:hidden">{heading}: </span>
											)}
											{cell?.(row)}
										</Td>
									))}
								</Tr>
							))}
						</TableBody>
					</Table>
					{total && (
						<p className="flex flex-wrap justify-between gap-x-4 border-t border-line px-3 py-2.5 font-medium tabular-nums">
							<span>{total.label}</span> <span>{total.text}</span>
						</p>
					)}
					{pages && <Pagination {...pages} />}
				</>
			)}
		</Card>
	);
};
