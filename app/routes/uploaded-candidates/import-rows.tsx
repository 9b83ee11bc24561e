import { fullName } from "#app/format/names";
import { Badge } from "#app/ui/badge";
import { Card } from "#app/ui/card";
import type { Colour } from "#app/ui/colours";
import { EmptyState } from "#app/ui/page/empty-state";
import { Pagination, type PaginationProps } from "#app/ui/page/pagination";
import type { Tab } from "#app/ui/page/tabs";
import { Table, TableBody, TableHead, Td, Th, Tr } from "#app/ui/table";
import {
	type CandidateImport,
	type ImportRow,
	rowOutcomes,
	rowStates,
} from "#worker/services/uploaded-candidates/imports.contract";

const outcomeLooks: Record<NonNullable<ImportRow["outcome"]>, { label: string; colour: Colour }> = {
	new: { label: "New", colour: "green" },
	updated: { label: "Updated", colour: "blue" },
	unchanged: { label: "Unchanged", colour: "slate" },
	duplicate: { label: "Possible duplicate", colour: "amber" },
	wrong: { label: "Wrong", colour: "red" },
};

const stateLooks: Record<NonNullable<ImportRow["state"]>, { label: string; colour: Colour }> = {
	added: { label: "Imported", colour: "green" },
	failed: { label: "Failed", colour: "red" },
	undone: { label: "Undone", colour: "slate" },
	kept: { label: "Kept", colour: "amber" },
};

/** Reads which rows an address asks for. */
export const readRowFilter = (params: URLSearchParams) => ({
	outcome: rowOutcomes.find((outcome) => outcome === params.get("outcome")),
	state: rowStates.find((state) => state === params.get("state")),
});

/** Returns a tab for all rows, and one for each outcome and result that some rows have. */
export const rowTabs = ({ rows, counts }: CandidateImport, here: string, params: URLSearchParams): Tab[] => {
	const { outcome, state } = readRowFilter(params);
	const all = { to: here, label: "All rows", current: !outcome && !state, count: rows };
	const outcomes = rowOutcomes.map((one) => ({
		to: `${here}?outcome=${one}`,
		label: outcomeLooks[one].label,
		current: one === outcome,
		count: counts[one] ?? 0,
	}));
	const states = rowStates.map((one) => ({
		to: `${here}?state=${one}`,
		label: stateLooks[one].label,
		current: one === state,
		count: counts[one] ?? 0,
	}));
	return [all, ...[...outcomes, ...states].filter(({ count, current }) => count > 0 || current)];
};

interface ImportRowsProps {
	rows: readonly ImportRow[];
	pages: PaginationProps;
}

/** Lists rows of an import, each with its outcome and the reasons. */
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
