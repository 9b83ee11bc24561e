import { Skeleton } from "#app/ui/skeleton";
import { Td, Tr } from "#app/ui/table";

const widths = ["w-3/5", "w-2/5", "w-1/2", "w-2/3"];

/** Rows of the final height, for a table whose rows are on their way. */
export const TableSkeletonRows = ({ rows, columns }: { rows: number; columns: number }) => (
	<>
		{Array.from({ length: rows }, (_, row) => (
			// biome-ignore lint/suspicious/noArrayIndexKey: the rows have no identity and never move.
			<Tr key={row} aria-hidden className="hover:bg-transparent">
				{Array.from({ length: columns }, (_, column) => (
					<Td
						// biome-ignore lint/suspicious/noArrayIndexKey: nor have the cells.
						key={column}
						card={column === 0 ? "title" : column === 1 ? "line" : "hidden"}
					>
						<Skeleton className={widths[(row + column) % widths.length]} />
					</Td>
				))}
			</Tr>
		))}
	</>
);
