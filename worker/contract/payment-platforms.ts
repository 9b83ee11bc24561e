/** Names of the payment platforms by their codes (§9). */
const names: ReadonlyMap<string, string> = new Map([
	["INTERSWITCH", "Interswitch"],
	["PAYSTACK", "Paystack"],
	["REMITA", "Remita"],
	["NABROLL", "Nabroll"],
	["PAYPRO_KANO", "Paypro Kano"],
	["PAYUNIMAID", "Payunimaid"],
	["STRIPE", "Stripe"],
]);

/** Returns a platform's name: "REMITA" is "Remita"; an unknown platform keeps its code. */
export const platformName = (code: string): string => names.get(code.toUpperCase()) ?? code;
