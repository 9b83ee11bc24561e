/** One call to a provider, verbatim but without secrets, for the ledger. */
export interface Exchange {
	method: string;
	url: string;
	requestBody: string | null;
	/** The HTTP status; null when no usable answer came. */
	status: number | null;
	responseBody: string | null;
	/** UTC milliseconds. */
	startedAt: number;
	ms: number;
}

/**
 * Why a provider's answer is of no use. `not_configured`: keys are missing or refused. `unavailable`: no answer, an outage,
 * or nothing that the provider documents; try again. `refused`: the provider does not accept the request. `not_found`: it
 * knows no such payment. None of them says that a payment failed.
 */
export type GatewayFault = "not_configured" | "unavailable" | "refused" | "not_found";

/** What a provider answered, with the calls that it took. */
export type Answered<T> =
	| { ok: true; value: T; exchanges: Exchange[] }
	| {
			ok: false;
			code: GatewayFault;
			/** One sentence for staff; it holds no secret. */
			detail: string;
			/** How long the provider asks to wait, in milliseconds. */
			retryAfterMs: number | null;
			exchanges: Exchange[];
	  };

export interface PaymentToStart {
	/** Our own: letters, digits and hyphens, 6 to 50 characters. */
	reference: string;
	/** In minor units. */
	amount: number;
	/** ISO 4217, upper case. */
	currency: string;
	payer: { email: string; name: string; phone: string | null };
	description: string;
	/** Where the provider sends the payer back to. Interswitch comes back with a form post. */
	returnUrl: string;
	items: readonly { name: string; amount: number }[];
	/** UTC milliseconds. */
	startedAt: number;
}

export interface StartedPayment {
	/** The provider's page. */
	pageUrl: string;
	/** The fields of a form that is posted to the page; null where the page is simply opened. */
	pageFields: Record<string, string> | null;
	/** Remita's retrieval reference. */
	rrr: string | null;
	/** The provider's own name of the payment, which a verification may need. */
	providerReference: string | null;
}

export interface KnownPayment {
	reference: string;
	rrr: string | null;
	providerReference: string | null;
	amount: number;
	currency: string;
	startedAt: number;
	/** Whether it is paid in our books, and asked about because of what may have gone back. */
	isPaid?: boolean;
}

/** A payer's complaint at their bank. An open one decides nothing; only what is lost goes back. */
export interface Dispute {
	/** The platform's name of it: of a payment, another one may follow. */
	id: string;
	state: "open" | "won" | "lost";
	/** In minor units. */
	amount: number;
	/** The platform's word for why; null where it says none. */
	reason: string | null;
	/** By when the institution has to answer it, UTC milliseconds; null where it need not, or no longer. */
	dueAt: number | null;
}

/** A payment as its provider has it. */
export interface ProviderPayment {
	/** `success` is the provider's word alone: the ledger compares amount, currency and reference before it believes it. */
	status: "success" | "failed" | "pending" | "reversed";
	/** The provider's own code or word. */
	saysStatus: string;
	description: string;
	reference: string | null;
	rrr: string | null;
	providerReference: string | null;
	/** What was asked for, or what was paid where that is less, in minor units; null when the provider does not say. */
	amount: number | null;
	/** What the payer paid, which may include the provider's fee. */
	paidAmount: number | null;
	/** Upper case; null when the provider does not say. */
	currency: string | null;
	fee: number | null;
	channel: string | null;
	/** UTC milliseconds. */
	paidAt: number | null;
	/** All that went back to the payer so far, in minor units; null when the provider does not say. A part leaves a success. */
	reversedAmount: number | null;
	/** The payer's latest complaint at their bank; null without one. */
	dispute: Dispute | null;
	/** Whether its payer has left the platform's page without paying; it can still be paid. */
	isLeft?: boolean;
	/** What contradicts our books although the provider may not name its own value; `status` then is pending. */
	contradicts: "amount" | "reference" | null;
}

/** What a webhook is about: a payment to verify. Nothing else that it says is trusted. */
export interface WebhookNotice {
	/** The same for each delivery of one event. */
	key: string;
	/** The provider's word for what happened. */
	event: string;
	/** Whether it says that the payment was paid. */
	saysPaid: boolean;
	reference: string | null;
	rrr: string | null;
	providerReference: string | null;
}

export interface WebhookCall {
	method: string;
	headers: Headers;
	/** The raw bytes, which the signature covers. */
	body: Uint8Array;
	/** The secret part of the address that was called; null where the address has none. */
	token: string | null;
	/** UTC milliseconds. */
	now: number;
}

export type ReadWebhook =
	| { ok: true; notices: WebhookNotice[]; reply: { status: number; body: string } }
	| { ok: false; code: "bad_signature" | "malformed" };

export interface ProviderPage {
	payments: ProviderPayment[];
	/** Asks for the next page; null on the last one. */
	next: string | null;
}

/** One institution's account at one payment platform. */
export interface PaymentGateway {
	start(payment: PaymentToStart): Promise<Answered<StartedPayment>>;
	verify(payment: KnownPayment): Promise<Answered<ProviderPayment>>;
	/** Returns the provider's payments from a moment, page by page. Missing where the platform has no list. */
	list?(from: number, cursor: string | null): Promise<Answered<ProviderPage>>;
	/** Checks the signature in constant time over the raw body, and returns what the call is about. */
	readWebhook(call: WebhookCall): Promise<ReadWebhook>;
	/** Calls the provider with the keys. */
	test(): Promise<Answered<{ says: string }>>;
}
