import type { RepeatCounts } from "#worker/contract/forms/form-schema";

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

/** What a merge found: the one who is kept, as they were, and what of it the merge made another. */
export interface KeptBefore {
	name: string;
	number: string;
	letterUrl: string | null;
	photoKey: { was: string | null; became: string | null } | null;
	/** How the places were called where the one who went stood: to name those that are gone by the time of an undo. */
	places?: { applicationId: string; stageId: string; courseId: string; locationId: string | null };
	repeats: { was: RepeatCounts; became: RepeatCounts } | null;
}

/** The row of an attached file. */
interface MovedFile {
	id: string;
	fieldId: string;
	title: string;
	section: string;
	name: string;
	mimetype: string;
	/** In bytes. */
	size: number;
	objectKey: string;
	createdAt: number;
}

/** Ids of what went from one applicant to the other, by kind. */
export interface MovedRows {
	transactions: string[];
	referees: string[];
	letters: string[];
	emails: string[];
	/** Mails of mailings that both were sent: they stay with whom they were written to, and are shown with the other's. */
	shownEmails?: string[];
	logEntries: string[];
	modifications: string[];
	/** Attached files that came to the one who is kept, and those they took the place of. */
	attachments: string[];
	replaced: string[];
	/** The attached files that came, whole: they may have been taken off when an undo wants them. */
	files?: MovedFile[];
	/** People of uploaded lists. */
	candidates: string[];
	/** Those whom the one who went had been told apart from, and the other not of themselves. */
	toldApart?: string[];
}
