import type { OrgContext } from "#worker/context";
import { noConfigsOf } from "#worker/contract/payment-platforms";
import type { PaymentSource } from "#worker/contract/payment-sources";
import { fail, ok } from "#worker/contract/result";
import { hasCourse } from "#worker/database/scope";
import type { Answered, ProviderPayment } from "#worker/gateways/payments/port";
import type { LedgerContext } from "#worker/services/transactions/book-answers";
import { askInTurn, gatewaysOf, type OpenGateway } from "#worker/services/transactions/gateway";
import type { Verdict } from "#worker/services/transactions/judge-answer";
import { type FoundPayment, findByReference } from "#worker/services/transactions/ledger.queries";
import { paymentDetails } from "#worker/services/transactions/payment-details";
import { recordAnswer } from "#worker/services/transactions/record-answer";

/**
 * Asks the provider about a payment. @returns undefined where the institution has no keys for it
 * @param accountsFor opens the accounts of a payment; one for many payments opens each once
 */
export const readAnswer = async (
	ctx: LedgerContext,
	payment: FoundPayment,
	accountsFor: typeof gatewaysOf = gatewaysOf,
): Promise<Answered<ProviderPayment> | undefined> => {
	const { amount, gatewayCharge, createdAt, ...known } = payment;
	const asked = await askInTurn(await accountsFor(ctx, payment), ({ gateway }) =>
		gateway.verify({
			...known,
			amount: amount + gatewayCharge,
			startedAt: createdAt,
			isPaid: payment.status === "success",
		}),
	);
	if (!asked) return undefined;
	const { account, answered } = asked;
	if (answered.ok || answered.code !== "not_found") return answered;
	const detail = whyAnotherAccount(payment, account);
	// why no answer: it may have been paid at the account that it was started with, and must not be called failed.
	return detail === undefined ? answered : { ...answered, code: "not_configured", detail };
};

/** Says why the account that was asked may be another one than that with which a payment was started; undefined for the same. */
const whyAnotherAccount = ({ configurationId, createdAt }: FoundPayment, account: OpenGateway): string | undefined => {
	if (configurationId === null) return undefined;
	if (configurationId !== account.configurationId)
		return "The account that it was started with is no longer configured, and no other one knows it.";
	return account.changedAt > createdAt
		? "The configuration was changed since it was started, and the account of now does not know it."
		: undefined;
};

/** Asks the provider about a payment, and keeps the answer. @returns undefined where the institution has no keys for it */
export const askProvider = async (
	ctx: LedgerContext,
	payment: FoundPayment,
	source: PaymentSource,
): Promise<Verdict | undefined> => {
	const answered = await readAnswer(ctx, payment);
	return answered && recordAnswer(ctx, payment.id, { answered, source });
};

/** Returns why nothing was learned of a payment; undefined where its platform has answered. */
export const whyUnanswered = ({ platform }: Pick<FoundPayment, "platform">, verdict: Verdict | undefined) => {
	if (!verdict) return fail("platform_not_configured", { message: noConfigsOf(platform) });
	if (verdict.isUnconfigured) return fail("platform_not_configured", { message: verdict.note });
	return verdict.outcome === "unavailable" ? fail("platform_down") : undefined;
};

/** Asks the provider how a payment stands (§7 GET /payments/status?ref). One that has succeeded is not asked about again. */
export const checkStatus = async (ctx: OrgContext, ref: string) => {
	const found = await findByReference(ctx, { reference: ref, rrr: ref, providerReference: ref });
	if (!found || !isVisible(ctx, found)) return fail("not_found");
	if (found.status !== "success") {
		const unanswered = whyUnanswered(found, await askProvider(ctx, found, "check"));
		if (unanswered) return unanswered;
	}
	const details = await paymentDetails(ctx, found.id);
	return details ? ok(details) : fail("not_found");
};

/** Checks whether a payment is within the places of the request; one without a course is seen everywhere only. */
export const isVisible = (
	{ scope }: Pick<OrgContext, "scope">,
	{ courseId }: Pick<FoundPayment, "courseId">,
): boolean => (courseId === null ? scope.courseIds === null : hasCourse(scope, courseId));
