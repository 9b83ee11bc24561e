/** The columns that the list of applicants can show beside the name. */
export const listColumns = [
	...(["number", "stage", "course", "waiting", "score", "state", "gender", "birthDate", "phone"] as const),
	...(["location", "references", "paid", "submitted", "registered", "updated"] as const),
] as const;
export type ListColumn = (typeof listColumns)[number];

/** The columns until a user chooses others. */
export const usualColumns: readonly ListColumn[] = ["number", "stage", "course", "waiting"];
