import * as v from "valibot";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id, IdParams } from "#worker/contract/ids";
import { Keyword, PageIndex, PageOf, PageSize } from "#worker/contract/page";
import { anyOf } from "#worker/contract/permissions";
import { visibleLine } from "#worker/contract/text/visible-text";

const section = "§7 Candidate groups";
export const groupReaders = anyOf("candigroup");

/** §3 Candidate group: a list of people that the institution was given before they apply. */
export const CandidateGroup = v.object({
	id: v.string(),
	name: v.string(),
	/** The application that its people are expected to apply to. */
	application: v.nullable(v.object({ id: v.string(), title: v.string() })),
	candidates: v.number(),
	/** Those of them who have applied: an applicant of the application has the same examination number. */
	applied: v.number(),
	createdAt: v.number(),
});
export type CandidateGroup = v.InferOutput<typeof CandidateGroup>;

export const GroupDetails = v.strictObject({
	name: v.pipe(
		v.string("Enter a name"),
		v.transform(visibleLine),
		v.minLength(1, "Enter a name"),
		v.maxLength(120, "The name can have at most 120 characters."),
	),
	applicationId: v.optional(v.nullable(Id)),
});

export const listGroups = defineEndpoint({
	method: "GET",
	path: "/candidate-groups",
	summary:
		"Candidate groups whose name contains every typed word, newest first; `schemaId` keeps those whose application has this form design.",
	section,
	access: groupReaders,
	query: v.strictObject({
		name: v.optional(Keyword, ""),
		schemaId: v.optional(Id),
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
		"Rename a candidate group, or tie it to another application; a group keeps its application where none is named, and null unties it.",
	section,
	access: ["candigroup:u"],
	params: IdParams,
	body: GroupDetails,
	response: CandidateGroup,
	problems: ["candidate_group_unavailable", "candidate_group_not_updated", "application_unavailable"],
});

export const deleteGroup = defineEndpoint({
	method: "DELETE",
	path: "/candidate-groups/:id",
	summary: "Delete a candidate group that has no candidates; its imports are undone first.",
	section,
	access: ["candigroup:d"],
	params: IdParams,
	response: v.object({ id: v.string() }),
	problems: ["candidate_group_unavailable", "candidate_group_not_deleted"],
});

/** What is kept of a candidate, in the order in which it is shown, and what it is called. */
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

/** Their texts; what is not known is left out. */
export const CandidateValues = v.record(v.string(), v.string());
export type CandidateValues = Partial<Record<CandidateField, string>>;

export const Candidate = v.object({
	id: v.string(),
	data: CandidateValues,
	/** The applicant they have become. */
	applicantId: v.nullable(v.string()),
	createdAt: v.number(),
	updatedAt: v.number(),
});
export type Candidate = v.InferOutput<typeof Candidate>;

export const listCandidates = defineEndpoint({
	method: "GET",
	path: "/candidate-groups/:id/candidates",
	summary: "The candidates of a group in the order of their arrival; `keyword` keeps those who have every typed word.",
	section,
	access: groupReaders,
	params: IdParams,
	query: v.strictObject({ keyword: v.optional(Keyword, ""), page: PageIndex, size: PageSize() }),
	response: PageOf(Candidate),
	problems: ["candidate_group_unavailable"],
});

export const countPreloaded = defineEndpoint({
	method: "GET",
	path: "/statistics/preloaded-candidates",
	summary: "How many candidates were uploaded for an application, and how many of them have applied.",
	section: "§7 Candidates",
	access: anyOf("statistics", "candigroup"),
	query: v.strictObject({ applicationId: Id }),
	response: v.object({ expected: v.number(), actual: v.number() }),
	problems: ["application_unavailable"],
});
