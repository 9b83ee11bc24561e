import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fail, ok } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { paymentSearchText } from "#worker/contract/text/search-text";
import { commit } from "#worker/database/commit";
import { hasCourse } from "#worker/database/scope";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { organisationById } from "#worker/services/organisation/queries";
import { findConfiguration } from "#worker/services/payment-configurations/queries";
import type { startPayment as starting } from "#worker/services/transactions/contract";
import { openRow } from "#worker/services/transactions/gateway";
import { insertPayment, notePage, writeLedgerLine } from "#worker/services/transactions/ledger.writes";
import { publicKeyOf, publicPath } from "#worker/services/transactions/public-key";

/** A payment that the payer does not come back from is checked by itself after this long. */
const firstCheckMs = 3 * 60_000;

const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/** Returns a reference that is easy to read out and hard to guess: PAY- and sixteen letters and digits. */
const newReference = (): string =>
	`PAY-${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => letters[byte % letters.length]).join("")}`;

/**
 * Starts a payment of an applicant (§7). The payment is in the books before the platform is called: whatever becomes of the
 * call, it is checked later, and found.
 */
export const startPayment = async (ctx: OrgContext, asked: EndpointRequest<typeof starting>["body"]) => {
	const { candidateId, configurationId, items, currency, returnUrl } = asked;
	const [applicant, row, [organisation]] = await Promise.all([
		findApplicant(ctx, candidateId),
		findConfiguration(ctx, configurationId),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (!applicant || !organisation || !hasCourse(ctx.scope, applicant.course.id)) return fail("not_found");
	if (!row) return fail("not_found");
	const open = row.active ? await openRow(ctx, row) : undefined;
	if (!open) return fail("platform_not_configured");
	const [id, reference, startedAt] = [ctx.newId(), newReference(), ctx.now()];
	const email = applicant.accountEmail;
	const amount = items.reduce((sum, item) => sum + item.amount, 0);
	const gatewayCharge = row.isChargeEnabled ? row.charge : 0;
	const known = { reference, email, username: email, name: fullName(applicant) };
	const platform = row.platform;
	const about = { transactionId: id, reference, platform, amount: amount + gatewayCharge, currency };
	await commit(ctx, {
		guarded: {
			write: insertPayment(ctx, {
				...{ id, ...known, platform, configurationId, amount, gatewayCharge, currency, status: "pending" },
				...{ applicantId: applicant.id, applicationId: applicant.applicationId, courseId: applicant.course.id },
				items: items.map((item) => ({ ...item, currency })),
				...{ returnUrl: returnUrl ?? null, dueAt: startedAt + firstCheckMs },
				searchText: paymentSearchText(organisation.searchKey, known),
			}),
			expectedChanges: 1,
		},
		event: {
			type: "payment.started",
			payload: { ...about, applicationId: applicant.applicationId, applicantIds: [applicant.id] },
		},
	});
	const publicKey = await publicKeyOf(ctx.env, ctx.organisationId, id);
	const answered = await open.gateway.start({
		...{ reference, amount: amount + gatewayCharge, currency, startedAt, items },
		payer: { email, name: known.name, phone: null },
		description: `${organisation.name}: ${items.map(({ name }) => name).join(", ")}`.slice(0, 200),
		returnUrl: `${ctx.env.PORTAL_ORIGIN}${publicPath(ctx.organisationId, publicKey)}?back=1`,
	});
	// why failed: what the platform has refused is not in its books, and can never be paid.
	const isLost = !answered.ok && (answered.code === "refused" || answered.code === "not_configured");
	const page = answered.ok ? answered.value : undefined;
	await ctx.db.batch([
		notePage(ctx, id, {
			page,
			isFailed: isLost,
			searchText: paymentSearchText(organisation.searchKey, { ...known, ...page }),
		}),
		writeLedgerLine(ctx, {
			...{ id: ctx.newId(), transactionId: id, platform, source: "start", actor: ctx.actor, says: null },
			...{ exchanges: answered.exchanges, outcome: answered.ok ? "started" : isLost ? "refused" : "unavailable" },
			note: answered.ok ? "The payment was started." : answered.detail,
		}),
	]);
	if (answered.ok) {
		const { pageUrl, pageFields } = answered.value;
		return ok({ id, reference, amount: amount + gatewayCharge, currency, pageUrl, pageFields, publicKey });
	}
	if (answered.code === "not_configured") return fail("platform_not_configured", { message: answered.detail });
	return isLost ? fail("payment_refused", { message: answered.detail }) : fail("platform_down");
};
