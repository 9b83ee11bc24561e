/** One text message to one person. */
export interface Sms {
	organisationId: string;
	/** The same whenever the same text is tried again. */
	id: string;
	/** As it was written down; a number without a country is Nigerian. */
	to: string;
	text: string;
}

/** Sends text messages. Which way is the configuration's business (SMS_TRANSPORT). */
export interface SmsSender {
	/** @throws {SmsError} when the text was not accepted. */
	send(sms: Sms): Promise<void>;
}

interface SmsFault {
	isFinal: boolean;
	isOfThisText: boolean;
	isUncertain?: boolean;
	reason: string;
	retryAfterMs?: number | undefined;
	cause?: unknown;
}

/** Why a text was not accepted. Its message is for logs. */
export class SmsError extends Error {
	override name = "SmsError";
	/** true: this text will never be accepted. false: another try may succeed. */
	readonly isFinal: boolean;
	/** Is it this one text, and not the way of all of them, that is at fault? */
	readonly isOfThisText: boolean;
	/** May it have gone out all the same? Providers know no text again that is sent twice. */
	readonly isUncertain: boolean;
	/** For staff, without secrets. */
	readonly reason: string;
	/** For how long the service asked not to be tried again, where it said so. */
	readonly retryAfterMs: number | undefined;

	constructor(message: string, { isFinal, isOfThisText, isUncertain = false, reason, retryAfterMs, cause }: SmsFault) {
		super(message, { cause });
		this.retryAfterMs = retryAfterMs;
		this.isFinal = isFinal;
		this.isOfThisText = isOfThisText;
		this.isUncertain = isUncertain;
		this.reason = reason;
	}
}
