import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { noConfigsOf } from "#worker/contract/payment-platforms";
import { problems } from "#worker/contract/problems";
import { fail, ok } from "#worker/contract/result";
import { formatDateInput } from "#worker/contract/text/dates";
import { fullName } from "#worker/contract/text/full-name";
import { paymentSearchText } from "#worker/contract/text/search-text";
import { commit } from "#worker/database/commit";
import { releaseCodes, takeCode } from "#worker/services/coupons/writes";
import { organisationById } from "#worker/services/organisation/queries";
import { openRow } from "#worker/services/transactions/gateway";
import { insertPayment, notePage, writeLedgerLine } from "#worker/services/transactions/ledger.writes";
import { findParties, type Parties, priceFor } from "#worker/services/transactions/price-payment";
import { publicKeyOf, publicPath } from "#worker/services/transactions/public-key";
import type { startPayment as starting } from "#worker/services/transactions/taking.contract";

type Asked = EndpointRequest<typeof starting>["body"];

/** A payment that the payer does not come back from is checked by itself after this long. */
const firstCheckMs = 3 * 60_000;

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** Returns a reference that is easy to read out and hard to guess: PAY- and sixteen letters and digits. */
const newReference = (): string =>
	`PAY-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters[byte % letters.length]).join("")}`;

/** Says why a use of a code could not be taken: somebody was faster, or the code was changed since the price was made. */
const whyNotTaken = async (ctx: OrgContext, asked: Asked, parties: Parties) => {
	const priced = await priceFor(ctx, asked, parties);
	if (!priced.ok) return priced;
	return fail("coupon_changed", { fields: { discountCode: [problems.coupon_changed.message] } });
};

/**
 * Starts a payment of an applicant (§7). The payment is in the books before the platform is called: whatever becomes of the
 * call, it is checked later, and found.
 */
export const startPayment = async (ctx: OrgContext, asked: Asked) => {
	const { configurationId, currency, returnUrl } = asked;
	const [parties, [organisation]] = await Promise.all([
		findParties(ctx, asked),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (!parties.ok) return parties;
	const { applicant, row } = parties.value;
	const open = await openRow(ctx, row);
	if (!organisation || !open) return fail("platform_not_configured", { message: noConfigsOf(row.platform) });
	const { id: applicantId, applicationId } = applicant;
	const priced = await priceFor(ctx, asked, parties.value);
	if (!priced.ok) return priced;
	const { items, total: amount, charge: gatewayCharge, code } = priced.value;
	const [id, reference, startedAt] = [ctx.newId(), newReference(), ctx.now()];
	const email = applicant.accountEmail;
	const isFree = amount === 0;
	const total = amount + gatewayCharge;
	const known = { reference, email, username: email, name: fullName(applicant) };
	const platform = row.platform;
	const insert = insertPayment(ctx, {
		id,
		...known,
		platform,
		configurationId,
		amount,
		gatewayCharge,
		currency,
		items,
		applicantId,
		applicationId,
		courseId: applicant.course.id,
		returnUrl: returnUrl ?? null,
		...(isFree
			? {
					status: "success",
					paidAmount: 0,
					paidAt: startedAt,
					paidDay: formatDateInput(startedAt, organisation.timeZone),
				}
			: { status: "pending", dueAt: startedAt + firstCheckMs }),
		searchText: paymentSearchText(organisation.searchKey, known),
	});
	const about = { transactionId: id, reference, platform, amount: total, currency, applicationId };
	const taken =
		code && takeCode(ctx, { ...code, applicationId, applicantId, transactionId: id, currency, now: startedAt });
	const line = { transactionId: id, platform, source: "start" as const, actor: ctx.actor, says: null };
	const free = "The discount covers everything: there was nothing to pay.";
	const started = await commit(ctx, {
		guarded: taken ?? { write: insert, expectedChanges: 1 },
		writes: [
			...(taken ? [insert] : []),
			...(isFree
				? [writeLedgerLine(ctx, { ...line, id: ctx.newId(), exchanges: [], outcome: "success", note: free })]
				: []),
		],
		event: {
			type: isFree ? ("payment.succeeded" as const) : ("payment.started" as const),
			payload: { ...about, applicantIds: [applicantId] },
		},
	});
	if (!started) return whyNotTaken(ctx, asked, parties.value);
	const publicKey = await publicKeyOf(ctx.env, ctx.organisationId, id);
	const ownPage = `${ctx.env.PORTAL_ORIGIN}${publicPath(ctx.organisationId, publicKey)}`;
	if (isFree) return ok({ id, reference, amount: total, currency, pageUrl: ownPage, pageFields: null, publicKey });
	const answered = await open.gateway.start({
		reference,
		amount: total,
		currency,
		startedAt,
		items,
		payer: { email, name: known.name, phone: null },
		description: `${organisation.name}: ${items.map(({ name }) => name).join(", ")}`.slice(0, 200),
		returnUrl: `${ownPage}?back=1`,
	});
	// why failed: what the platform has refused is not in its books, and can never be paid.
	const isLost = !answered.ok && (answered.code === "refused" || answered.code === "not_configured");
	const page = answered.ok ? answered.value : undefined;
	const searchText = paymentSearchText(organisation.searchKey, { ...known, ...page });
	const noted = notePage(ctx, id, { page, isFailed: isLost, searchText });
	const heard = writeLedgerLine(ctx, {
		...line,
		id: ctx.newId(),
		exchanges: answered.exchanges,
		outcome: answered.ok ? "started" : isLost ? "refused" : "unavailable",
		note: answered.ok ? "The payment was started." : answered.detail,
	});
	const failed =
		isLost &&
		(await commit(ctx, {
			guarded: { write: noted, expectedChanges: 1 },
			writes: [heard, releaseCodes(ctx, [id])],
			event: { type: "payment.failed", payload: { ...about, applicantIds: [applicantId] } },
		}));
	// why also where it was lost: a webhook that was faster leaves nothing to fail, and the answer is kept all the same.
	if (!failed) await ctx.db.batch([noted, heard]);
	if (answered.ok) {
		const { pageUrl, pageFields } = answered.value;
		return ok({ id, reference, amount: total, currency, pageUrl, pageFields, publicKey });
	}
	if (answered.code === "not_configured") return fail("platform_not_configured", { message: answered.detail });
	return isLost ? fail("payment_refused", { message: answered.detail }) : fail("platform_down");
};
