import { visibleLine } from "#worker/contract/text/visible-text";
import { type Mail, type MailAttachment, MailError } from "#worker/gateways/mail/interface";

export interface Address {
	/** Empty when it has none. */
	name: string;
	address: string;
}

/** An email as every transport takes it: nothing in it can begin another header. */
export interface Message {
	/** The same whenever the same email is tried again. */
	key?: string;
	messageId?: string;
	from: Address;
	to: string;
	replyTo?: string;
	subject: string;
	text: string;
	html?: string;
	headers: Readonly<Record<string, string>>;
	attachments: readonly MailAttachment[];
}

/** why: machines must not answer automatic mail (RFC 3834). why no List-Unsubscribe: there is no list to leave. */
const headers = { "Auto-Submitted": "auto-generated", "X-Auto-Response-Suppress": "OOF, AutoReply" };

/**
 * Returns the message as every transport takes it; no line break gets into a header (ASVS 1.3.11). @param sender
 * MAIL_FROM @throws {MailError} when the recipient or the sender is not one plain address
 */
export const buildMessage = (mail: Mail, sender: string): Message => {
	if (!isPlainAddress(mail.to))
		throw new MailError("the recipient is not a plain address", {
			isFinal: true,
			isOfThisMail: true,
			reason: "The address is not an email address.",
		});
	const from = readSender(sender);
	const key = mail.id === undefined ? undefined : `${encode(mail.organisationId)}.${encode(mail.id)}`;
	return {
		...(key && { key, messageId: `<${key}@${from.address.slice(from.address.lastIndexOf("@") + 1)}>` }),
		from: { ...from, name: cleanLine(mail.fromName ?? "") || from.name },
		to: mail.to,
		// why: without it replies go to the sender; an email is not withheld because of it.
		...(mail.replyTo && isPlainAddress(mail.replyTo) && { replyTo: mail.replyTo }),
		subject: visibleLine(mail.subject),
		text: mail.text,
		...(mail.html !== undefined && { html: mail.html }),
		headers,
		attachments: (mail.attachments ?? []).map(cleanAttachment),
	};
};

/** `Name <local@domain>`, or the address alone. */
export const formatAddress = ({ name, address }: Address): string => {
	if (name === "") return address;
	const shown = /[()<>[\]:;@\\,."]/.test(name) ? `"${name.replaceAll(/["\\]/g, "\\$&")}"` : name;
	return `${shown} <${address}>`;
};

const isPlainAddress = (text: string): boolean =>
	/^[^\s\p{C}<>,;:"()[\]\\@]{1,64}@[^\s\p{C}<>,;:"()[\]\\@]{1,255}$/u.test(text);

const readSender = (sender: string): Address => {
	const [, name = "", bracketed = sender] = /^([^<>]*)<([^<>]*)>$/.exec(visibleLine(sender)) ?? [];
	const address = visibleLine(bracketed);
	if (!isPlainAddress(address))
		throw new MailError("MAIL_FROM has no plain address", {
			isFinal: false,
			isOfThisMail: false,
			reason: "The portal's own mail address is not set properly.",
		});
	return { name: cleanLine(name).replaceAll(/^"|"$/g, ""), address };
};

const cleanLine = (text: string): string => visibleLine(text).slice(0, 200).trim();

/** why: a name that is no path, and a type that does not make the attachment a message of its own. */
const cleanAttachment = ({ name, mimetype, bytes }: MailAttachment): MailAttachment => ({
	name: cleanLine(name).replaceAll(/[/\\]/g, "_") || "attachment",
	mimetype: /^(?!message|multipart)[a-z]+\/[\w.+-]{1,100}$/i.test(mimetype) ? mimetype : "application/octet-stream",
	bytes,
});

/** Characters allowed in an id between a Message-ID's brackets and in a header. */
const encode = (id: string): string => encodeURIComponent(id).replaceAll(/[^\w%-]/g, "_");
