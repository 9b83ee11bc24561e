import type { Address, Message } from "#worker/gateways/mail/message";

/** A message as it goes over the wire, and from whom to whom. */
export interface Letter {
	envelope: { from: string; to: string; size: number };
	bytes: Buffer;
}

/**
 * Writes the message as MIME: text and HTML as alternatives, files attached, every header encoded.
 * why: the library is loaded with the first message; nobody else waits for it.
 */
export const composeLetter = async (message: Message): Promise<Letter> => {
	const { default: MailComposer } = await import("nodemailer/lib/mail-composer");
	const { from, to, replyTo, subject, text, html, messageId, headers, attachments } = message;
	const composed = new MailComposer({
		from,
		// why objects: an address is taken as it is, not read again.
		to: plain(to),
		...(replyTo && { replyTo: plain(replyTo) }),
		subject,
		text,
		...(html !== undefined && { html }),
		...(messageId && { messageId }),
		headers,
		attachments: attachments.map(({ name, mimetype, bytes }) => ({
			filename: name,
			contentType: mimetype,
			contentDisposition: "attachment" as const,
			content: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
		})),
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	const bytes = await composed.compile().build();
	return { envelope: { from: from.address, to, size: bytes.byteLength }, bytes };
};

const plain = (address: string): Address => ({ name: "", address });
