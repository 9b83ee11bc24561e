import type { OrgContext } from "#worker/context";
import { fail } from "#worker/contract/result";
import { hasCourse } from "#worker/database/scope";
import { findApplicant } from "#worker/services/applicants/applicant.queries";
import { exceptionAbout, paidTwice } from "#worker/services/transactions/book-answers";
import { settleExceptions, writeException } from "#worker/services/transactions/exception.writes";
import { type Asked, closeException } from "#worker/services/transactions/exceptions/close-exception";
import type { FoundException } from "#worker/services/transactions/exceptions.queries";
import type { FoundPayment } from "#worker/services/transactions/ledger.queries";
import { amendPayment, isPaidTwice, isUnchanged } from "#worker/services/transactions/ledger.writes";
import { settlePaidAgain } from "#worker/services/transactions/writes";

/** Gives a payment of the books its applicant, with their application and course. */
export const attachApplicant = async (
	ctx: OrgContext,
	exception: FoundException,
	payment: FoundPayment,
	{ action, candidateId }: Asked<"attach">,
) => {
	const applicant = await findApplicant(ctx, candidateId);
	// why: otherwise a role at a place could hand its payments to any applicant of the institution.
	if (!applicant || !hasCourse(ctx.scope, applicant.course.id)) return fail("applicant_unknown");
	const { id: applicantId, applicationId, applicationNumber } = applicant;
	const courseId = applicant.course.id;
	const resolution = `It was paid for ${applicationNumber}.`;
	const twice = exceptionAbout(ctx, { ...payment, courseId }, paidTwice);
	return closeException(ctx, exception, {
		action,
		onlyIf: isUnchanged(ctx, payment),
		transactionId: payment.id,
		courseId,
		resolution,
		writes: [
			amendPayment(ctx, payment.id, { applicantId, applicationId, courseId }),
			// why: an unknown reference that leads to the applicant also says who paid, so nobody has to choose an applicant any more.
			...settleExceptions(ctx, [payment.id], ["no_applicant"], resolution),
			...(payment.status === "success"
				? [writeException(ctx, twice, isPaidTwice(ctx, payment.id)), settlePaidAgain(ctx, [payment.id])]
				: []),
		],
	});
};
