import * as v from "valibot";
import { described, text, whole } from "#worker/contract/described";
import { Named } from "#worker/contract/named";
import { EmptyFields, ShownEmail } from "#worker/contract/shown-email";

/** Stands in a previewed message for a comment that has not been typed yet. */
export const commentToCome = "[your comment]";

/** Stands in a previewed message for the location that the change gives. */
export const locationToCome = "[the location]";

/** The messages of entering a stage, as far as they are known before (§4). */
export const StageMessages = described(
	v.object({
		undoWindowSeconds: whole("How many seconds the change can be undone and its messages wait."),
		email: described(v.nullable(Named), "The template of the email; null when the stage sends none."),
		sms: described(
			v.nullable(Named),
			"The template of the SMS; null when the stage sends none, or SMS is switched off.",
		),
		files: described(v.array(v.string()), "The names of the files that go with the email."),
		letter: described(v.nullable(Named), "The template of the letter; null when the stage makes none."),
		fault: v.nullable(
			text(
				"Why the email or SMS cannot be sent, so that the change is refused unless nobody is notified; null when it can.",
			),
		),
		shown: described(
			v.nullable(ShownEmail),
			"The email as the first applicant gets it, without the comment; null when nobody gets one.",
		),
		shownPosted: described(
			v.nullable(ShownEmail),
			`The same email where the change gives a location, which it names as \`${locationToCome}\`; null when it names none.`,
		),
		shownSms: described(
			v.nullable(
				v.object({
					candidate: described(Named, "The applicant that it is shown for."),
					to: v.nullable(text("The number that it goes to, masked where its field is sensitive; null for none.")),
					message: text("The text, its merge fields filled in, without the comment."),
					segments: whole("How many messages it takes, as it is shown."),
				}),
			),
			"The SMS as the first applicant gets it; null when nobody gets one.",
		),
		emptyFields: EmptyFields,
		emptyInLetter: EmptyFields,
		commentIn: described(
			v.array(v.picklist(["message", "letter"])),
			"What has the comment: its email or SMS, its letter. With a private reason it is empty there; and where the change gives a location, that is not.",
		),
	}),
	"What applicants who enter a stage are sent.",
);
export type StageMessages = v.InferOutput<typeof StageMessages>;
