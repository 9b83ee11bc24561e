/** What a line of a payment is for; a discount code holds for all of them or for some. */
export const paymentKinds = ["APPLICATION_FEE", "ACCEPTANCE_FEE", "ADD_ON", "OTHER"] as const;
export type PaymentKind = (typeof paymentKinds)[number];

/** One line of a payment; its amount in minor units of the payment's currency. */
export interface PaymentLine {
	name: string;
	amount: number;
	currency: string;
	/** What it is for; left out of a discount's line, and of lines that came from elsewhere. */
	kind?: PaymentKind;
}
