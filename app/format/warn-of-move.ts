import { formatCount } from "#app/format/numbers";

/** Warns before a place is offered to applicants who have not submitted the form. */
export const warnOfUnsubmitted = (applicants: number): string =>
	`${formatCount(applicants, "applicant has", "applicants have")} never submitted the form.`;

/** Warns before applicants with a letter are moved to a stage that makes none. @param applicants null for the open record */
export const warnOfLetters = (applicants: number | null, stageName: string): string => {
	const letters =
		applicants === null
			? "The letter on the record stays in force"
			: `${formatCount(applicants, "applicant has a letter that stays", "applicants have letters that stay")} in force`;
	return `${letters}: ${stageName} makes no letter.`;
};
