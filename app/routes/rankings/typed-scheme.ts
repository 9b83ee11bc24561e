/** A part of the score as it stands in the form, right or wrong. */
export interface TypedPart {
	/** What gives the points: `number:utme`, `number:field:cgpa`, `grades`, or `criteria` that were saved under a name. */
	what: string;
	weight: string;
	/** The highest value of a number, which gives all of its points. */
	outOf: string;
	/** How many subjects count, of grades. */
	subjects: string;
	sittings: string;
	/** For criteria: their name, and the criteria as JSON. */
	name: string;
	criteria: string;
}

/** A scheme as it stands in the form. */
export interface TypedScheme {
	name: string;
	stage: string;
	parts: readonly TypedPart[];
	/** In percent. */
	shares: Readonly<Record<string, string>>;
	/** Seats and shares of its own by course; a course without seats is not ranked. */
	seats: Readonly<Record<string, { seats: string; shares: string }>>;
	catchmentStates: readonly string[];
	eldsStates: readonly string[];
}

/** Errors by the names of fields. */
export type FieldErrors = Readonly<Record<string, string[]>>;

export const partField = (index: number, field: string): string => `p${index}-${field}`;
export const seatsField = (courseId: string): string => `seats-${courseId}`;
export const ownSharesField = (courseId: string): string => `own-${courseId}`;
/** The select by which a part is added. */
export const addField = "add-what";
