/** A condition as it stands in the form, right or wrong. */
export interface TypedCondition {
	/** What it is about: `credits`, `number:utme`, `choice:maritalStatus` (kinds.ts). */
	what: string;
	not: boolean;
	/** Its fields by their names. */
	texts: Readonly<Record<string, string>>;
	/** What is ticked. */
	values: readonly string[];
}

/** Criteria as they stand in the form: each has alternatives, and each of these conditions. */
export type TypedCriteria = readonly (readonly (readonly TypedCondition[])[])[];

/** Errors by the names of fields. */
export type FieldErrors = Readonly<Record<string, string[]>>;

/** Where a condition stands: its criterion, its alternative and its own place. */
export interface Place {
	criterion: number;
	alternative: number;
	condition: number;
}

/** The beginning of the names of a condition's fields. why no dots: a form takes letters, digits and dashes only. */
export const nameOf = ({ criterion, alternative, condition }: Place): string =>
	`c${criterion}-a${alternative}-t${condition}`;

/** Where a condition is added: as a criterion, as an alternative of one, or to one of its alternatives. */
export const newCriterion = "new";
export const orOf = (criterion: number): string => `or-${criterion}`;
export const andOf = (criterion: number, alternative: number): string => `and-${criterion}-${alternative}`;
