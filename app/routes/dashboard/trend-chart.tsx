import { useNavigate } from "@remix-run/react";
import { formatCount } from "#app/format/numbers";
import type { DrawnTrend } from "#app/routes/dashboard/draw-trend.server";
import { classNames } from "#app/ui/class-names";
import { Link } from "#app/ui/link";

export interface TrendPoint {
	/** The day or the month in words. */
	label: string;
	value: number;
	shown: string;
	/** The list of what is counted there. */
	to?: string | undefined;
}

interface TrendChartProps {
	title: string;
	/** What a value is: 'Revenue'. */
	unit: string;
	points: readonly TrendPoint[];
	/** The bars and marks for the values of these points. */
	drawn: DrawnTrend;
}

/** The size that bars are drawn for; the page stretches it. */
export const plotWidth = 600;
export const plotHeight = 120;

/** One bar for each day or month, drawn on the server, with the same as a table behind it. With scripts a bar leads to its list. */
export const TrendChart = ({ title, unit, points, drawn }: TrendChartProps) => {
	const best = points.reduce<TrendPoint | undefined>(
		(one, other) => (one && one.value >= other.value ? one : other),
		undefined,
	);
	const [first, last] = [points[0], points.at(-1)];
	const bars = points.filter(({ value }) => value > 0);
	const navigate = useNavigate();
	return (
		<figure className="grid min-w-0 gap-2">
			<div className="trend-plot">
				<p aria-hidden>
					{drawn.marks.map((mark) => (
						<span key={mark}>{mark}</span>
					))}
				</p>
				<svg
					viewBox={`0 0 ${plotWidth} ${plotHeight}`}
					preserveAspectRatio="none"
					role="img"
					aria-label={`${title}: ${formatCount(points.length, "value")} from ${first?.label} to ${last?.label}, the highest ${best?.shown} on ${best?.label}. The table below has those that are not zero.`}
				>
					{/* why from below: heights then need no sum. */}
					<g transform={`matrix(1 0 0 -1 0 ${plotHeight})`}>
						<path d={drawn.lines} className="stroke-line" vectorEffect="non-scaling-stroke" />
						<path d={`M0 .5h${plotWidth}`} className="stroke-line-2" vectorEffect="non-scaling-stroke" />
						{/* why strokes: they take less to write than areas. */}
						{/* biome-ignore lint/a11y/noStaticElementInteractions: the table below has the same as links. */}
						<g
							className={classNames("stroke-accent *:hover:opacity-70", bars.some(({ to }) => to) && "cursor-pointer")}
							strokeWidth={drawn.width}
							onClick={({ target, currentTarget }) => {
								const to = bars[[...currentTarget.children].indexOf(target as Element)]?.to;
								if (to) navigate(to);
							}}
						>
							{bars.map(({ label, shown }, index) => (
								<path key={label} d={drawn.bars[index]}>
									<title>{`${label}: ${shown}`}</title>
								</path>
							))}
						</g>
					</g>
				</svg>
			</div>
			<div aria-hidden className="trend-ends">
				<span>{first?.label}</span>
				{points.length > 1 && <span>{last?.label}</span>}
			</div>
			<details className="text-sm">
				<summary className="w-fit cursor-pointer rounded-sm text-text-2 hover:text-text">Show as a table</summary>
				<table aria-label={title} className="trend-table">
					<thead>
						<tr>
							<th scope="col">Time</th>
							<th scope="col">{unit}</th>
						</tr>
					</thead>
					<tbody>
						{points
							.filter(({ value }) => value !== 0)
							.map(({ label, shown, to }) => (
								<tr key={label}>
									<th>{to ? <Link to={to}>{label}</Link> : label}</th>
									<td>{shown}</td>
								</tr>
							))}
					</tbody>
				</table>
			</details>
		</figure>
	);
};
