import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Keyword } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { Stage } from "#worker/services/applicants/contract";

export const FoundApplicant = v.object({
	id: v.string(),
	name: v.string(),
	applicationNumber: v.string(),
	accountEmail: v.string(),
	courseCode: v.string(),
	applicationId: v.string(),
	applicationTitle: v.string(),
	stage: Stage,
});
export type FoundApplicant = v.InferOutput<typeof FoundApplicant>;

export const searchEverything = defineEndpoint({
	method: "GET",
	path: "/search",
	summary: "Applicants by name, application number, email or reference; without a text those the user opened last.",
	section: "§7 Candidates",
	access: anyOf("candidate"),
	query: v.strictObject({ q: v.optional(Keyword, "") }),
	response: v.object({ applicants: v.array(FoundApplicant), recent: v.boolean() }),
	problems: [],
});
