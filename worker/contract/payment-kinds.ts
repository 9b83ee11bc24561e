/** What a line of a payment is for; a discount code holds for all of them or for some. */
export const paymentKinds = ["APPLICATION_FEE", "ACCEPTANCE_FEE", "ADD_ON", "OTHER"] as const;
export type PaymentKind = (typeof paymentKinds)[number];
