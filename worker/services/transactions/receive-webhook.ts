import type { RequestContext } from "#worker/context";
import { Recent } from "#worker/contract/recent";
import { fail, ok } from "#worker/contract/result";
import type { PaymentGateway, WebhookCall, WebhookNotice } from "#worker/gateways/payments/port";
import { findByToken } from "#worker/services/payment-configurations/queries";
import {
	bookNotice,
	keepUnreadable,
	namesPayment,
	openBooks,
	type PlatformCall,
} from "#worker/services/transactions/book-notices";
import { openRow } from "#worker/services/transactions/gateway";

interface Call {
	organisationId: string;
	/** The secret end of the address. */
	token: string;
	headers: Readonly<Record<string, string | undefined>>;
	body: Uint8Array;
}

/**
 * Takes news of payments from a platform: keeps the call in the ledger and has each payment verified. Nothing that it says
 * is believed, so that a call that comes again, late or with untrue words changes nothing.
 */
export const receiveWebhook = async (request: RequestContext, { organisationId, token, headers, body }: Call) => {
	const from = { ...request, organisationId };
	const call = { method: "POST", headers: headersOf(headers), body, token, now: request.now() };
	const heard = await hear(from, call);
	if (!heard) return fail("not_found");
	const { read, account } = heard;
	if (!read.ok && read.code === "bad_signature") return fail("signature_refused");
	if (!read.ok) {
		await keepUnreadable(from, account.platform, body);
		return fail("malformed");
	}
	let known = 0;
	for (const told of read.notices) {
		const notice = await named(account.gateway, told);
		// why: it comes again then; kept without its payment, it would be taken for one that came before.
		if (!notice) return fail("platform_down");
		const { configurationId, platform } = account;
		if (await bookNotice(from, platform, { ...notice, configurationId, body })) known += 1;
	}
	// why all: a call about several payments need not come again for the sake of one.
	if (known === 0 && read.notices.some(namesPayment)) return fail("not_found");
	return ok(read.reply);
};

interface Account {
	configurationId: string;
	platform: string;
	gateway: PaymentGateway;
	/** Until when it is believed to be as it was read. */
	until: number;
}

/** Accounts by the end of their address. why so short: what is changed or deleted must soon be seen by every isolate. */
const accounts = new Recent<Account>(500);
const rememberedMs = 10_000;

/**
 * Has the account read the call that the address belongs to; undefined where there is none. A remembered account that does
 * not know the signature is read anew: its keys may have been changed.
 */
const hear = async (from: PlatformCall, call: WebhookCall & { token: string }) => {
	const name = `${from.organisationId} ${call.token}`;
	const remembered = accounts.get(name);
	if (remembered && remembered.until > from.now()) {
		const read = await remembered.gateway.readWebhook(call);
		if (read.ok) return { account: remembered, read };
	}
	const books = openBooks(from);
	const row = await findByToken(books, call.token);
	const open = row && (await openRow(books, row));
	if (!row || !open) return undefined;
	const account: Account = {
		configurationId: row.id,
		platform: row.platform,
		gateway: open.gateway,
		until: books.now() + rememberedMs,
	};
	accounts.set(name, account);
	return { account, read: await account.gateway.readWebhook(call) };
};

/** Answers a platform that looks whether the address is there. */
export const pingWebhook = async (request: RequestContext, organisationId: string, token: string) => {
	const row = await findByToken({ organisationId, db: request.databaseFor(organisationId) }, token);
	return row ? ok({ status: 200, body: "" }) : fail("not_found");
};

const headersOf = (sent: Call["headers"]): Headers => {
	const headers = new Headers();
	for (const [name, value] of Object.entries(sent)) if (value !== undefined) headers.set(name, value);
	return headers;
};

/**
 * Asks the platform whose payment it means where it names its own intent alone, as Stripe does about a dispute.
 * @returns undefined when the platform cannot say so now
 */
const named = async (gateway: PaymentGateway, notice: WebhookNotice): Promise<WebhookNotice | undefined> => {
	const { reference, rrr, providerReference } = notice;
	if (reference !== null || rrr !== null || !providerReference?.startsWith("pi_")) return notice;
	const answered = await gateway.verify({
		reference: "",
		rrr,
		providerReference,
		amount: 0,
		currency: "",
		startedAt: 0,
	});
	if (answered.ok) return { ...notice, reference: answered.value.reference };
	return answered.code === "unavailable" ? undefined : notice;
};
