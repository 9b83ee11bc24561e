/** Payment platforms by their codes, as people write them (§9). */
const names: ReadonlyMap<string, string> = new Map([
	["INTERSWITCH", "Interswitch"],
	["PAYSTACK", "Paystack"],
	["REMITA", "Remita"],
	["NABROLL", "Nabroll"],
	["PAYPRO_KANO", "Paypro Kano"],
	["PAYUNIMAID", "Payunimaid"],
]);

/** "REMITA" is "Remita"; a platform that is not known keeps its code. */
export const platformName = (code: string): string => names.get(code.toUpperCase()) ?? code;
