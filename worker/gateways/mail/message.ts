import type { Mail } from "#worker/gateways/mail/interface";

export interface Message {
	from: string;
	to: string;
	subject: string;
	text: string;
	html?: string;
}

/**
 * The message as every transport takes it.
 * why: a line break in a header starts another header; none gets that far (ASVS 1.3.11).
 * @throws {Error} when the recipient is not one plain address.
 */
export const buildMessage = (mail: Mail, from: string): Message => {
	if (!/^[^\s<>,;:"()[\]\\@]{1,64}@[^\s<>,;:"()[\]\\@]{1,255}$/.test(mail.to))
		throw new Error("the recipient is not a plain address");
	return {
		from: headerText(from),
		to: mail.to,
		subject: headerText(mail.subject),
		text: mail.text,
		...(mail.html !== undefined && { html: mail.html }),
	};
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be in a header.
const headerText = (text: string): string => text.replaceAll(/[\x00-\x1f\x7f\u0085\u2028\u2029]+/g, " ").trim();
