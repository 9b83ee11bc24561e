import * as v from "valibot";
import { described, text, whole } from "#worker/contract/described";
import { Named } from "#worker/contract/named";
import { RichText } from "#worker/contract/text/rich-text";

/** The merge fields of a text, of an email, an SMS or a letter, that are empty for some recipients. */
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
export type EmptyFields = v.InferOutput<typeof EmptyFields>;

/** The offer letters that go with an email: each applicant's own, the one in force. */
export const SentLetters = described(
	v.nullable(
		v.object({
			shown: v.nullable(text("The file that goes with the email that is shown; null where there is none.")),
			missing: whole("How many recipients have no letter: they get the email without one."),
			names: described(v.array(v.string()), "The names of some of them."),
		}),
	),
	"The offer letters that go with it; null when none do.",
);
export type SentLetters = v.InferOutput<typeof SentLetters>;

/** The recipients that an SMS cannot reach. */
export const UnreachablePeople = described(
	v.object({
		missing: whole("How many recipients have no phone number that an SMS can reach."),
		names: described(v.array(v.string()), "The names of some of them."),
	}),
	"The recipients that an SMS cannot reach: theirs fails, with the reason.",
);

/** An email as one applicant gets it, for a preview. */
export const ShownEmail = v.object({
	candidate: described(Named, "The applicant that it is shown for."),
	to: text("The address that it goes to."),
	subject: text("The subject."),
	message: described(RichText, "The text."),
});
