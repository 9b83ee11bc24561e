import type { RequestContext } from "#worker/context";
import { fail, ok } from "#worker/contract/result";
import { isDuplicate } from "#worker/database/commit";
import type { WebhookNotice } from "#worker/gateways/payments/port";
import { redact } from "#worker/gateways/payments/redact";
import { type ConfigurationRow, findByToken } from "#worker/services/payment-configurations/queries";
import { checkErrand } from "#worker/services/transactions/check-payment";
import { openRow } from "#worker/services/transactions/gateway";
import { findByReference } from "#worker/services/transactions/ledger.queries";
import { makeDue, writeException, writeLedgerLine } from "#worker/services/transactions/ledger.writes";
import { sendErrand } from "#worker/tasks/start-task";

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
	const books = { ...request, organisationId, db: request.databaseFor(organisationId) };
	const row = await findByToken(books, token);
	const open = row && (await openRow(request, row));
	if (!row || !open) return fail("not_found");
	const read = await open.gateway.readWebhook({
		...{ method: "POST", headers: headersOf(headers), body, token, now: request.now() },
	});
	if (!read.ok) return fail(read.code === "bad_signature" ? "signature_refused" : "malformed");
	let known = 0;
	for (const notice of read.notices) if (await keepNotice(books, row, { notice, body })) known += 1;
	// why all: a call about several payments need not come again for the sake of one.
	if (known === 0 && read.notices.length > 0) return fail("not_found");
	return ok(read.reply);
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

type Books = RequestContext & { organisationId: string; db: ReturnType<RequestContext["databaseFor"]> };

/** Keeps what a call says of one payment, and makes its check due. @returns whether the payment is known */
const keepNotice = async (
	books: Books,
	{ platform }: ConfigurationRow,
	{ notice, body }: { notice: WebhookNotice; body: Uint8Array },
): Promise<boolean> => {
	const { db, organisationId, env } = books;
	const payment = await findByReference(books, notice, platform);
	const at = books.now();
	const line = writeLedgerLine(books, {
		...{ id: books.newId(), transactionId: payment?.id ?? null, platform, source: "webhook", key: notice.key },
		...{ actor: { id: null, name: null }, says: null, outcome: payment ? "told" : "unknown" },
		exchanges: [
			{
				...{ method: "POST", url: "webhook", requestBody: redact(new TextDecoder().decode(body), []) },
				...{ status: null, responseBody: null, startedAt: at, ms: 0 },
			},
		],
		note: payment
			? `${notice.event}: the platform is asked whether that is so.`
			: `${notice.event} about a payment that is not in the books.`,
	});
	const reference = notice.reference ?? notice.rrr ?? notice.providerReference ?? "";
	const follows = payment
		? makeDue(books, payment.id)
		: writeException(books, {
				...{ id: books.newId(), kind: "unknown_reference", subject: `${platform} ${reference}`, transactionId: null },
				...{ platform, reference, courseId: null, amount: null, currency: null },
				reason: `${notice.event} came for a reference that is not in the books.`,
			});
	try {
		await db.batch([line, follows]);
	} catch (error) {
		// why: it came before, and everything was done then.
		if (!isDuplicate(error, "payment_events")) throw error;
		return payment !== undefined;
	}
	if (payment) await sendErrand(env, { organisationId, taskId: payment.id, errand: checkErrand });
	return payment !== undefined;
};
