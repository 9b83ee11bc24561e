import * as v from "valibot";
import { described } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Organisation } from "#worker/services/organisation/contract";

/** The longest undo window, in seconds. */
export const maxUndoWindowSeconds = 600;

const fault = `Enter a whole number of seconds from 0 to ${maxUndoWindowSeconds}.`;

/** How long a change can be undone; with 0, the emails of a stage change are sent at once. */
export const UndoWindowSeconds = described(
	v.pipe(v.number(fault), v.integer(fault), v.minValue(0, fault), v.maxValue(maxUndoWindowSeconds, fault)),
	"How many seconds a change can be undone and its messages wait.",
);

const isSomething = (change: object) => Object.keys(change).length > 0;

/** The settings of an institution; one that is left out is kept. */
export const OrganisationChange = v.pipe(
	v.strictObject({ undoWindowSeconds: v.optional(UndoWindowSeconds) }),
	v.strictObject({
		undoWindowSeconds: described(
			v.optional(UndoWindowSeconds),
			"How many seconds a change can be undone and its messages wait, from 0 to 600.",
		),
	}),
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
	example: { undoWindowSeconds: 30 },
	response: Organisation,
	problems: ["institution_not_updated"],
});
