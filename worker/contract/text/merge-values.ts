import { formatDate } from "#worker/contract/text/dates";
import type { KeptMergeValues, MergeValues } from "#worker/contract/text/merge-text";

interface MergeSource {
	organisation: {
		name: string;
		address: string | null;
		timeZone: string;
		signatoryName: string | null;
		signatoryTitle: string | null;
	};
	applicant: {
		firstName: string;
		middleName: string | null;
		lastName: string;
		email: string;
		applicationNumber: string;
		applicationTitle: string;
		reference: string;
		courseCode: string;
		courseTitle: string;
		locationName: string | null;
		/** The answers to the fields of the form that the text names. */
		formValues?: KeptMergeValues | undefined;
	};
	/** The stage that it is about, and the comment of the move. */
	stageName: string;
	comment: string | null;
	/** UTC milliseconds. */
	date: number;
}

export const mergeValuesOf = ({ organisation, applicant, stageName, comment, date }: MergeSource): MergeValues => ({
	...applicant.formValues,
	firstName: applicant.firstName,
	middleName: applicant.middleName,
	lastName: applicant.lastName,
	fullName: [applicant.firstName, applicant.middleName, applicant.lastName].filter(Boolean).join(" "),
	email: applicant.email,
	applicationNumber: applicant.applicationNumber,
	applicationTitle: applicant.applicationTitle,
	reference: applicant.reference,
	courseCode: applicant.courseCode,
	courseTitle: applicant.courseTitle,
	locationName: applicant.locationName,
	stageName,
	comment,
	date: formatDate(date, organisation.timeZone),
	organisationName: organisation.name,
	organisationAddress: organisation.address,
	signatoryName: organisation.signatoryName,
	signatoryTitle: organisation.signatoryTitle,
});
