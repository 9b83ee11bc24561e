import * as v from "valibot";
import { ApplicantFilter } from "#worker/contract/applicant-filter";
import { Id } from "#worker/contract/ids";
import { maxPageSize } from "#worker/contract/page";

/** Applicants one batch may name. */
export const maxBatchSize = 10_000;

const CandidateIds = v.pipe(
	v.array(Id),
	v.minLength(1, "Choose at least one applicant."),
	v.maxLength(maxBatchSize, `At most ${maxBatchSize.toLocaleString("en")} applicants at a time.`),
);

/** What happens, or happened, to one applicant of a batch. */
export const BatchOutcome = v.picklist([
	"moves",
	"moved",
	"already_there",
	"not_allowed",
	"not_found",
	"changed_meanwhile",
]);

export const BatchRow = v.object({
	id: v.string(),
	name: v.nullable(v.string()),
	applicationNumber: v.nullable(v.string()),
	outcome: BatchOutcome,
});

/** Whom a batch is about: those named, or all that the filters of a list let through. */
export const choice = {
	candidateIds: v.optional(CandidateIds),
	matching: v.optional(ApplicantFilter),
	/** How many the page said they are: with others by now, nothing is done. */
	expected: v.optional(v.pipe(v.number(), v.safeInteger("This is not a valid value."))),
};

export interface Chosen {
	candidateIds?: unknown;
	matching?: unknown;
}

/** Is it said in one way? */
export const isOneChoice = ({ candidateIds, matching }: Chosen) =>
	(candidateIds === undefined) !== (matching === undefined);
export const chooseSome = "Choose at least one applicant.";

/** Which of the rows a preview names: all are counted, a page is listed. */
export const rowsPage = {
	page: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(1_000_000)), 0),
	size: v.optional(v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(maxPageSize)), 0),
};
/** Them, and how many there are in all. */
export const listedRows = { rows: v.array(BatchRow), total: v.number() };

/** When the consequences were counted, UTC milliseconds: whom somebody has changed since is left out and named. */
export const AsOf = v.optional(v.pipe(v.number(), v.safeInteger("This is not a valid value.")));
