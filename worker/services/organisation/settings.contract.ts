import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Organisation } from "#worker/services/organisation/contract";

/** The longest undo window, in seconds. */
export const maxUndoWindowSeconds = 600;

const fault = `Enter a whole number of seconds from 0 to ${maxUndoWindowSeconds}.`;

/** How long a change can be undone; at 0 the emails of a stage change go out at once. */
export const UndoWindowSeconds = v.pipe(
	v.number(fault),
	v.integer(fault),
	v.minValue(0, fault),
	v.maxValue(maxUndoWindowSeconds, fault),
);

const isSomething = (change: object) => Object.keys(change).length > 0;

/** What an institution sets for itself: each of it may be left out, and stays as it is. */
export const OrganisationChange = v.pipe(
	v.strictObject({ undoWindowSeconds: v.optional(UndoWindowSeconds) }),
	v.check(isSomething, "There is nothing to change."),
);
export type OrganisationChange = v.InferOutput<typeof OrganisationChange>;

export const updateOrganisation = defineEndpoint({
	method: "PUT",
	path: "/organisation",
	summary: "Change settings of the signed-in user's institution; what is left out stays.",
	section: "§7 Organisation and settings",
	access: ["organisation:u"],
	body: OrganisationChange,
	response: Organisation,
	problems: ["institution_not_updated"],
});
