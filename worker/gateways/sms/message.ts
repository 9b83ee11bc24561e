import { visibleText } from "#worker/contract/text/visible-text";
import { type Sms, SmsError } from "#worker/gateways/sms/interface";
import { internationalNumber } from "#worker/gateways/sms/phone-number";

/** The text as every transport takes it. @throws {SmsError} when there is nobody to send it to, or nothing to send. */
export const buildText = ({ to, text }: Sms): { to: string; text: string } => {
	const number = internationalNumber(to);
	const shown = visibleText(text).normalize("NFC");
	if (number === undefined)
		throw unsendable("the recipient is not a phone number", "The phone number is not complete.");
	if (shown === "") throw unsendable("the text is empty", "The text is empty.");
	return { to: number, text: shown };
};

const unsendable = (message: string, reason: string) =>
	new SmsError(message, { isFinal: true, isOfThisText: true, reason });
