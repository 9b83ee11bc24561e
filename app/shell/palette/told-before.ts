interface Messages {
	email: { name: string } | null;
	letter?: { name: string } | null;
	fault: string | null;
}

/**
 * Describes a move's emails before it is made, and offers not to send them (§4). @param name of the only applicant
 */
export const toldBefore = (
	{ email, letter, fault }: Messages,
	name?: string,
): { sentence: string | undefined; option: string | undefined } => {
	const option = email ? "Do not notify" : undefined;
	if (fault !== null) return { sentence: `${fault}. Mend it, or choose not to notify.`, option };
	const sentences = [
		email && (name ? `${name} is sent the email “${email.name}”.` : `The email is “${email.name}”.`),
		letter && `An offer letter is made from “${letter.name}”.`,
	].filter(Boolean);
	return { sentence: sentences.length > 0 ? sentences.join(" ") : undefined, option };
};
