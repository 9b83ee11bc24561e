import { Link } from "@remix-run/react";
import { formatNumber } from "#app/format/numbers";
import { Callout } from "#app/ui/callout";

interface BatchProgressProps {
	task: { status: "STARTED" | "FAILED" | "SUCCESS"; done: number; total: number; reason: string | null };
	isUndoing: boolean;
	/** Where what has failed can be tried again. */
	tasksPath: string;
}

/** How far the task is that works on a batch; why it has failed. */
export const BatchProgress = ({ task, isUndoing, tasksPath }: BatchProgressProps) => {
	const { status, done, total, reason } = task;
	if (status === "SUCCESS") return null;
	if (status === "FAILED")
		return (
			<Callout tone="danger" role="alert">
				It stopped at {formatNumber(done)} of {formatNumber(total)}. {reason}{" "}
				<Link to={tasksPath} className="underline">
					Failed tasks
				</Link>
			</Callout>
		);
	return (
		<div role="status">
			<p className="tabular-nums">
				{isUndoing ? "Being put back" : "Being changed"}: {formatNumber(done)} of {formatNumber(total)}
			</p>
			<progress value={done} max={Math.max(1, total)} aria-label="Progress" className="mt-1 h-2 w-full accent-accent" />
			<noscript>
				<meta httpEquiv="refresh" content="5" />
			</noscript>
		</div>
	);
};
