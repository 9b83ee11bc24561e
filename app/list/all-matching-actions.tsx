import { AllMatchingBar } from "#app/list/all-matching-chosen.server";
import { drawnLater } from "#app/ui/drawn-later";

/** What can be done with all that match: few lists are looked at with that in their address. */
export const ChosenAll = drawnLater(
	AllMatchingBar,
	async () => (await import("#app/list/all-matching-bar")).AllMatchingBar,
);
