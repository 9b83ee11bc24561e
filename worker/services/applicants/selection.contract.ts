import * as v from "valibot";
import { Matching } from "#worker/contract/applicant-filter";
import { previewed, rowsPage } from "#worker/contract/bulk";
import { described } from "#worker/contract/described";
import { defineEndpoint } from "#worker/contract/endpoint";
import { Id } from "#worker/contract/ids";
import { anyOf } from "#worker/contract/permissions";

export const chooseSome = "Choose at least one applicant.";

export const maxSelection = 10_000;

const CandidateIds = v.pipe(
	v.array(Id),
	v.minLength(1, chooseSome),
	v.maxLength(maxSelection, `At most ${maxSelection.toLocaleString("en")} applicants at a time.`),
);

/** The applicants of a bulk action: those named, or all that the filter of a list matches. */
export const selection = {
	candidateIds: described(v.optional(CandidateIds), "The ids of the applicants."),
	matching: described(v.optional(Matching), "Instead of ids: the applicants who match a filter."),
	expected: described(
		v.optional(v.pipe(v.number(), v.safeInteger("This is not a valid value."))),
		"How many applicants were shown: with another number nothing is done.",
	),
};
export const SelectionRequest = v.strictObject(selection);

interface Selected {
	candidateIds?: unknown;
	matching?: unknown;
}

/** Requires a body to select applicants in exactly one way. */
export const selecting = <S extends v.GenericSchema<unknown, Selected>>(schema: S) =>
	v.pipe(
		schema,
		v.rawCheck(({ dataset, addIssue }) => {
			if (!dataset.typed || (dataset.value.candidateIds === undefined) !== (dataset.value.matching === undefined))
				return;
			addIssue({ message: chooseSome, path: [atCandidateIds(dataset.value)] });
		}),
	);

const atCandidateIds = (input: Selected): v.ObjectPathItem => ({
	type: "object",
	origin: "value",
	input: { ...input },
	key: "candidateIds",
	value: input.candidateIds,
});

export const previewSelection = defineEndpoint({
	method: "POST",
	path: "/candidates/selection-preview",
	summary:
		"Count how many applicants of a selection exist, and list those whose forms would be drawn, or who would be exported.",
	section: "§2 Applicants",
	access: anyOf("candidate"),
	body: selecting(v.strictObject({ ...selection, ...rowsPage })),
	example: { matching: { applicationId: "undergraduate-2026", stage: "SHORTLISTED" } },
	response: v.object(previewed),
	problems: ["application_unavailable", "selection_changed", "stage_unknown"],
});
