/** One message to one person. */
export interface Mail {
	organisationId: string;
	/** A plain address, `local@domain`. */
	to: string;
	subject: string;
	text: string;
	html?: string;
}

/** Sends mail. Which way is the configuration's business (MAIL_TRANSPORT). */
export interface Mailer {
	/** @throws {Error} when the message was not accepted. */
	send(mail: Mail): Promise<void>;
}
