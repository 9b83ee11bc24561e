import { fullName } from "#app/format/names";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import type { Colour } from "#app/ui/colours";
import { EmptyState } from "#app/ui/page/empty-state";
import { Pagination, type PaginationProps } from "#app/ui/page/pagination";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#app/ui/table";
import type { ImportRow } from "#worker/services/uploaded-candidates/imports.contract";

export const outcomeLooks: Record<NonNullable<ImportRow["outcome"]>, { label: string; colour: Colour }> = {
	new: { label: "New", colour: "green" },
	updated: { label: "Updated", colour: "blue" },
	unchanged: { label: "Unchanged", colour: "slate" },
	duplicate: { label: "Possible duplicate", colour: "amber" },
	wrong: { label: "Wrong", colour: "red" },
};

export const stateLooks: Record<NonNullable<ImportRow["state"]>, { label: string; colour: Colour }> = {
	added: { label: "Imported", colour: "green" },
	failed: { label: "Failed", colour: "red" },
	undone: { label: "Undone", colour: "slate" },
	kept: { label: "Kept", colour: "amber" },
};

interface ImportRowsProps {
	rows: readonly ImportRow[];
	pages: PaginationProps;
}

/** Rows of a list, each with what was found of it and why. */
export const ImportRows = ({ rows, pages }: ImportRowsProps) => (
	<Card>
		{rows.length === 0 ? (
			<EmptyState title="No such rows">Choose another heading above.</EmptyState>
		) : (
			<>
				<Table label="Rows of the list">
					<TableHead>
						<Th width={80} numeric>
							Row
						</Th>
						<Th width={170}>JAMB number</Th>
						<Th width={240}>Name</Th>
						<Th width={170}>Outcome</Th>
						<Th>Why</Th>
					</TableHead>
					<TableBody>
						{rows.map((row) => (
							<RowOfList key={row.position} row={row} />
						))}
					</TableBody>
				</Table>
				<Pagination {...pages} />
			</>
		)}
	</Card>
);

const RowOfList = ({ row: { rowNumber, outcome, state, reasons, data } }: { row: ImportRow }) => {
	const { firstName = "", middleName = null, lastName = "", examNumber } = data;
	const name = fullName({ firstName, middleName, lastName });
	const look = state ? stateLooks[state] : outcome && outcomeLooks[outcome];
	return (
		<Tr>
			<Td card="aside" numeric muted className="tabular-nums">
				{rowNumber}
			</Td>
			<Td card="line" className="tabular-nums" title={examNumber}>
				{examNumber}
			</Td>
			<Td card="title" title={name}>
				{name}
			</Td>
			<Td card="line">{look && <Badge colour={look.colour}>{look.label}</Badge>}</Td>
			<Td card="line" clipped={false} className="break-words lg:py-2!">
				{reasons.map((reason) => (
					<p key={reason}>{reason}</p>
				))}
			</Td>
		</Tr>
	);
};
