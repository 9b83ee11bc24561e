import { FileDown } from "lucide-react";
import type { ReactNode } from "react";
import { formatNumber } from "#app/format/numbers";
import { ImportStatus } from "#app/records/import/import-status";
import { type Column, RecordTable } from "#app/records/record-table";
import { useShell } from "#app/shell/shell-context";
import { EmptyState } from "#app/ui/page/empty-state";
import type { PaginationProps } from "#app/ui/page/pagination";
import { RowLink } from "#app/ui/table";
import type { Import } from "#worker/contract/imports";
import { formatDateTime } from "#worker/contract/text/dates";

interface ImportListProps {
	label: string;
	imports: readonly Import[];
	/** The address of the list, above those of the imports. */
	here: string;
	pages: PaginationProps;
	emptyTitle: string;
	/** What is shown where there are none yet: the one thing to do. */
	emptyAction?: ReactNode;
}

/** Every uploaded list with who uploaded it, when, and its result. */
export const ImportList = ({ label, imports, here, pages, emptyTitle, emptyAction }: ImportListProps) => {
	const { organisation } = useShell();
	const columns: Column<Import>[] = [
		{
			heading: "File",
			card: "title",
			text: ({ name }) => name,
			cell: ({ id, name }) => <RowLink to={`${here}/${id}`}>{name}</RowLink>,
		},
		{ heading: "Status", width: 170, card: "aside", cell: ({ status }) => <ImportStatus status={status} /> },
		{ ...hidden, heading: "Rows", width: 90, cell: ({ rows }) => formatNumber(rows) },
		{
			...number,
			heading: "Imported",
			width: 100,
			cell: ({ counts }) => formatNumber((counts.added ?? 0) - (counts.undone ?? 0)),
		},
		{ ...number, heading: "Failed", width: 90, cell: ({ counts }) => formatNumber(failedOf(counts)) },
		{ ...line, heading: "By", width: 180, text: ({ createdByName }) => createdByName },
		{
			...line,
			heading: "When",
			width: 230,
			className: "tabular-nums",
			cell: (one) => formatDateTime(one.createdAt, organisation.timeZone),
		},
	];
	return (
		<RecordTable
			label={label}
			columns={columns}
			rows={imports}
			keyOf={({ id }) => id}
			pages={pages}
			empty={
				<EmptyState icon={FileDown} title={emptyTitle} action={emptyAction}>
					Every uploaded list and its result.
				</EmptyState>
			}
		/>
	);
};

/** Rows that cannot be added, and those that could not. */
const failedOf = ({ wrong = 0, failed = 0 }: Import["counts"]): number => wrong + failed;

const number = { card: "line", numeric: true, className: "tabular-nums" } as const;
const hidden = { ...number, card: "hidden" } as const;
const line = { card: "line", muted: true } as const;
