/** One message to one person. */
export interface Mail {
	organisationId: string;
	/** The same for every attempt: Message-ID and provider's key are made from it. Optional without retries. */
	id?: string;
	/** A plain address, `local@domain`. */
	to: string;
	/** The sender's name, beside the address of MAIL_FROM: the institution. */
	fromName?: string;
	/** The reply address: the institution's own. */
	replyTo?: string;
	subject: string;
	text: string;
	html?: string;
	attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
	name: string;
	mimetype: string;
	bytes: Uint8Array<ArrayBuffer>;
}

export interface Mailer {
	/** @throws {MailError} when the message was not accepted. */
	send(mail: Mail): Promise<void>;
	/** Closes what was kept open between two messages. */
	close(): Promise<void>;
}

interface MailFault {
	isFinal: boolean;
	isOfThisMail: boolean;
	reason: string;
	retryAfterMs?: number | undefined;
	cause?: unknown;
}

/** Why an email was not accepted. Its message is for logs. */
export class MailError extends Error {
	override name = "MailError";
	/** true: this email will never be accepted (no such mailbox). false: another attempt may succeed. */
	readonly isFinal: boolean;
	/** Whether this one email is at fault, and not the transport of all. */
	readonly isOfThisMail: boolean;
	/** For staff, without addresses of servers or secrets: "The address was refused: no such user". */
	readonly reason: string;
	/** How long the service asked to wait before another attempt, where it did. */
	readonly retryAfterMs: number | undefined;

	constructor(message: string, about: MailFault) {
		super(message, { cause: about.cause });
		this.isFinal = about.isFinal;
		this.isOfThisMail = about.isOfThisMail;
		this.reason = about.reason;
		this.retryAfterMs = about.retryAfterMs;
	}
}
