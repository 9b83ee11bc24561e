import { memo } from "react";
import { fullName } from "#app/format/names";
import { formatWaiting } from "#app/format/relative-time";
import type { Selection } from "#app/list/selection";
import { useIsSelected } from "#app/list/use-selection";
import type { ShownApplicant } from "#app/routes/applicants/load-list.server";
import { useIsUnread } from "#app/routes/applicants/seen-applicants";
import { useShell } from "#app/shell/shell-context";
import { StageBadge } from "#app/ui/badge";
import { Checkbox } from "#app/ui/checkbox";
import { RowLink, Td, Tr } from "#app/ui/table";
import { UnreadDot } from "#app/ui/unread-dot";
import { formatDateTime } from "#worker/contract/text/dates";

interface ApplicantTableRowProps {
	row: ShownApplicant;
	base: string;
	search: string;
	now: number;
	/** Undefined for a user who may not move applicants. */
	selection: Selection | undefined;
}

/** One applicant. why memo: a change of the selection must not render the other rows. */
export const ApplicantTableRow = memo(function ApplicantTableRow(props: ApplicantTableRowProps) {
	const { row, base, search, now, selection } = props;
	const isSelected = useIsSelected(selection, row.id);
	const isUnread = useIsUnread(row);
	return (
		<Tr id={`row-${row.id}`} selected={isSelected}>
			{selection && (
				<Td card="select" clipped={false}>
					<Checkbox
						name="id"
						value={row.id}
						className="relative z-1 scroll-my-10"
						aria-label={`Select ${fullName(row)}`}
						checked={isSelected}
						onChange={() => selection.toggle(row.id)}
					/>
				</Td>
			)}
			<ApplicantCells row={row} base={base} search={search} now={now} isUnread={isUnread} />
		</Tr>
	);
});

type ApplicantCellsProps = Pick<ApplicantTableRowProps, "row" | "base" | "search" | "now"> & { isUnread: boolean };

/** The cells that a change of the selection does not affect. */
const ApplicantCells = memo(function ApplicantCells({ row, base, search, now, isUnread }: ApplicantCellsProps) {
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
				<span className="text-sm text-text-3 max-lg:block max-lg:truncate lg:ml-2.5">{row.accountEmail}</span>
			</Td>
			<Td card="hidden" muted>
				{row.applicationNumber}
			</Td>
			<Td card="aside">
				<StageBadge type={row.stage.type} name={row.stage.name} />
			</Td>
			<Td card="line" className="max-lg:pr-14 max-lg:text-sm lg:max-xl:hidden">
				<span className="lg:hidden">{row.applicationNumber} · </span>
				{row.course}
			</Td>
			<Td card="end" numeric muted title={`Since ${formatDateTime(row.stageChangedAt, timeZone)}`}>
				{formatWaiting(row.stageChangedAt, now)}
			</Td>
		</>
	);
});
