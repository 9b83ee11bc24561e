import { examKeyOf, identityKinds, kindOfKey } from "#worker/contract/identity-keys";
import { capitalise } from "#worker/contract/text/capitalise";
import {
	type CandidateField,
	type CandidateValues,
	candidateFields,
} from "#worker/services/uploaded-candidates/contract";
import type { CandidateImportRow } from "#worker/services/uploaded-candidates/imports.contract";

/** A person who already has one of a row's keys. */
export interface KnownBy {
	key: string;
	/** How reasons name the person: 'Ada Obi (2026ABC), in this group'. */
	who: string;
}

interface RowToCompare {
	data: CandidateValues;
	faults: readonly string[];
	/** An earlier row of the file with the same examination number. */
	earlierRow?: number | undefined;
	/** The candidate of the group with the same examination number. */
	candidate?: { data: CandidateValues } | undefined;
	known: readonly KnownBy[];
	/** What the institution calls a course. */
	courseAlias?: string;
}

type Comparison = Pick<CandidateImportRow, "reasons"> & { outcome: NonNullable<CandidateImportRow["outcome"]> };

/** Compares a row with what is known. Returns its outcome and the reasons. */
export const compareRow = ({
	data,
	faults,
	earlierRow,
	candidate,
	known,
	courseAlias = "course",
}: RowToCompare): Comparison => {
	if (faults.length > 0) return { outcome: "wrong", reasons: [...faults] };
	if (earlierRow !== undefined)
		return { outcome: "wrong", reasons: [`Row ${earlierRow} of this file has the same JAMB number.`] };
	if (candidate) {
		const changes = changesOf(candidate.data, data, { ...candidateFields, course: capitalise(courseAlias) });
		return changes.length > 0 ? { outcome: "updated", reasons: changes } : { outcome: "unchanged", reasons: [] };
	}
	return known.length > 0
		? { outcome: "duplicate", reasons: reasonsOf(known) }
		: { outcome: "new", reasons: doubtsAbout(data) };
};

/** Doubts the number of a new candidate. why not a fault: JAMB may change the form of its numbers. */
const doubtsAbout = ({ examNumber = "" }: CandidateValues): string[] =>
	/^\d{12}[A-Z]{2}$/i.test(examKeyOf(examNumber))
		? []
		: [`Check the JAMB number: “${examNumber}” has not 12 digits and 2 letters.`];

/** Lists the values that a row changes. Empty values change nothing. */
const changesOf = (before: CandidateValues, after: CandidateValues, labels: Record<CandidateField, string>): string[] =>
	(Object.keys(candidateFields) as CandidateField[]).flatMap((field) => {
		const [was = "", is = ""] = [before[field], after[field]];
		return is === "" || is === was ? [] : [`${labels[field]}: ${was || "nothing"} becomes ${is}.`];
	});

/** Returns one reason for each person, with every key that is the same. */
export const reasonsOf = (known: readonly KnownBy[]): string[] =>
	[...Map.groupBy(known, ({ who }) => who)].slice(0, 5).map(([who, keys]) => {
		const kinds = [...new Set(keys.map(({ key }) => identityKinds[kindOfKey(key)]))];
		return `The same ${kinds.join(" and ")} as ${who}.`;
	});
