import type { RouteAnswer } from "#app/shell/palette/route-data";
import type { OfferedReason } from "#app/shell/reasons/offered-reason";

/** The consequences of a change that asks for a comment: nothing is submitted before they are shown. */
export interface CommentPreview {
	/** In numbers: who changes, who does not, who is emailed. */
	sentence: string;
	/** Nobody would be changed, so there is nothing to submit. */
	isIdle: boolean;
	/** A further checkbox: "Don’t email applicants". */
	option: string | undefined;
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

interface Messages {
	email: { name: string } | null;
	letter?: { name: string } | null;
	sms?: { name: string } | null;
	fault: string | null;
}

/** Names the box that turns off what a stage sends; undefined where it sends nothing. */
const silenceLabel = ({ email, sms }: Pick<Messages, "email" | "sms">): string | undefined => {
	if (email) return sms ? "Don’t email or text applicants" : "Don’t email applicants";
	return sms ? "Don’t text applicants" : undefined;
};

/** Describes a move's emails, and offers not to send them (§4). @param name of the only applicant */
export const toldBefore = (
	{ email, letter, sms, fault }: Messages,
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
