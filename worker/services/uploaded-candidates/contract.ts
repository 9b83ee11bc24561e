import * as v from "valibot";
import { described, moment, text, whole } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { requiredLine } from "#worker/contract/text/required-line";
import { RecordVersion, SeenVersion } from "#worker/contract/version";

const section = "§7 Candidate groups";
export const groupReaders = anyOf("candigroup");

export const CandidateGroup = v.object({
	id: text("The id of the group."),
	name: text("The name of the group; each has its own."),
	application: described(
		v.nullable(v.object({ id: text("The id of the application."), title: text("The title of the application.") })),
		"The application that its candidates are expected to apply to; null for none.",
	),
	candidates: whole("How many candidates the group has."),
	applied: whole("How many of them have applied."),
	createdAt: moment("When the group was created."),
	version: RecordVersion,
});
export type CandidateGroup = v.InferOutput<typeof CandidateGroup>;

export const GroupDetails = v.strictObject({
	name: described(
		requiredLine("Enter a name", 120, "The name can have at most 120 characters."),
		"The name of the group; each has its own.",
	),
	applicationId: described(
		v.optional(v.nullable(Id)),
		"The application that the candidates are expected to apply to; null for none.",
	),
});

export const listGroups = defineEndpoint({
	method: "GET",
	path: "/candidate-groups",
	summary:
		"Candidate groups whose name contains every word of `name`, newest first; with `schemaId`, those whose application has this form design.",
	section,
	access: groupReaders,
	query: v.strictObject({
		name: described(v.optional(Keyword, ""), "Only groups whose name contains every word of this text."),
		schemaId: described(v.optional(Id), "Only groups whose application has this form design."),
		page: PageIndex,
		size: PageSize(),
	}),
	response: PageOf(CandidateGroup),
	problems: [],
});

export const createGroup = defineEndpoint({
	method: "POST",
	path: "/candidate-groups",
	summary: "Create a candidate group.",
	section,
	access: ["candigroup:c"],
	body: GroupDetails,
	response: CandidateGroup,
	created: "/candidate-groups/{id}",
	problems: ["candidate_group_not_created", "application_unavailable"],
	idempotent: true,
});

export const getGroup = defineEndpoint({
	method: "GET",
	path: "/candidate-groups/:id",
	summary: "One candidate group.",
	section,
	access: groupReaders,
	params: IdParams,
	response: CandidateGroup,
	problems: ["candidate_group_unavailable"],
});

export const updateGroup = defineEndpoint({
	method: "PUT",
	path: "/candidate-groups/:id",
	summary:
		"Rename a candidate group or change its application. Without `applicationId` it keeps its application; null removes it.",
	section,
	access: ["candigroup:u"],
	params: IdParams,
	body: v.strictObject({ ...GroupDetails.entries, version: SeenVersion }),
	response: CandidateGroup,
	problems: [
		"candidate_group_unavailable",
		"candidate_group_not_updated",
		"application_unavailable",
		"changed_meanwhile",
	],
});

export const deleteGroup = defineEndpoint({
	method: "DELETE",
	path: "/candidate-groups/:id",
	summary: "Delete a candidate group that has no candidates; its imports are undone first.",
	section,
	access: ["candigroup:d"],
	params: IdParams,
	response: v.object({ id: text("The id of the deleted group.") }),
	problems: ["candidate_group_unavailable", "candidate_group_not_deleted"],
});

/** The fields of a candidate in the order in which they are shown, with their labels. */
export const candidateFields = {
	examNumber: "JAMB number",
	lastName: "Surname",
	firstName: "First name",
	middleName: "Other names",
	sex: "Sex",
	birthDate: "Date of birth",
	state: "State",
	lga: "LGA",
	score: "UTME score",
	subjects: "Subjects",
	course: "Course",
	phone: "Phone",
	email: "Email",
} as const;
export type CandidateField = keyof typeof candidateFields;

export const CandidateValues = v.record(v.string(), v.string());
export type CandidateValues = Partial<Record<CandidateField, string>>;

export const Candidate = v.object({
	id: text("The id of the candidate."),
	data: described(CandidateValues, "What is known of the candidate."),
	applicantId: v.nullable(text("The applicant that the candidate has become; null while there is none.")),
	createdAt: moment("When the candidate was added."),
	updatedAt: moment("When the candidate was last changed."),
	version: RecordVersion,
});
export type Candidate = v.InferOutput<typeof Candidate>;

export const listCandidates = defineEndpoint({
	method: "GET",
	path: "/candidate-groups/:id/candidates",
	summary:
		"The candidates of a group in the order of their arrival, optionally those who match every word of `keyword`.",
	section,
	access: groupReaders,
	params: IdParams,
	query: v.strictObject({
		keyword: described(v.optional(Keyword, ""), "Only candidates who have every word of this text."),
		page: PageIndex,
		size: PageSize(),
	}),
	response: PageOf(Candidate),
	problems: ["candidate_group_unavailable"],
});

export const countPreloaded = defineEndpoint({
	method: "GET",
	path: "/statistics/preloaded-candidates",
	summary: "How many candidates were uploaded for an application, and how many of them have applied.",
	section: "§7 Candidates",
	access: anyOf("statistics", "candigroup"),
	query: v.strictObject({ applicationId: described(Id, "The application.") }),
	response: v.object({
		expected: whole("How many candidates were uploaded for the application."),
		actual: whole("How many of them have applied."),
	}),
	problems: ["application_unavailable"],
});
