import * as v from "valibot";
import { described, text, whole } from "#worker/contract/described";
import { Named } from "#worker/contract/named";
import { RichText } from "#worker/contract/text/rich-text";

/** The merge fields of a text that are empty for some recipients. */
export const EmptyFields = described(
	v.array(
		v.object({
			name: text("The name of the field, such as `middleName`."),
			label: text('The name that users see, such as "Middle name".'),
			applicants: whole("How many recipients it is empty for: they would read '--/--'."),
		}),
	),
	"The merge fields of the text that are empty for some recipients.",
);

/** An email as one applicant gets it, for a preview. */
export const ShownEmail = v.object({
	candidate: described(Named, "The applicant that it is shown for."),
	to: text("The address that it goes to."),
	subject: text("The subject."),
	message: described(RichText, "The text."),
});
