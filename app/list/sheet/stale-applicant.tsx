import { StaleView } from "#app/list/sheet/stale-view.server";
import { drawnLater } from "#app/ui/drawn-later";
import { screenProblems } from "#worker/contract/screen-problems";

const load = async () => (await import("#app/list/sheet/stale-view")).StaleView;

/** Shown when the code of both versions cannot be had. */
const Unseen = () => (
	<p role="alert">{screenProblems.stale_applicant.message} Load the page again to see what is saved now.</p>
);

/** Both versions after a conflict. why its code comes later: few changes meet one. */
export const StaleApplicant = drawnLater(StaleView, load, Unseen);
