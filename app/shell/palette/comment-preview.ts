import * as v from "valibot";
import type { RouteAnswer } from "#app/shell/palette/route-data";
import type { OfferedReason } from "#app/shell/reasons/offered-reason";

/** The consequences of a change that asks for a comment: nothing is submitted before they are shown. */
export interface CommentPreview {
	/** In numbers: who changes, who does not, who is emailed. */
	sentence: string;
	/** What the stage dialog warns of: a place for applicants who never submitted, a letter that stays in force. */
	warnings: readonly string[];
	/** Nobody would be changed, so there is nothing to submit. */
	isIdle: boolean;
	/** A further checkbox: "Don’t email applicants". */
	option: string | undefined;
	/** The merge fields that are empty in what is sent; null when nothing is. */
	lacking: Lacking | null;
	/** The reasons that the comment may begin with. */
	reasons: readonly OfferedReason[];
	run(comment: TypedComment): Promise<RouteAnswer<undefined>>;
}

export interface TypedComment {
	text: string;
	isOptionChosen: boolean;
	reasonId: string | undefined;
}

/** Returns the same as fields of a stage change's form. */
export const commentFields = ({ text, isOptionChosen, reasonId }: TypedComment): Record<string, string> => ({
	reason: text,
	stay: "1",
	...(isOptionChosen && { doNotNotify: "on" }),
	...(reasonId !== undefined && { reasonId, begun: "1" }),
});

const Template = v.nullable(v.object({ name: v.string() }));
const Empty = v.array(v.object({ name: v.string(), label: v.string(), applicants: v.number() }));

/** What the palette reads of a stage's messages. why: the contract's own schema would load with every list page. */
export const StageMessages = v.object({
	email: Template,
	letter: Template,
	sms: Template,
	fault: v.nullable(v.string()),
	emptyFields: Empty,
	emptyInLetter: Empty,
	commentIn: v.array(v.picklist(["message", "letter"])),
});
type Messages = v.InferOutput<typeof StageMessages>;

/** The empty merge fields as far as they are known before the comment, and how many applicants are moved. */
export type Lacking = Pick<Messages, "emptyFields" | "emptyInLetter" | "commentIn"> & { applicants: number };

/** Names the box that turns off what a stage sends; undefined where it sends nothing. */
const silenceLabel = ({ email, sms }: Pick<Messages, "email" | "sms">): string | undefined => {
	if (email) return sms ? "Don’t email or text applicants" : "Don’t email applicants";
	return sms ? "Don’t text applicants" : undefined;
};

/** Describes a move's emails, and offers not to send them (§4). @param name of the only applicant */
export const describeMessages = (
	{ email, letter, sms, fault }: Pick<Messages, "email" | "letter" | "sms" | "fault">,
	name?: string,
): { sentence: string | undefined; option: string | undefined } => {
	const option = silenceLabel({ email, sms });
	if (fault !== null) return { sentence: `${fault}. Edit the template, or turn off notifications.`, option };
	const sentences = [
		email && (name ? `${name} will be sent the email “${email.name}”.` : `The email is “${email.name}”.`),
		sms && (name ? `${name} will be sent the SMS “${sms.name}”.` : `The SMS is “${sms.name}”.`),
		letter && `A letter is made from “${letter.name}”${email ? " and attached to it" : ""}.`,
	].filter(Boolean);
	return { sentence: sentences.length > 0 ? sentences.join(" ") : undefined, option };
};
