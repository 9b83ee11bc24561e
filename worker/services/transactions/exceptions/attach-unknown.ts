import type { OrgContext } from "#worker/context";
import { noConfigsOf } from "#worker/contract/payment-platforms";
import { fail, ok } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { paymentSearchText } from "#worker/contract/text/search-text";
import { isDuplicate } from "#worker/database/commit";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { organisationById } from "#worker/services/organisation/queries";
import { askProvider } from "#worker/services/transactions/check-payment";
import { settleUnknown } from "#worker/services/transactions/exception.writes";
import { attachApplicant } from "#worker/services/transactions/exceptions/attach-applicant";
import { type Asked, closeException } from "#worker/services/transactions/exceptions/close-exception";
import type { FoundException } from "#worker/services/transactions/exceptions.queries";
import { askInTurn, gatewaysOf, type OpenGateway } from "#worker/services/transactions/gateway";
import { type FoundPayment, findByReference } from "#worker/services/transactions/ledger.queries";
import { insertPayment } from "#worker/services/transactions/ledger.writes";
import { recordAnswer } from "#worker/services/transactions/record-answer";

/** What a payment that is not in the books may have been started; platforms want a time. */
const startedBeforeMs = 86_400_000;

/** Asks the platform about a payment by the names that were reported. */
const findAtPlatform = async ({ gateway }: OpenGateway, exception: FoundException, asked: Asked<"attach">) => {
	const { rrr, providerReference, createdAt } = exception;
	const verify = (reference: string) =>
		gateway.verify({
			reference,
			rrr,
			providerReference,
			amount: asked.amount ?? 0,
			currency: asked.currency ?? "NGN",
			startedAt: createdAt - startedBeforeMs,
		});
	const found = await verify(exception.reference);
	const own = found.ok && found.value.contradicts === "reference" ? found.value.reference : null;
	// why again: where an RRR is all that is known, the answer by its own reference is taken for that about another payment.
	return own === null ? found : verify(own);
};

/** Says of an exception that it is about a payment of the books, which gets the applicant if it has none. */
const attachBooked = async (
	ctx: OrgContext,
	exception: FoundException,
	payment: FoundPayment,
	asked: Asked<"attach">,
) => {
	const { id: transactionId, reference, applicantId, courseId } = payment;
	const resolution = `It is ${reference}, which is in the books already.`;
	const closed =
		applicantId === null
			? await attachApplicant(ctx, exception, payment, asked)
			: await closeException(ctx, exception, { action: asked.action, resolution, transactionId, courseId });
	if (closed.ok) await askProvider(ctx, payment, "desk");
	return closed;
};

/**
 * Books a payment that only the platform knows, for an applicant: pending, as the platform names it, and then judged by the
 * platform's answer like any other.
 */
export const attachUnknown = async (ctx: OrgContext, exception: FoundException, asked: Asked<"attach">) => {
	const { platform, rrr, providerReference } = exception;
	const [applicant, accounts, [organisation]] = await Promise.all([
		findApplicant(ctx, asked.candidateId),
		gatewaysOf(ctx, exception),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (!applicant || !organisation) return fail("applicant_unknown");
	const found = await askInTurn(accounts, (account) => findAtPlatform(account, exception, asked));
	if (!found) return fail("platform_not_configured", { message: noConfigsOf(platform) });
	const { account, answered } = found;
	if (!answered.ok) {
		if (answered.code === "not_found") return fail("platform_knows_none");
		if (answered.code === "not_configured") return fail("platform_not_configured", { message: answered.detail });
		return answered.code === "refused" ? fail("payment_refused", { message: answered.detail }) : fail("platform_down");
	}
	const says = answered.value;
	const reference = says.reference ?? exception.reference;
	const booked = await findByReference(ctx, { reference }, platform);
	if (booked) return attachBooked(ctx, exception, booked, asked);
	const amount = says.amount ?? asked.amount;
	if (amount === undefined) return fail("exception_amount_needed", { fields: { amount: ["Enter what was paid."] } });
	const currency = says.currency ?? asked.currency ?? "NGN";
	const id = ctx.newId();
	const { id: applicantId, applicationId, accountEmail: email } = applicant;
	const courseId = applicant.course.id;
	const names = { rrr: says.rrr ?? rrr, providerReference: says.providerReference ?? providerReference };
	const known = { reference, ...names, email, username: email, name: fullName(applicant) };
	const insert = insertPayment(ctx, {
		id,
		...known,
		platform,
		configurationId: account.configurationId,
		amount,
		currency,
		items: [{ name: asked.lineName ?? "Fee", amount, currency }],
		applicantId,
		applicationId,
		courseId,
		// why due: should this end here, the next sweep asks the platform again.
		status: "pending",
		dueAt: ctx.now(),
		searchText: paymentSearchText(organisation.searchKey, known),
	});
	const others = [reference, names.rrr, names.providerReference].flatMap((name) =>
		name === null ? [] : [{ subject: `${platform} ${name}`, transactionId: id }],
	);
	try {
		const closed = await closeException(ctx, exception, {
			action: asked.action,
			resolution: `It was paid for ${applicant.applicationNumber}.`,
			transactionId: id,
			courseId,
			writes: [insert, ...settleUnknown(ctx, others)],
		});
		if (!closed.ok) return closed;
	} catch (error) {
		// why: it was booked in the moment before.
		if (isDuplicate(error, "transactions")) return fail("payment_changed");
		throw error;
	}
	await recordAnswer(ctx, id, { answered, source: "desk" });
	return ok(undefined);
};
