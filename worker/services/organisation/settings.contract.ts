import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Organisation } from "#worker/services/organisation/contract";

/** The longest that messages of a stage change may wait. */
export const maxHoldSeconds = 600;

const holdFault = `Enter a whole number of seconds from 0 to ${maxHoldSeconds}.`;

/** How long a stage change can be undone; at 0 its messages go out at once. */
export const HoldSeconds = v.pipe(
	v.number(holdFault),
	v.integer(holdFault),
	v.minValue(0, holdFault),
	v.maxValue(maxHoldSeconds, holdFault),
);

const isSomething = (change: object) => Object.keys(change).length > 0;

/** What an institution sets for itself: each of it may be left out, and stays as it is. */
export const OrganisationChange = v.pipe(
	v.strictObject({ holdSeconds: v.optional(HoldSeconds) }),
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
