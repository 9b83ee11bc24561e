/** What a plan limits. Storage is in bytes. */
export const limitKinds = ["applicants", "staff", "storage", "emails"] as const;
export type LimitKind = (typeof limitKinds)[number];

/** `blocked`: no more until the plan is changed; `charged`: more is billed; `warned`: it goes on, and somebody calls. */
export const limitEffects = ["blocked", "charged", "warned"] as const;

export const subscriptionStatuses = ["trialing", "active", "past_due", "cancelled"] as const;

/** The subscription of an institution, as the billing service knows it. */
export interface Subscription {
	plan: string;
	status: (typeof subscriptionStatuses)[number];
	/** When it is renewed, or ends where it was cancelled, in UTC milliseconds; null for never. */
	renewsAt: number | null;
	limits: readonly {
		kind: LimitKind;
		used: number;
		/** Null for any number. */
		allowed: number | null;
		per: "year" | "month" | null;
		effect: (typeof limitEffects)[number];
	}[];
}

/** The billing service: what an institution has subscribed to. */
export interface Billing {
	/**
	 * Returns the subscription of an institution; null where it has none.
	 * @throws {Error} when the service does not answer, or not as agreed
	 */
	findSubscription(organisationId: string): Promise<Subscription | null>;
}
