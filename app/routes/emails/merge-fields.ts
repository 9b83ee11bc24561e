import { capitalise } from "#worker/contract/text/capitalise";
import { mergeFields } from "#worker/contract/text/merge-fields";

/** Returns the merge fields of an email that a user writes. why not all: the others have a value only in a stage change. */
export const fieldsOfEmails = (courseAlias: string) =>
	mergeFields
		.filter((field) => !("isOfChange" in field))
		.map(({ name, label }) => ({ name, label: label.replace(/^Course/, capitalise(courseAlias)) }));
