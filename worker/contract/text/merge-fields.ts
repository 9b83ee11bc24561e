/** A place for a value in a template or an email: `{{firstName}}`. */
interface MergeField {
	name: string;
	label: string;
	/** Known only in texts about a change: the comment of that change. */
	isOfChange?: boolean;
	/** Empty for some: an applicant without one, or an institution that has not set it. */
	mayBeEmpty?: "applicant" | "institution";
}

/** Every merge field, in the order in which they are offered. */
export const mergeFields = [
	{ name: "firstName", label: "First name" },
	{ name: "middleName", label: "Middle name", mayBeEmpty: "applicant" },
	{ name: "lastName", label: "Last name" },
	{ name: "fullName", label: "Full name" },
	{ name: "email", label: "Email address" },
	{ name: "applicationNumber", label: "Application number" },
	{ name: "applicationTitle", label: "Application" },
	{ name: "reference", label: "Reference" },
	{ name: "courseCode", label: "Course code" },
	{ name: "courseTitle", label: "Course" },
	{ name: "locationName", label: "Location", mayBeEmpty: "applicant" },
	{ name: "stageName", label: "Stage" },
	{ name: "comment", label: "Comment", isOfChange: true },
	{ name: "date", label: "Date" },
	{ name: "organisationName", label: "Institution" },
	{ name: "organisationAddress", label: "Address of the institution", mayBeEmpty: "institution" },
	{ name: "signatoryName", label: "Signatory's name", mayBeEmpty: "institution" },
	{ name: "signatoryTitle", label: "Signatory's title", mayBeEmpty: "institution" },
] as const satisfies readonly MergeField[];

export type MergeFieldName = (typeof mergeFields)[number]["name"];

const ofForm = "form.";

/** Returns the merge field of a form's field: `{{form.stateOfOrigin}}`. Repeats of the field have the same. */
export const nameOfFormField = (fieldId: string): string => ofForm + fieldId;

/** Returns the id of the form's field that a merge field names; undefined for another merge field. */
export const formFieldIn = (name: string): string | undefined =>
	name.startsWith(ofForm) ? name.slice(ofForm.length) : undefined;
