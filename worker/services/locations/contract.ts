import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Keyword, PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";

export const Location = v.object({ id: v.string(), name: v.string() });

export const listLocations = defineEndpoint({
	method: "GET",
	path: "/locations",
	summary: "Places applicants can be posted to, by name, in pages of 20.",
	section: "§7 Candidates",
	access: anyOf("organisation", "candidate"),
	query: v.strictObject({ page: PageIndex, size: PageSize(20), name: v.optional(Keyword, "") }),
	response: PageOf(Location),
	problems: [],
});
