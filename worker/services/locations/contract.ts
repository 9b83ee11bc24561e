import * as v from "valibot";
import { described, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Keyword, PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

export const Location = v.object({ id: text("The id of the location."), name: text("The name of the location.") });

export const listLocations = defineEndpoint({
	method: "GET",
	path: "/locations",
	summary: "Places applicants can be posted to, by name, in pages of 20.",
	section: "§7 Candidates",
	access: anyOf("organisation", "candidate"),
	query: v.strictObject({
		page: PageIndex,
		size: PageSize(20),
		name: described(v.optional(Keyword, ""), "Only locations whose name contains every word of this text."),
	}),
	response: PageOf(Location),
});
