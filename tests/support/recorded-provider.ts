import { vi } from "vitest";

export interface RecordedCall {
	method: string;
	url: string;
	headers: Headers;
	body: string;
}

/** What a provider answers: a text with 200, a body of JSON with 200, or a whole response. */
type Recorded = string | Response | object;

/** Answers the next calls of `fetch` with what was recorded of a provider, and returns what was sent. */
export const answerWith = (...answers: readonly Recorded[]): RecordedCall[] => {
	const calls: RecordedCall[] = [];
	vi.spyOn(globalThis, "fetch").mockImplementation(async (input, init) => {
		const { method = "GET", headers, body } = init ?? {};
		calls.push({
			method,
			url: String(input),
			headers: new Headers(headers),
			body: typeof body === "string" ? body : "",
		});
		const answer = answers[calls.length - 1];
		if (answer === undefined) throw new TypeError("the provider is not there");
		if (answer instanceof Response) return answer;
		return new Response(typeof answer === "string" ? answer : JSON.stringify(answer));
	});
	return calls;
};

/** A payment of ₦21,000 that is started, and the same as it is known afterwards. */
export const paymentToStart = {
	reference: "APP-0001-x",
	amount: 2_100_000,
	currency: "NGN",
	payer: { email: "ada@example.com", name: "Ada Obi", phone: "08030000000" },
	description: "Application fee",
	returnUrl: "https://portal.test/acme/payments/return",
	items: [{ name: "Application fee", amount: 2_100_000 }],
	startedAt: Date.UTC(2026, 10, 23),
};

export const knownPayment = {
	reference: paymentToStart.reference,
	rrr: null,
	providerReference: null,
	amount: paymentToStart.amount,
	currency: "NGN",
	startedAt: paymentToStart.startedAt,
};

/** Production, where no stand-in is called. */
export const production = {
	ENVIRONMENT: "production" as const,
	PAYMENT_PROVIDERS_ORIGIN: undefined,
	PORTAL_ORIGIN: "https://portal.test",
};

/** A webhook as it arrives. */
export const webhookCall = (
	body: string,
	headers: Record<string, string>,
	{ method = "POST", token = null, now = 0 }: { method?: string; token?: string | null; now?: number } = {},
) => ({ method, headers: new Headers(headers), body: new TextEncoder().encode(body), token, now });
