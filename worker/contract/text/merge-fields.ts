/** A place for a value in a template or an email: `{{firstName}}`. */
interface MergeField {
	name: string;
	label: string;
	/** Known only in texts about a change: the comment of that change. */
	isOfChange?: boolean;
}

/** Every merge field, in the order in which they are offered. */
export const mergeFields = [
	{ name: "firstName", label: "First name" },
	{ name: "middleName", label: "Middle name" },
	{ name: "lastName", label: "Last name" },
	{ name: "fullName", label: "Full name" },
	{ name: "email", label: "Email address" },
	{ name: "applicationNumber", label: "Application number" },
	{ name: "applicationTitle", label: "Application" },
	{ name: "reference", label: "Reference" },
	{ name: "courseCode", label: "Course code" },
	{ name: "courseTitle", label: "Course" },
	{ name: "locationName", label: "Location" },
	{ name: "stageName", label: "Stage" },
	{ name: "comment", label: "Comment", isOfChange: true },
	{ name: "date", label: "Date" },
	{ name: "organisationName", label: "Institution" },
	{ name: "organisationAddress", label: "Address of the institution" },
	{ name: "signatoryName", label: "Name of who signs" },
	{ name: "signatoryTitle", label: "Title of who signs" },
] as const satisfies readonly MergeField[];

export type MergeFieldName = (typeof mergeFields)[number]["name"];
