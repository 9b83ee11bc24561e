/** One message to one person. */
export interface Mail {
	organisationId: string;
	/**
	 * The same whenever the same mail is tried again: its Message-ID and the provider's idempotency key are made from
	 * it. Left out where nobody tries again.
	 */
	id?: string;
	/** A plain address, `local@domain`. */
	to: string;
	/** Who it is from, beside the address of MAIL_FROM: the institution. */
	fromName?: string;
	/** Where answers go: the institution's own address. */
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

/** Sends mail. Which way is the configuration's business (MAIL_TRANSPORT). */
export interface Mailer {
	/** @throws {MailError} when the message was not accepted. */
	send(mail: Mail): Promise<void>;
	/** Ends what was kept open between two messages. */
	close(): Promise<void>;
}

interface MailFault {
	isFinal: boolean;
	isOfThisMail: boolean;
	reason: string;
	retryAfterMs?: number | undefined;
	cause?: unknown;
}

/** Why a mail was not accepted. Its message is for logs. */
export class MailError extends Error {
	override name = "MailError";
	/** true: this mail will never be accepted (no such mailbox). false: another try may succeed. */
	readonly isFinal: boolean;
	/** Is it this one mail, and not the way of all of them, that is at fault? */
	readonly isOfThisMail: boolean;
	/** For staff, without addresses of servers or secrets: "The address was refused: no such user". */
	readonly reason: string;
	/** For how long the service asked not to be tried again, where it said so. */
	readonly retryAfterMs: number | undefined;

	constructor(message: string, about: MailFault) {
		super(message, { cause: about.cause });
		this.isFinal = about.isFinal;
		this.isOfThisMail = about.isOfThisMail;
		this.reason = about.reason;
		this.retryAfterMs = about.retryAfterMs;
	}
}
