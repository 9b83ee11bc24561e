import { BookOpen } from "lucide-react";
import { inAlias } from "#app/format/in-alias";
import { formatNumber } from "#app/format/numbers";
import { RecordTable } from "#app/records/record-table";
import { useShell } from "#app/shell/shell-context";
import { EmptyState } from "#app/ui/page/empty-state";
import { RowLink } from "#app/ui/table";
import type { Board, BoardQuota } from "#worker/services/rankings/board.contract";

export const points = (hundredths: number): string => formatNumber(hundredths / 100);

/** "12, from 61.5": how many are proposed for a share, and its cut-off. */
const shareText = ({ proposed, cutOffHundredths }: BoardQuota): string =>
	cutOffHundredths === null ? formatNumber(proposed) : `${formatNumber(proposed)}, from ${points(cutOffHundredths)}`;

interface BoardTableProps {
	board: Board;
	here: string;
}

/** The courses of a ranking: their seats, and who is proposed for them. */
export const BoardTable = ({ board, here }: BoardTableProps) => {
	const alias = useShell().organisation.aliases.course;
	const share = (index: number) => (row: Board["courses"][number]) => {
		const quota = row.quotas[index];
		return row.isReady && quota ? shareText(quota) : "–";
	};
	return (
		<RecordTable
			label="Board"
			rows={board.courses}
			keyOf={({ course }) => course.id}
			columns={[
				{
					heading: inAlias("{Course}", alias),
					card: "title",
					clipped: false,
					className: "wrap-anywhere lg:py-2",
					cell: ({ course }) => <RowLink to={`${here}/courses/${course.id}`}>{course.name}</RowLink>,
				},
				{ heading: "Seats", width: 80, numeric: true, card: "line", cell: ({ seats }) => formatNumber(seats) },
				{
					heading: "Filled",
					width: 110,
					numeric: true,
					card: "line",
					cell: ({ filled, filledNow }) =>
						filled === filledNow ? formatNumber(filled) : `${formatNumber(filled)}, now ${formatNumber(filledNow)}`,
				},
				{ heading: "Free", width: 80, numeric: true, card: "line", cell: ({ free }) => formatNumber(free) },
				{
					heading: "Proposed",
					width: 100,
					numeric: true,
					card: "aside",
					isNamedInCard: true,
					cell: ({ proposed, isReady }) => (isReady ? formatNumber(proposed) : "–"),
				},
				{ heading: "Merit", width: 130, numeric: true, card: "line", cell: share(0) },
				{ heading: "Catchment", width: 130, numeric: true, card: "line", cell: share(1) },
				{ heading: "Less developed", width: 140, numeric: true, card: "line", cell: share(2) },
				{
					heading: "Cannot tell",
					width: 110,
					numeric: true,
					card: "line",
					cell: ({ cannotTell }) => formatNumber(cannotTell),
				},
			]}
			empty={
				<EmptyState icon={BookOpen} title={inAlias("No {courses}", alias)}>
					{inAlias("None of the {courses} of this scheme is among those that you see.", alias)}
				</EmptyState>
			}
		/>
	);
};
