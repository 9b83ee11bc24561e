import { ProviderFault } from "#worker/gateways/payments/converse";
import type { PaymentToStart, ProviderPayment, ReadWebhook, WebhookNotice } from "#worker/gateways/payments/port";

/** Where an adapter calls its provider. */
export interface Reached {
	/** Without a slash at its end. */
	base: string;
	/** Whether the provider's pages may be plain http: those of the local stand-in. */
	isLocal: boolean;
}

/** A provider's payment about which nothing is known but what is given. */
export const providerPayment = (
	known: Pick<ProviderPayment, "status" | "saysStatus"> & Partial<ProviderPayment>,
): ProviderPayment => ({
	description: "",
	reference: null,
	rrr: null,
	providerReference: null,
	amount: null,
	paidAmount: null,
	currency: null,
	fee: null,
	channel: null,
	paidAt: null,
	contradicts: null,
	reversedAmount: null,
	dispute: null,
	...known,
});

export const badSignature: ReadWebhook = { ok: false, code: "bad_signature" };
export const malformed: ReadWebhook = { ok: false, code: "malformed" };
export const accepted = (notices: WebhookNotice[], body = ""): ReadWebhook => ({
	ok: true,
	notices,
	reply: { status: 200, body },
});

/** @throws {ProviderFault} refused, for a currency that the platform does not take */
export const mustBeNaira = (name: string, { currency }: Pick<PaymentToStart, "currency">): void => {
	if (currency !== "NGN") throw new ProviderFault("refused", `${name} takes payments in naira, not in ${currency}.`);
};

/** Returns the text of a webhook's body; undefined when it is not UTF-8. */
export const textOf = (body: Uint8Array): string | undefined => {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(body);
	} catch {
		return undefined;
	}
};
