import type { Colour } from "#app/ui/colours";
import type { ReleaseState } from "#worker/contract/release-states";
import { formatDateTime } from "#worker/contract/text/dates";
import type { Release } from "#worker/services/stage-changes/release.contract";

/** How the state of a release is shown. */
export const releaseLooks: Record<ReleaseState, { label: string; many: string; colour: Colour }> = {
	prepared: { label: "In preparation", many: "In preparation", colour: "slate" },
	proposed: { label: "Waits for approval", many: "Waiting for approval", colour: "amber" },
	approved: { label: "Approved", many: "Approved", colour: "sky" },
	scheduled: { label: "Scheduled", many: "Scheduled", colour: "indigo" },
	released: { label: "Released", many: "Released", colour: "green" },
	cancelled: { label: "Cancelled", many: "Cancelled", colour: "red" },
};

/** Says what comes next for a release, or how it ended. */
export const nextStepOf = ({ state, isOwn, returnReason, dueAt, releasedAt }: Release, timeZone: string): string => {
	switch (state) {
		case "prepared":
			return returnReason === null
				? "Only you see it until you propose it. Nobody has been moved or emailed."
				: "Change its applicants, or propose it again. Nobody has been moved or emailed.";
		case "proposed":
			return isOwn
				? "You proposed it, so another person must approve it. Nobody has been moved or emailed."
				: "Check its applicants, then approve it or send it back. Nobody has been moved or emailed.";
		case "approved":
			return "Choose when it is released. Nobody has been moved or emailed.";
		case "scheduled":
			return `It is released on ${formatDateTime(dueAt, timeZone)}. It can be cancelled until it begins.`;
		case "released":
			return `It began on ${formatDateTime(releasedAt, timeZone)}.`;
		case "cancelled":
			return "It was cancelled. Nobody was moved or emailed.";
	}
};
