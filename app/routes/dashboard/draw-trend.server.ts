import { scaleBand, scaleLinear } from "d3-scale";
import { plotHeight, plotWidth } from "#app/routes/dashboard/trend-chart";

/** A chart of one bar for each day or month, ready to be drawn. */
export interface DrawnTrend {
	/** How wide a bar is. */
	width: number;
	/** A stroke for each value above zero, from below. */
	bars: string[];
	/** Round values from zero on, at equal distances, with a line behind the bars for each. */
	marks: string[];
	lines: string;
}

interface Marks {
	/** Nothing smaller is marked: one form, or a hundred minor units of money. */
	unit: number;
	format(value: number): string;
}

/** About how many distances there are between the marks. */
const distances = 3;

/** The share of a bar's place that is left empty beside it. */
const gap = 0.2;

const round = (length: number): number => Math.round(length * 10) / 10;

/** Places the bars and marks of a chart. why on the server: the browser then needs no charting library. */
export const drawTrend = (values: readonly number[], { unit, format }: Marks): DrawnTrend => {
	const x = scaleBand(values.keys(), [0, plotWidth]).paddingInner(gap);
	// why not less: marks between would be halves of a form, or kobo.
	const y = scaleLinear([0, Math.max(unit * distances, ...values)], [0, plotHeight]).nice(distances);
	const marked = y.ticks(distances);
	const middle = x.bandwidth() / 2;
	return {
		width: round(x.bandwidth()),
		bars: values.flatMap((value, index) =>
			// why at least one: a day with little is not a day with nothing.
			value > 0 ? `M${round((x(index) ?? 0) + middle)} 0v${Math.max(1, Math.round(y(value)))}` : [],
		),
		marks: marked.map(format),
		// why half a step inside: a line at the edge would be cut.
		lines: marked
			.map((value) => `M0 ${Math.min(plotHeight - 0.5, Math.max(0.5, round(y(value))))}h${plotWidth}`)
			.join(""),
	};
};

const short = new Intl.NumberFormat("en-US", { notation: "compact" });

/** "1.5K". */
export const formatShort = (value: number): string => short.format(value);
