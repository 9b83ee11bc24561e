import * as v from "valibot";
import { described, text } from "#worker/contract/described";
import { Named } from "#worker/contract/named";
import { RichText } from "#worker/contract/text/rich-text";

/** An email as one applicant gets it, for a preview. */
export const ShownEmail = v.object({
	candidate: described(Named, "The applicant that it is shown for."),
	to: text("The address that it goes to."),
	subject: text("The subject."),
	message: described(RichText, "The text."),
});
