/** One examination sitting: its subjects and their grades, as they are in the form. */
export interface Sitting {
	title: string;
	subjects: readonly { name: string; grade: string }[];
}

/** One copy of a field in an applicant's form. */
export interface Answer {
	/** As the form keeps it: for a field with options, the value; several for a list of boxes. Empty where unanswered. */
	values: readonly string[];
	/** As a person reads it; null where it is unanswered. */
	text: string | null;
	/** What is shown instead of an answer that is sensitive. Only that it is there can be asked. */
	mask?: string;
}

/** All that criteria can ask of one applicant. Null and empty lists are what is not known. */
export interface Facts {
	/** The day on which it is judged, YYYY-MM-DD, by which ages are counted. */
	today: string;
	course: { id: string; title: string };
	stage: { id: string; name: string };
	isSubmitted: boolean;
	/** YYYY-MM-DD. */
	submittedOn: string | null;
	/** YYYY-MM-DD. */
	birthDate: string | null;
	gender: string | null;
	origin: { state: string; lga: string | null } | null;
	sittings: readonly Sitting[];
	/** Whether results are there that could not be read. */
	hasUnreadResults: boolean;
	/** As they are in the form. */
	utme: string | null;
	postUtme: string | null;
	utmeSubjects: readonly { name: string; score: string | null }[];
	payment: { isPaid: boolean; isPending: boolean };
	/** Null where none was asked for. */
	referencesMissing: number | null;
	/** The copies of each field that the applicant's form has, by the field's id. */
	answers: ReadonlyMap<string, { label: string; isFile: boolean; copies: readonly Answer[] }>;
}
