import { createHash, createHmac } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { GatewayPlatform } from "../../contract/payment-configurations.ts";
import type { Account } from "./accounts.ts";
import type { BookedPayment, Books } from "./books.ts";
import type { Switches } from "./switches.ts";

/** A call to a platform, its path without the platform's own. */
export interface FakeCall {
	method: string;
	path: string;
	query: URLSearchParams;
	headers: IncomingHttpHeaders;
	body: string;
	/** The platform's address as it was called. */
	base: string;
}

export interface FakeReply {
	status: number;
	headers: Record<string, string>;
	body: string | Uint8Array;
}

/** What the payer does at a payment's page. */
export const pageDeeds = ["pay", "fail", "cancel", "hold"] as const;
/** Those, and what becomes of it later: all of it or a part goes back, the payer disputes it at their bank and wins or loses, or the bank puts off the date. */
export const deeds = [
	...pageDeeds,
	"reverse",
	"refund",
	"dispute",
	"win_dispute",
	"lose_dispute",
	"postpone_dispute",
] as const;
export type Deed = (typeof deeds)[number];

/** A webhook to send. */
export interface SentWebhook {
	headers: Record<string, string>;
	body: string;
	/** The header whose value is the signature; absent where nothing is signed. */
	signatureHeader?: string;
}

export interface Bank {
	books: Books;
	switches: Switches;
	/** Books what was done and tells the merchant. */
	carryOut(payment: BookedPayment, deed: Deed | "start", amount?: number): BookedPayment;
}

/** One provider's wire format. */
export interface Platform {
	code: GatewayPlatform;
	name: string;
	/** Answers a call of its API; undefined when there is none at this path. */
	answer(call: FakeCall, bank: Bank): Promise<FakeReply | undefined>;
	/** Takes the payer back to the merchant. */
	goBack(payment: BookedPayment): FakeReply;
	/** Whether a payer who cancels can still pay. */
	isPayableAfterCancel: boolean;
	webhooks(payment: BookedPayment, what: { deed: Deed | "start"; account: Account; now: number }): SentWebhook[];
}

export const json = (status: number, body: unknown): FakeReply => ({
	status,
	headers: { "content-type": "application/json" },
	body: JSON.stringify(body),
});

export const redirect = (url: string): FakeReply => ({ status: 303, headers: { location: url }, body: "" });

/** Returns an address with further parameters. */
export const withQuery = (url: string, query: Record<string, string>): string => {
	const address = new URL(url);
	for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
	return address.href;
};

export const sha512 = (text: string): string => createHash("sha512").update(text).digest("hex");
export const hmac = (hash: "sha256" | "sha512", key: string, text: string): string =>
	createHmac(hash, key).update(text).digest("hex");

/** Returns what a call posts, a form or JSON, as texts. */
export const fieldsOf = ({ headers, body }: FakeCall): Record<string, string> => {
	if (!String(headers["content-type"]).includes("json")) return Object.fromEntries(new URLSearchParams(body));
	const posted: Record<string, unknown> = parsed(body) ?? {};
	return Object.fromEntries(Object.entries(posted).map(([name, value]) => [name, String(value ?? "")]));
};

export const parsed = (body: string): Record<string, unknown> | undefined => {
	try {
		const value: unknown = JSON.parse(body);
		return typeof value === "object" && value !== null ? { ...value } : undefined;
	} catch {
		return undefined;
	}
};

/** Returns the account that a bearer token is the secret of. */
export const bearerOf = (call: FakeCall, { books }: Bank, platform: GatewayPlatform): Account | undefined => {
	const token = /^Bearer (.+)$/.exec(String(call.headers.authorization ?? ""))?.[1];
	return books.accounts().find((account) => account.platform === platform && account.secret === token);
};

/** Returns a time as Nigerian providers write it, without a zone. */
export const lagosTime = (at: number): string => new Date(at + 3_600_000).toISOString().slice(0, 19);
