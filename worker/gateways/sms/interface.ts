/** One text message to one phone. */
export interface Sms {
	organisationId: string;
	/** The same for every attempt. */
	id: string;
	/** As it is dialled from anywhere: `+2348031234567`. */
	to: string;
	text: string;
}

export interface SmsGateway {
	/**
	 * Hands a message over. @returns the provider's id of it; null where it gives none
	 * @throws {MailError} when the message was not accepted
	 */
	send(sms: Sms): Promise<string | null>;
	/** Closes what was kept open between two messages. */
	close(): Promise<void>;
}
