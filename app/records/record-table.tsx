import type { ReactNode } from "react";
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
}

interface RecordTableProps<Row> {
	label: string;
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	keyOf(row: Row): string | number;
	pages: PaginationProps;
	empty: ReactNode;
}

export const RecordTable = <Row,>({ label, columns, rows, keyOf, pages, empty }: RecordTableProps<Row>) => (
	<Card>
		{rows.length === 0 ? (
			empty
		) : (
			<>
				<Table label={label}>
					<TableHead>
						{columns.map(({ heading, width, numeric }) => (
							<Th key={heading} width={width} numeric={numeric}>
								{heading}
							</Th>
						))}
					</TableHead>
					<TableBody>
						{rows.map((row) => (
							<Tr key={keyOf(row)}>
								{columns.map(({ heading, width: _, text, cell = text, ...place }) => (
									<Td key={heading} {...place} title={text?.(row)}>
										{cell?.(row)}
									</Td>
								))}
							</Tr>
						))}
					</TableBody>
				</Table>
				<Pagination {...pages} />
			</>
		)}
	</Card>
);
