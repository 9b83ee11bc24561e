import * as v from "valibot";
import { described, moment, text } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { visibleLine } from "#worker/contract/text/visible-text";
import { SeenVersion } from "#worker/contract/version";
import {
	Candidate,
	type CandidateField,
	candidateFields,
	groupReaders,
} from "#worker/services/uploaded-candidates/contract";

const section = "§7 Candidate groups";
const path = "/candidate-groups/:id/candidates/:candidateId";
const params = v.strictObject({
	id: described(Id, "The id of the group."),
	candidateId: described(Id, "The id of the candidate."),
});

const CandidateChange = v.object({
	field: text("The name of the field."),
	old: v.nullable(text("Its value before; null for none.")),
	new: v.nullable(text("Its value after; null for none.")),
	by: text("The name of the user who changed it."),
	at: moment("When it was changed."),
});

const OneCandidate = v.object({
	...Candidate.entries,
	importedFrom: text("The name of the list that added or updated the candidate last."),
	changes: described(v.array(CandidateChange), "The last 50 values that staff changed, newest first."),
});
export type OneCandidate = v.InferOutput<typeof OneCandidate>;

export const getCandidate = defineEndpoint({
	method: "GET",
	path,
	summary: "One candidate of a group, with the values that staff have changed.",
	section,
	access: groupReaders,
	params,
	response: OneCandidate,
	problems: ["not_found"],
});

const value = (label: string) =>
	described(v.optional(v.pipe(v.string(), v.transform(visibleLine)), ""), `${label}; empty for none.`);
const CandidateEntries = Object.fromEntries(
	Object.entries(candidateFields).map(([field, label]) => [field, value(label)]),
) as Record<CandidateField, ReturnType<typeof value>>;

export const correctCandidate = defineEndpoint({
	method: "PUT",
	path,
	summary:
		"Correct an uploaded candidate: every value is replaced. A JAMB number that another candidate of the group has is refused, and so is somebody who seems to be known already, unless `isAnother` says otherwise.",
	section,
	access: ["candigroup:u"],
	params,
	body: v.strictObject({
		...CandidateEntries,
		isAnother: described(
			v.optional(v.boolean(), false),
			"Whether the candidate is another person than those who have the same phone, email or name and date of birth.",
		),
		version: SeenVersion,
	}),
	example: { examNumber: "202612345678AB", lastName: "Okafor", firstName: "Adaeze", email: "adaeze@mailbox.example" },
	response: OneCandidate,
	problems: ["candidate_number_taken", "candidate_known", "changed_meanwhile", "import_running"],
});

export const removeCandidate = defineEndpoint({
	method: "DELETE",
	path,
	summary: "Remove an uploaded candidate from a group. If they have applied, the applicant stays.",
	section,
	access: ["candigroup:d"],
	params,
	response: v.object({ id: text("The id of the removed candidate.") }),
	problems: ["not_found", "import_running"],
});
