import { type Column, RecordTable } from "#app/records/record-table";
import { nameIn } from "#app/routes/uploaded-candidates/name-in";
import { Badge } from "#app/ui/badge";
import type { Colour } from "#app/ui/colours";
import { EmptyState } from "#app/ui/page/empty-state";
import type { PaginationProps } from "#app/ui/page/pagination";
import type { Tab } from "#app/ui/page/tabs";
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
	wrong: { label: "Error", colour: "red" },
};

const stateLooks: Record<NonNullable<ImportRow["state"]>, { label: string; colour: Colour }> = {
	added: { label: "Imported", colour: "green" },
	failed: { label: "Failed", colour: "red" },
	undone: { label: "Undone", colour: "slate" },
	kept: { label: "Kept", colour: "amber" },
};

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
	// why: what was imported is what was new or updated, so these rows would be in two tabs.
	const isImported = rowStates.some((one) => (counts[one] ?? 0) > 0);
	const shown = isImported
		? outcomes.filter((_, index) => !importedOutcomes.has(rowOutcomes[index] ?? null))
		: outcomes;
	return [all, ...[...shown, ...states].filter(({ count, current }) => count > 0 || current)];
};

const importedOutcomes = new Set<ImportRow["outcome"]>(["new", "updated"]);

interface ImportRowsProps {
	rows: readonly ImportRow[];
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

const columns: readonly Column<ImportRow>[] = [
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
		cell: ({ state, outcome }) => {
			const look = state ? stateLooks[state] : outcome && outcomeLooks[outcome];
			return look && <Badge colour={look.colour}>{look.label}</Badge>;
		},
	},
	{
		...{ heading: "Why", card: "line", clipped: false, className: "break-words lg:py-2!" },
		cell: ({ reasons }) => reasons.map((reason) => <p key={reason}>{reason}</p>),
	},
];
