/** A course to be given, or a location to be posted to, and how it is called in the logs. */
export interface Detail {
	field: "course" | "location";
	id: string;
	name: string;
}

/** An applicant as a change of a detail expects to find them. */
export interface Holder {
	id: string;
	stepId: string;
	version: number;
	applicationId: string;
	/** The id of the course or the location they have now. */
	heldId: string | null;
}

export const nameOfCourse = ({ code, title }: { code: string; title: string }): string => `${code} ${title}`;
