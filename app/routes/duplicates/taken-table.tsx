import { missing } from "#app/format/missing";
import { Card } from "#app/ui/card";
import type { EndpointResponse } from "#worker/contract/endpoint";
import type { getMerge } from "#worker/services/duplicates/contract";

interface TakenTableProps {
	taken: EndpointResponse<typeof getMerge>["taken"];
	keptNumber: string;
	mergedNumber: string;
}

/** The fields that were taken from who went: before and after, one above the other where that is narrow. */
export const TakenTable = ({ taken, keptNumber, mergedNumber }: TakenTableProps) => (
	<Card className="min-w-0">
		<h2 id="taken" className="border-b border-line px-4 py-2.5 text-base font-medium max-sm:px-3">
			Taken from {mergedNumber}
		</h2>
		{taken.length === 0 ? (
			<p className="px-4 py-3 text-text-2 max-sm:px-3">No field: {keptNumber} kept its own in all of them.</p>
		) : (
			<table aria-labelledby="taken" className="w-full table-fixed text-left max-sm:block">
				<thead className="max-sm:sr-only">
					<tr className="border-b border-line text-sm text-text-3">
						<th scope="col" className="w-1/4 px-4 py-1.5 font-normal">
							Field
						</th>
						<th scope="col" className="px-2 py-1.5 font-normal">
							Before
						</th>
						<th scope="col" className="px-2 py-1.5 pr-4 font-normal">
							After
						</th>
					</tr>
				</thead>
				<tbody className="max-sm:block">
					{taken.map(({ id, label, before, after }) => (
						<tr key={id} className="border-b border-line last:border-b-0 max-sm:block max-sm:px-3 max-sm:py-2">
							<th scope="row" className={`${cellClass} font-normal text-text-3 sm:pl-4`}>
								{label}
							</th>
							<td className={`${cellClass} text-text-3`}>
								<NarrowHeading>Before</NarrowHeading>
								{before ?? missing}
							</td>
							<td className={`${cellClass} sm:pr-4`}>
								<NarrowHeading>After</NarrowHeading>
								{after ?? missing}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		)}
	</Card>
);

const cellClass = "px-2 py-2 align-top break-words whitespace-pre-line max-sm:block max-sm:px-0 max-sm:py-0.5";

/** why: the columns' own headings are not above them any more; whoever listens hears those. */
const NarrowHeading = ({ children }: { children: string }) => (
	<span aria-hidden className="mr-2 text-sm text-text-3 sm:hidden">
		{children}
	</span>
);
