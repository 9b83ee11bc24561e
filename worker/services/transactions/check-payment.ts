import type { OrgContext } from "#worker/context";
import type { PaymentSource } from "#worker/contract/payment-sources";
import { fail, ok } from "#worker/contract/result";
import { hasCourse } from "#worker/database/scope";
import { backgroundOrgContext } from "#worker/events/background";
import { gatewayOf } from "#worker/services/transactions/gateway";
import type { Verdict } from "#worker/services/transactions/judge-answer";
import { type FoundPayment, findBooked, findByReference } from "#worker/services/transactions/ledger.queries";
import { claimDue, stopChecks } from "#worker/services/transactions/ledger.writes";
import { paymentDetails } from "#worker/services/transactions/payment-details";
import { type LedgerContext, recordAnswer } from "#worker/services/transactions/record-answer";
import type { Errand } from "#worker/tasks/errand";

/** Asks the provider about a payment, and keeps the answer. @returns undefined where the institution has no keys for it */
export const askProvider = async (
	ctx: LedgerContext,
	payment: FoundPayment,
	source: PaymentSource,
): Promise<Verdict | undefined> => {
	const open = await gatewayOf(ctx, payment);
	if (!open) return undefined;
	const { amount, gatewayCharge, createdAt, ...known } = payment;
	const answered = await open.gateway.verify({ ...known, amount: amount + gatewayCharge, startedAt: createdAt });
	return recordAnswer(ctx, payment.id, { answered, source });
};

/** Asks the provider how a payment stands (§7 GET /payments/status?ref). One that has succeeded is not asked about again. */
export const checkStatus = async (ctx: OrgContext, ref: string) => {
	const found = await findByReference(ctx, { reference: ref, rrr: ref, providerReference: ref });
	if (!found || !isVisible(ctx, found)) return fail("not_found");
	if (found.status !== "success") {
		const verdict = await askProvider(ctx, found, "check");
		if (!verdict) return fail("platform_not_configured");
		if (verdict.outcome === "unavailable") return fail("platform_down");
	}
	const details = await paymentDetails(ctx, found.id);
	return details ? ok(details) : fail("not_found");
};

/** Checks whether a payment is within the places of the request; one without a course is seen everywhere only. */
export const isVisible = ({ scope }: OrgContext, { courseId }: Pick<FoundPayment, "courseId">): boolean =>
	courseId === null ? scope.courseIds === null : hasCourse(scope, courseId);

export const checkErrand = "payment-check";

/** Checks a payment that is due: a pending one, or one that a webhook spoke of. */
export const checkDuePayment: Errand = {
	name: checkErrand,
	run: async (request, { organisationId, id }) => {
		const ctx = backgroundOrgContext(request, organisationId, { id: "", name: "", email: "" });
		if (!(await claimDue(ctx.db, { organisationId, id }, ctx.now()))) return undefined;
		const payment = await findBooked(ctx, id);
		const verdict = payment && (await askProvider(nobody(ctx), payment, "schedule"));
		// why: without keys there is nobody to ask; a configuration that is entered later makes it due again.
		if (payment && !verdict) await stopChecks(ctx, id);
		return undefined;
	},
};

const nobody = (ctx: OrgContext): LedgerContext => ({ ...ctx, actor: { id: null, name: null } });
