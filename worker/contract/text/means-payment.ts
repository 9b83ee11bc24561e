/** why: a name has none, and an application number has fewer. */
const leastDigits = 9;
const leastCharacters = 6;

/**
 * Checks whether a text looks like an email address, an RRR (3100-1234-5678) or a reference (PAY-8K2MWXH4), or the beginning
 * of one. why by its shape: payments are searched for such texts alone, so that a name costs no further query.
 */
export const meansPayment = (text: string): boolean => {
	const typed = text.trim();
	if (/^[\d\s-]+$/.test(typed)) return typed.replaceAll(/\D/g, "").length >= leastDigits;
	if (/\s/.test(typed)) return false;
	if (/^[^@]+@/.test(typed)) return true;
	const isReference = /^[\p{L}\p{N}_.-]+$/u.test(typed) && /\d/.test(typed) && /\p{L}/u.test(typed);
	return isReference && typed.length >= leastCharacters;
};
