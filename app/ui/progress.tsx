import { formatNumber } from "#app/format/numbers";

/** How far long work is: a bar, with the numbers beside it. */
export const Progress = ({ value, max, label }: { value: number; max: number; label: string }) => {
	const percent = max > 0 ? Math.min(100, Math.round((value / max) * 100)) : 0;
	return (
		<div>
			<div className="mb-1.5 flex justify-between gap-3 text-sm">
				<span className="font-medium">{label}</span>
				<span className="text-text-2 tabular-nums">
					{formatNumber(value)} of {formatNumber(max)}
				</span>
			</div>
			<div
				role="progressbar"
				aria-label={label}
				aria-valuemin={0}
				aria-valuemax={max}
				aria-valuenow={value}
				className="h-1.5 overflow-hidden rounded-full bg-line-2"
			>
				<div className="h-full rounded-full bg-accent" style={{ width: `${percent}%` }} />
			</div>
		</div>
	);
};
