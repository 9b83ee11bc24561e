/**
 * A mobile number as providers want it, digits with the country before them: "0803 123 4567" is 2348031234567. One
 * without a country is Nigerian; undefined when it is no number that a text can be sent to.
 */
export const internationalNumber = (written: string): string | undefined => {
	const text = written.normalize("NFKC").replace(/\(0\)/g, "");
	if (!/^\s*\+?[\d\s().\-/]+$/.test(text)) return undefined;
	const digits = text.replace(/\D/g, "");
	if (/^\s*(\+|00)/.test(text)) return complete(digits.replace(/^00/, ""));
	if (/^0[789]\d{9}$/.test(digits)) return `234${digits.slice(1)}`;
	if (/^[789]\d{9}$/.test(digits)) return `234${digits}`;
	// why: longer than any Nigerian number, so its country is in it.
	return digits.length > 10 ? complete(digits) : undefined;
};

/** E.164: at most 15 digits; in Nigeria ten after the country, the first of them 7, 8 or 9. */
const complete = (digits: string): string | undefined => {
	const number = digits.replace(/^2340/, "234");
	return /^(234[789]\d{9}|(?!234)[1-9]\d{7,14})$/.test(number) ? number : undefined;
};
