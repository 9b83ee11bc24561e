/** What people put between the digits of a number, besides a plus at its beginning. */
export const phonePunctuation = [" ", "\u00a0", "\t", "-", "(", ")", ".", "/"] as const;

/** A 0 that is dialled within a country only, as people write it after its code: +44 (0) 7911…. */
export const trunkPrefix = "(0)";
const punctuation = new RegExp(`[${phonePunctuation.map((one) => `\\${one}`).join("")}]`, "g");
/** A Nigerian mobile number, however its beginning is written: 0803…, 803…, 234803…, +234 (0) 803…, 00234803…. */
const nigerian = /^(?:(?:\+|00)?2340?|0)?([789][01]\d{8})$/;
/** The code of Nigeria at the beginning of a number that is not one of its mobile numbers. */
const ofNigeria = /^(?:\+|00)234/;
const international = /^(?:\+|00)([1-9]\d{7,14})$/;

/**
 * Returns a phone number as it is dialled from anywhere (E.164), such as `+2348031234567`; undefined where a text message
 * cannot reach it. A number without a country code is Nigerian.
 */
export const toDialled = (phone: string): string | undefined => {
	const plain = phone.replaceAll(trunkPrefix, "").replace(punctuation, "");
	const local = nigerian.exec(plain)?.[1];
	if (local !== undefined) return `+234${local}`;
	const foreign = ofNigeria.test(plain) ? undefined : international.exec(plain)?.[1];
	return foreign === undefined ? undefined : `+${foreign}`;
};
