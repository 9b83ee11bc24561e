import type { RepeatCounts } from "#worker/contract/form-schema";

/** A field that a merge took from the one who went. */
export interface TakenField {
	id: string;
	label: string;
	/** As they were shown. */
	before: string | null;
	after: string | null;
	/** What undo compares and puts back. */
	was: unknown;
	became: unknown;
}

/** The one who is kept, as they were before a merge, and what of it the merge made another. */
export interface KeptBefore {
	name: string;
	number: string;
	letterUrl: string | null;
	photoKey: { was: string | null; became: string | null } | null;
	repeats: { was: RepeatCounts; became: RepeatCounts } | null;
}

/** Ids of what went from one applicant to the other, by kind. */
export interface MovedRows {
	transactions: string[];
	referees: string[];
	letters: string[];
	emails: string[];
	logEntries: string[];
	modifications: string[];
	/** Attached files that came to the one who is kept, and those they took the place of. */
	attachments: string[];
	replaced: string[];
	/** People of uploaded lists. */
	candidates: string[];
}
