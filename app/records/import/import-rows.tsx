import { type Column, RecordTable } from "#app/records/record-table";
import { Badge } from "#app/ui/badge";
import type { Colour } from "#app/ui/colours";
import { EmptyState } from "#app/ui/page/empty-state";
import type { PaginationProps } from "#app/ui/page/pagination";
import type { Tab } from "#app/ui/page/tabs";
import { type Import, type ImportRow, rowOutcomes, rowStates } from "#worker/contract/imports";

const outcomeLooks: Record<NonNullable<ImportRow["outcome"]>, { label: string; colour: Colour }> = {
	new: { label: "New", colour: "green" },
	updated: { label: "Updated", colour: "blue" },
	unchanged: { label: "Unchanged", colour: "slate" },
	duplicate: { label: "Possible duplicate", colour: "amber" },
	matched: { label: "Matched", colour: "green" },
	amount_differs: { label: "Amount differs", colour: "red" },
	unknown_reference: { label: "Unknown reference", colour: "red" },
	not_successful: { label: "Not successful here", colour: "amber" },
	already_imported: { label: "Already imported", colour: "slate" },
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
export const rowTabs = (
	{ rows, counts }: Pick<Import, "rows" | "counts">,
	here: string,
	params: URLSearchParams,
): Tab[] => {
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
		count: one === "added" ? stillAdded(counts) : (counts[one] ?? 0),
	}));
	// why: what was imported is what was new or updated, so these rows would be in two tabs.
	const isImported = rowStates.some((one) => (counts[one] ?? 0) > 0);
	const shown = isImported
		? outcomes.filter((_, index) => !importedOutcomes.has(rowOutcomes[index] ?? null))
		: outcomes;
	return [all, ...[...shown, ...states].filter(({ count, current }) => count > 0 || current)];
};

/** Counts the rows that were added and not taken back: the count of the import itself says how many it added. */
export const stillAdded = ({ added = 0, undone = 0, kept = 0 }: Import["counts"]): number => added - undone - kept;

const importedOutcomes = new Set<ImportRow["outcome"]>(["new", "updated"]);

/** The result of a row, or what the check found. */
export const RowOutcome = ({ state, outcome }: Pick<ImportRow, "state" | "outcome">) => {
	const look = state ? stateLooks[state] : outcome && outcomeLooks[outcome];
	return look && <Badge colour={look.colour}>{look.label}</Badge>;
};

/** The place of a row in the file. */
export const rowNumberColumn: Column<Pick<ImportRow, "rowNumber">> = {
	heading: "Row",
	width: 80,
	card: "aside",
	numeric: true,
	muted: true,
	className: "tabular-nums",
	cell: ({ rowNumber }) => rowNumber,
};

/** The column that says why a row was not added. */
export const reasonColumn = {
	heading: "Why",
	card: "line",
	clipped: false,
	className: "break-words lg:py-2!",
} as const;

interface ImportRowsProps<Row> {
	columns: readonly Column<Row>[];
	rows: readonly Row[];
	pages: PaginationProps;
}

export const ImportRows = <Row extends Pick<ImportRow, "position">>(props: ImportRowsProps<Row>) => (
	<RecordTable
		{...props}
		label="Rows of the list"
		keyOf={({ position }) => position}
		empty={<EmptyState title="No such rows">Choose another heading above.</EmptyState>}
	/>
);
