import { RowOutcome, reasonColumn, rowNumberColumn } from "#app/records/import/import-rows";
import type { Column } from "#app/records/record-table";
import { nameIn } from "#app/routes/uploaded-candidates/name-in";
import type { CandidateImportRow } from "#worker/services/uploaded-candidates/imports.contract";

export const candidateColumns: readonly Column<CandidateImportRow>[] = [
	rowNumberColumn,
	{ heading: "JAMB number", width: 170, card: "line", className: "tabular-nums", text: ({ data }) => data.examNumber },
	{ heading: "Name", width: 240, card: "title", text: ({ data }) => nameIn(data) },
	{ heading: "Outcome", width: 170, card: "line", cell: RowOutcome },
	{ ...reasonColumn, cell: ({ reasons }) => reasons.map((reason) => <p key={reason}>{reason}</p>) },
];
