import { useEffect } from "react";
import { ProblemView } from "#app/shell/problem-view.server";
import { drawnLater } from "#app/ui/drawn-later";

const load = async () => (await import("#app/shell/problem-view")).ProblemView;

/** Shown when the line that failed would have brought the page. */
const UndrawnProblem = () => (
	<div role="alert" className="grid min-h-[60vh] place-content-center justify-items-center gap-3 p-6">
		<h1 className="text-xl">Something went wrong</h1>
		<button type="button" className="text-accent underline" onClick={() => window.location.reload()}>
			Try again
		</button>
	</div>
);

/** The page of an error: for a whole screen, or inside the frame when only a part of it failed. */
export const ProblemPage = drawnLater(ProblemView, load, UndrawnProblem);

/** why: when the line is down it is too late to fetch the page that says so. */
export const useProblemPageSoon = () =>
	useEffect(() => {
		// why: a failure here costs nothing, the first problem asks again.
		const timer = setTimeout(() => load().catch(() => undefined), 1_000);
		return () => clearTimeout(timer);
	}, []);
