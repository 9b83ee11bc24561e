import { Fragment, memo } from "react";
import { fullName } from "#app/format/names";
import { rowElementId } from "#app/list/rows";
import type { Selection } from "#app/list/selection";
import { useIsSelected } from "#app/list/use-selection";
import { columnsOfList } from "#app/routes/applicants/columns/list-columns";
import type { ShownApplicant } from "#app/routes/applicants/load-list.server";
import { useIsUnread } from "#app/routes/applicants/seen-applicants";
import { useShell } from "#app/shell/shell-context";
import { Checkbox } from "#app/ui/checkbox";
import { RowLink, Td, Tr } from "#app/ui/table";
import { UnreadDot } from "#app/ui/unread-dot";
import type { ListColumn } from "#worker/contract/list-columns";

interface ApplicantTableRowProps {
	row: ShownApplicant;
	columns: readonly ListColumn[];
	base: string;
	search: string;
	now: number;
	/** Undefined for a user who may not move applicants. */
	selection: Selection | undefined;
}

/** One applicant. why memo: a change of the selection must not render the other rows. */
export const ApplicantTableRow = memo(function ApplicantTableRow(props: ApplicantTableRowProps) {
	const { row, columns, base, search, now, selection } = props;
	const isSelected = useIsSelected(selection, row.id);
	const isUnread = useIsUnread(row);
	return (
		<Tr id={rowElementId(row.id)} selected={isSelected}>
			{selection && (
				<Td card="select" clipped={false}>
					<Checkbox
						name="id"
						value={row.id}
						className="scroll-my-10"
						aria-label={`Select ${fullName(row)}`}
						checked={isSelected}
						onChange={() => selection.toggle(row.id)}
					/>
				</Td>
			)}
			<ApplicantCells row={row} columns={columns} base={base} search={search} now={now} isUnread={isUnread} />
		</Tr>
	);
});

type ApplicantCellsProps = Omit<ApplicantTableRowProps, "selection"> & { isUnread: boolean };

/** The cells that a change of the selection does not affect. */
const ApplicantCells = memo(function ApplicantCells(props: ApplicantCellsProps) {
	const { row, columns, base, search, now, isUnread } = props;
	const { timeZone } = useShell().organisation;
	return (
		<>
			<Td card="title">
				<RowLink to={`${base}/${row.id}${search}`} preventScrollReset>
					{fullName(row)}
				</RowLink>
				{isUnread && (
					<span className="max-lg:absolute max-lg:top-1/2 max-lg:left-0.5 max-lg:-translate-y-1/2 max-lg:leading-none lg:ml-2">
						<UnreadDot label="changed since you were here" />
					</span>
				)}
				<span className="cell-subtitle">
					{columns.includes("number") && <span className="lg:hidden">{`${row.applicationNumber} · `}</span>}
					{row.accountEmail}
				</span>
			</Td>
			{columns.map((id) => (
				<Fragment key={id}>{columnsOfList[id].cell({ row, timeZone, now })}</Fragment>
			))}
		</>
	);
});
