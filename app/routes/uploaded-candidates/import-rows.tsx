import { RowOutcome } from "#app/records/import/import-rows";
import { type Column, RecordTable } from "#app/records/record-table";
import { nameIn } from "#app/routes/uploaded-candidates/name-in";
import { EmptyState } from "#app/ui/page/empty-state";
import type { PaginationProps } from "#app/ui/page/pagination";
import type { CandidateImportRow } from "#worker/services/uploaded-candidates/imports.contract";

interface ImportRowsProps {
	rows: readonly CandidateImportRow[];
	pages: PaginationProps;
}

export const ImportRows = ({ rows, pages }: ImportRowsProps) => (
	<RecordTable
		label="Rows of the list"
		columns={columns}
		rows={rows}
		keyOf={({ position }) => position}
		pages={pages}
		empty={<EmptyState title="No such rows">Choose another heading above.</EmptyState>}
	/>
);

const columns: readonly Column<CandidateImportRow>[] = [
	{
		...{ heading: "Row", width: 80, card: "aside", numeric: true, muted: true, className: "tabular-nums" },
		cell: ({ rowNumber }) => rowNumber,
	},
	{
		...{ heading: "JAMB number", width: 170, card: "line", className: "tabular-nums" },
		text: ({ data }) => data.examNumber,
	},
	{ heading: "Name", width: 240, card: "title", text: ({ data }) => nameIn(data) },
	{
		...{ heading: "Outcome", width: 170, card: "line" },
		cell: RowOutcome,
	},
	{
		...{ heading: "Why", card: "line", clipped: false, className: "break-words lg:py-2!" },
		cell: ({ reasons }) => reasons.map((reason) => <p key={reason}>{reason}</p>),
	},
];
