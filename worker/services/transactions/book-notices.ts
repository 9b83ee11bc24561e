import type { RequestContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { Together } from "#worker/database/together";
import type { WebhookNotice } from "#worker/gateways/payments/port";
import { redact } from "#worker/gateways/payments/redact";
import { sha512 } from "#worker/gateways/payments/signatures";
import { checksErrand, tellChecks } from "#worker/services/transactions/check-due";
import { writeException } from "#worker/services/transactions/exception.writes";
import { findNotified, reportedPaid } from "#worker/services/transactions/ledger.queries";
import { makeManyDue, writeLedgerLines } from "#worker/services/transactions/ledger.writes";
import { sendErrand } from "#worker/tasks/start-task";

/** What a webhook said of one payment. */
export interface HeardNotice extends WebhookNotice {
	configurationId: string;
	/** The whole call. */
	body: Uint8Array;
}

/** A call of a platform. why without a database: of the calls that are kept together one alone asks it. */
export type PlatformCall = RequestContext & { organisationId: string };

type Books = PlatformCall & { db: ReturnType<RequestContext["databaseFor"]> };

export const openBooks = (call: PlatformCall): Books => ({ ...call, db: call.databaseFor(call.organisationId) });

/** The time from the begin of one lot to that of the next, in milliseconds. why: a platform does not mind, and lots are larger. */
const lotEveryMs = 100;
const together = new Together<HeardNotice, boolean>(lotEveryMs);

/** Checks whether a notice names a payment at all: platforms also tell of payouts and customers. */
export const namesPayment = ({
	reference,
	rrr,
	providerReference,
}: Pick<WebhookNotice, "reference" | "rrr" | "providerReference">): boolean =>
	Boolean(reference || rrr || providerReference);

/**
 * Keeps what a webhook says of one payment in the ledger, once for its key, and makes the payment's check due. Calls that
 * come at the same time are kept together. @returns whether the payment is in the books
 */
export const bookNotice = (call: PlatformCall, platform: string, notice: HeardNotice): Promise<boolean> =>
	together.do(
		`${call.organisationId} ${platform}`,
		notice,
		(notices) => bookNotices(openBooks(call), platform, notices),
		call.waitUntil,
	);

const bookNotices = async (books: Books, platform: string, notices: readonly HeardNotice[]): Promise<boolean[]> => {
	const found = await findNotified(books, platform, notices);
	const heard = notices.map((notice, place) => ({
		notice,
		isKept: found[place]?.isKept === 1,
		keptWith: found[place]?.keptWith ?? null,
		transactionId: found[place]?.transactionId ?? null,
	}));
	const fresh = heard.filter(({ isKept }) => !isKept);
	// why also what was kept without its payment: that was not in the books yet.
	const due = heard.flatMap(({ transactionId, isKept, keptWith }) =>
		transactionId !== null && (!isKept || keptWith === null) ? [transactionId] : [],
	);
	const unknown = fresh.filter(({ notice, transactionId }) => transactionId === null && namesPayment(notice));
	const lines = fresh.map((one) => lineOf(books, platform, one));
	const writes: Write[] = [
		...(lines.length > 0 ? [writeLedgerLines(books, { source: "webhook", actor: nobody, lines })] : []),
		...(due.length > 0 ? [makeManyDue(books, due)] : []),
		...unknown.map(({ notice }) => noteUnknown(books, platform, notice)),
	];
	const [first, ...others] = writes;
	if (first) await books.db.batch([first, ...others]);
	const { organisationId } = books;
	// why not awaited: the platform need not wait for the queue, and what is not sent the sweep sends.
	if (due.length > 0 && !tellChecks(organisationId, due.length))
		books.waitUntil(sendErrand(books.env, { organisationId, taskId: organisationId, errand: checksErrand }));
	return heard.map(({ transactionId }) => transactionId !== null);
};

const nobody = { id: null, name: null };

/** The most of a call that cannot be read that is kept, in characters. */
const mostUnreadable = 10_000;

/**
 * Keeps a call that its platform has signed, and that cannot be read: the same bytes once. It names no payment, so nothing is
 * checked.
 */
export const keepUnreadable = async (call: PlatformCall, platform: string, body: Uint8Array): Promise<void> => {
	const books = openBooks(call);
	const { requestBody, ...exchange } = exchangeOf(books, body);
	const line = {
		id: books.newId(),
		transactionId: null,
		platform,
		key: `unreadable ${(await sha512(body)).slice(0, 32)}`,
		exchanges: [{ ...exchange, requestBody: requestBody.slice(0, mostUnreadable) }],
		says: null,
		outcome: "unreadable",
		note: "A call of the platform could not be read.",
	};
	await books.db.batch([writeLedgerLines(books, { source: "webhook", actor: nobody, lines: [line] })]);
};

/** Returns a call as the ledger keeps it, without secrets. */
const exchangeOf = (books: Books, body: Uint8Array) => ({
	method: "POST",
	url: "webhook",
	requestBody: redact(new TextDecoder().decode(body), []),
	status: null,
	responseBody: null,
	startedAt: books.now(),
	ms: 0,
});

const lineOf = (
	books: Books,
	platform: string,
	{ notice, transactionId }: { notice: HeardNotice; transactionId: string | null },
) => ({
	id: books.newId(),
	transactionId,
	platform,
	key: notice.key,
	says: null,
	outcome: transactionId === null ? "unknown" : notice.saysPaid ? reportedPaid : "told",
	exchanges: [exchangeOf(books, notice.body)],
	note:
		transactionId !== null
			? `${notice.event}: the platform is asked to confirm it.`
			: namesPayment(notice)
				? `${notice.event} about a payment that is not in the books.`
				: `${notice.event} names no payment.`,
});

const noteUnknown = (books: Books, platform: string, notice: HeardNotice): Write => {
	const reference = notice.reference ?? notice.rrr ?? notice.providerReference ?? "";
	return writeException(books, {
		id: books.newId(),
		kind: "unknown_reference",
		subject: `${platform} ${reference}`,
		transactionId: null,
		platform,
		reference,
		courseId: null,
		amount: null,
		currency: null,
		configurationId: notice.configurationId,
		rrr: notice.rrr,
		providerReference: notice.providerReference,
		reason: `${notice.event} came for a reference that is not in the books.`,
	});
};
