/** Where news of a payment came from. */
export type PaymentSource = "start" | "check" | "schedule" | "requery" | "webhook" | "return" | "settlement" | "desk";
