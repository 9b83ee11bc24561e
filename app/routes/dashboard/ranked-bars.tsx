import type { CSSProperties } from "react";
import { Link } from "#app/ui/link";

export interface RankedBar {
	key: string;
	label: string;
	/** Beside the label: the code of a course. */
	note?: string | undefined;
	value: number;
	/** What it is measured in, where that is not the same of all rows: only bars of one unit are compared. */
	unit?: string | undefined;
	shown: string;
	/** Further numbers of the row. */
	further: readonly string[];
	to?: string | undefined;
}

interface RankedBarsProps {
	title: string;
	/** What the rows are, their value and the further numbers. */
	heads: readonly [row: string, value: string, ...further: string[]];
	bars: readonly RankedBar[];
}

/** Returns how wide the bar of a row is, for the stylesheet, which draws it. @param share 0 to 1 */
const widthOf = (share: number): CSSProperties & { "--bar": string } => ({
	"--bar": `${Math.max(0, Math.round(share * 100))}%`,
});

/** A table with a bar beneath the name of each row: chart and table in one. */
export const RankedBars = ({ title, heads, bars }: RankedBarsProps) => {
	const [row, value, ...further] = heads;
	const isWide = further.length > 1;
	const mostOf = (unit: string | undefined) =>
		Math.max(1, ...bars.flatMap((bar) => (bar.unit === unit ? bar.value : [])));
	return (
		<table aria-label={title} className="ranked-bars" data-wide={isWide || undefined}>
			<thead>
				<tr>
					<th scope="col">{row}</th>
					{further.map((head) => (
						<th key={head} scope="col">
							{head}
						</th>
					))}
					<th scope="col">{value}</th>
				</tr>
			</thead>
			<tbody>
				{bars.map(({ key, label, note, shown, to, ...bar }) => (
					// why the title: a name may be cut off, and a pointer on the bar is told what it is worth, as on a trend.
					<tr key={key} title={`${label}: ${shown}`} style={widthOf(bar.value / mostOf(bar.unit))}>
						<th>
							{to ? <Link to={to}>{label}</Link> : label}
							{note && <small>{note}</small>}
						</th>
						{bar.further.map((number, at) => (
							<td key={heads[at + 2]}>{number}</td>
						))}
						<td>{shown}</td>
					</tr>
				))}
			</tbody>
		</table>
	);
};
