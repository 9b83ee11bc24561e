import type { OrgContext } from "#worker/context";
import { noConfigsOf } from "#worker/contract/payment-platforms";
import { fail, ok, type Result } from "#worker/contract/result";
import { fullName } from "#worker/contract/text/full-name";
import { paymentSearchText } from "#worker/contract/text/search-text";
import { isDuplicate } from "#worker/database/commit";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { organisationById } from "#worker/services/organisation/queries";
import type { ExceptionResolution } from "#worker/services/transactions/exceptions.contract";
import type { FoundException } from "#worker/services/transactions/exceptions.queries";
import { gatewayOf } from "#worker/services/transactions/gateway";
import { findByReference } from "#worker/services/transactions/ledger.queries";
import { insertPayment } from "#worker/services/transactions/ledger.writes";
import { recordAnswer } from "#worker/services/transactions/record-answer";
import type { Closing } from "#worker/services/transactions/resolve-exception";

/** What a payment that is not in the books may have been started; platforms want a time. */
const startedBeforeMs = 86_400_000;

/**
 * Books a payment that only the platform knows, for an applicant: pending, as the platform names it, and then judged by the
 * platform's answer like any other.
 */
export const attachUnknown = async (
	ctx: OrgContext,
	exception: FoundException,
	asked: Extract<ExceptionResolution, { action: "attach" }>,
	close: (closing: Closing) => Promise<Result<undefined, "exception_resolved" | "payment_changed">>,
) => {
	const { platform, rrr, providerReference, configurationId, createdAt } = exception;
	const [applicant, open, [organisation]] = await Promise.all([
		findApplicant(ctx, asked.candidateId),
		gatewayOf(ctx, exception),
		organisationById(ctx.db, ctx.organisationId),
	]);
	if (!applicant || !organisation) return fail("applicant_unknown");
	if (!open) return fail("platform_not_configured", { message: noConfigsOf(platform) });
	const answered = await open.gateway.verify({
		reference: exception.reference,
		rrr,
		providerReference,
		amount: asked.amount ?? 0,
		currency: asked.currency ?? "NGN",
		startedAt: createdAt - startedBeforeMs,
	});
	if (!answered.ok) {
		if (answered.code === "not_found") return fail("platform_knows_none");
		if (answered.code === "not_configured") return fail("platform_not_configured", { message: answered.detail });
		return answered.code === "refused" ? fail("payment_refused", { message: answered.detail }) : fail("platform_down");
	}
	const says = answered.value;
	const amount = says.amount ?? asked.amount;
	if (amount === undefined) return fail("exception_amount_needed", { fields: { amount: ["Enter what was paid."] } });
	const currency = says.currency ?? asked.currency ?? "NGN";
	const reference = says.reference ?? exception.reference;
	const resolution = `It was paid for ${applicant.applicationNumber}.`;
	const booked = await findByReference(ctx, { reference }, platform);
	const id = booked?.id ?? ctx.newId();
	const { id: applicantId, applicationId, accountEmail: email } = applicant;
	const known = {
		reference,
		rrr: says.rrr ?? rrr,
		providerReference: says.providerReference ?? providerReference,
		email,
		username: email,
		name: fullName(applicant),
	};
	const insert = insertPayment(ctx, {
		id,
		...known,
		platform,
		configurationId: configurationId ?? open.configurationId,
		amount,
		currency,
		items: [{ name: asked.lineName ?? "Fee", amount, currency }],
		applicantId,
		applicationId,
		courseId: applicant.course.id,
		// why due: should this end here, the next sweep asks the platform again.
		status: "pending",
		dueAt: ctx.now(),
		searchText: paymentSearchText(organisation.searchKey, known),
	});
	try {
		const closed = await close({
			action: "attach",
			resolution,
			transactionId: id,
			courseId: applicant.course.id,
			writes: booked ? [] : [insert],
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
