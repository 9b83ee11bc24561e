import { useNavigate } from "@remix-run/react";
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
}

const height = 120;
const gap = 2;

/** Returns a round number at or above the greatest value: 1, 2 or 5 times a power of ten. */
export const roundTop = (most: number): number => {
	if (most <= 0) return 1;
	const power = 10 ** Math.floor(Math.log10(most));
	return ([1, 2, 5, 10].find((step) => step * power >= most) ?? 10) * power;
};

const round = (length: number): number => Math.round(length * 10) / 10;

/** One bar for each day or month, drawn on the server, with the same as a table behind it. With scripts a bar leads to its list. */
export const TrendChart = ({ title, unit, points }: TrendChartProps) => {
	const top = roundTop(Math.max(0, ...points.map(({ value }) => value)));
	const best = points.reduce<TrendPoint | undefined>(
		(one, other) => (one && one.value >= other.value ? one : other),
		undefined,
	);
	const step = 600 / Math.max(1, points.length);
	const wide = round(Math.max(1, step - gap));
	const [first, last] = [points[0], points.at(-1)];
	const bars = points.map((point, index) => ({ ...point, index })).filter(({ value }) => value > 0);
	const navigate = useNavigate();
	return (
		<figure className="grid min-w-0 gap-2">
			<svg
				viewBox={`0 0 600 ${height}`}
				preserveAspectRatio="none"
				role="img"
				aria-label={`${title}: ${points.length} values from ${first?.label} to ${last?.label}, the highest ${best?.shown} on ${best?.label}. The table below has those that are not zero.`}
				className="h-32 w-full"
			>
				<path d={`M0 ${height - 0.5}h600`} className="stroke-line-2" vectorEffect="non-scaling-stroke" />
				<path d={`M0 .5h600M0 ${height / 2}h600`} className="stroke-line" vectorEffect="non-scaling-stroke" />
				{/* why strokes, from the top: they take less to write than areas. */}
				{/* biome-ignore lint/a11y/noStaticElementInteractions: the table below has the same as links. */}
				<g
					className={classNames("stroke-accent *:hover:opacity-70", bars.some(({ to }) => to) && "cursor-pointer")}
					strokeWidth={wide}
					transform={`matrix(1 0 0 -1 0 ${height})`}
					onClick={({ target, currentTarget }) => {
						const to = bars[[...currentTarget.children].indexOf(target as Element)]?.to;
						if (to) navigate(to);
					}}
				>
					{bars.map(({ label, value, shown, index }) => (
						// why at least one: a day with little is not a day with nothing.
						<path
							key={label}
							d={`M${round((index + 0.5) * step)} 0v${Math.max(1, Math.round((value / top) * height))}`}
						>
							<title>{`${label}: ${shown}`}</title>
						</path>
					))}
				</g>
			</svg>
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
