import type MimeNode from "nodemailer/lib/mime-node";
import type { Address, Message } from "#worker/gateways/mail/message";

/** A message as it goes over the wire, with its sender and recipient. */
export interface MimeMessage {
	envelope: { from: string; to: string; size: number };
	bytes: Buffer;
}

/** Writes the message as MIME. why async: the library is loaded with the first message. */
export const composeMime = async (message: Message): Promise<MimeMessage> => {
	const [{ default: MailComposer }, encoders] = await Promise.all([
		import("nodemailer/lib/mail-composer"),
		loadEncoders(),
	]);
	const { from, to, replyTo, subject, text, html, messageId, headers, attachments } = message;
	const composed = new MailComposer({
		from,
		// why objects: an address is used as it is, not parsed again.
		to: plain(to),
		...(replyTo && { replyTo: plain(replyTo) }),
		subject,
		text: withLineBreaks(text),
		...(html !== undefined && { html: withLineBreaks(html) }),
		...(messageId && { messageId }),
		headers,
		attachments: attachments.map(({ name, mimetype, bytes }) => ({
			filename: name,
			contentType: mimetype,
			contentDisposition: "attachment" as const,
			contentTransferEncoding: "base64" as const,
			content: asBuffer(bytes),
		})),
		disableFileAccess: true,
		disableUrlAccess: true,
	});
	const bytes = Buffer.from(write(composed.compile(), encoders));
	return { envelope: { from: from.address, to, size: bytes.byteLength }, bytes };
};

const plain = (address: string): Address => ({ name: "", address });

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const withLineBreaks = (text: string): string => text.replace(/\r\n?|\n/g, "\r\n");

interface Encoders {
	qp: typeof import("nodemailer/lib/qp");
	base64: typeof import("nodemailer/lib/base64");
}

const loadEncoders = async (): Promise<Encoders> => {
	const [qp, base64] = await Promise.all([import("nodemailer/lib/qp"), import("nodemailer/lib/base64")]);
	return { qp, base64 };
};

/** why not by the library's streams: every part waits for five turns of the Worker's clock, 17 ms an email. */
const write = (node: MimeNode, encoders: Encoders): string => {
	const head = `${node.buildHeaders()}\r\n\r\n`;
	if (!node.multipart) return head + encodeContent(node, encoders);
	const parts = node.childNodes.map((child) => `--${node.boundary}\r\n${write(child, encoders)}\r\n`);
	return `${head}${parts.join("")}--${node.boundary}--\r\n`;
};

const encodeContent = (node: MimeNode, { qp, base64 }: Encoders): string => {
	const given: unknown = node.content;
	const content = given instanceof Uint8Array ? asBuffer(given) : typeof given === "string" ? given : "";
	switch (node.getTransferEncoding()) {
		case "base64":
			return base64.wrap(base64.encode(content), 76);
		case "quoted-printable":
			return qp.wrap(qp.encode(content), 76);
		default:
			return content.toString();
	}
};
