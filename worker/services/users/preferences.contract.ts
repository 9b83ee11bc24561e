import * as v from "valibot";
import { flag } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";

const section = "§7 Authentication and users";

export const UserPreferences = v.object({
	singleKeys: flag("Whether single keys run commands."),
	goesOn: flag("Whether the next applicant of the list opens after a stage change."),
});
export type UserPreferences = v.InferOutput<typeof UserPreferences>;

export const getPreferences = defineEndpoint({
	method: "GET",
	path: "/ums/me/preferences",
	summary: "How the user works with the portal, on whichever machine.",
	section,
	access: "signed-in",
	response: UserPreferences,
});

const isSomething = (change: object) => Object.keys(change).length > 0;

export const updatePreferences = defineEndpoint({
	method: "PATCH",
	path: "/ums/me/preferences",
	summary: "Changes some of them.",
	section,
	access: "signed-in",
	body: v.pipe(v.partial(v.strictObject(UserPreferences.entries)), v.check(isSomething, "There is nothing to change.")),
	example: { goesOn: true },
	response: UserPreferences,
});
