import type { OrgContext } from "#worker/context";
import { isVisible } from "#worker/services/transactions/check-payment";
import { actionsFor, type ExceptionDetails } from "#worker/services/transactions/exceptions.contract";
import { applicantOfPayment, findException, involvedPayments } from "#worker/services/transactions/exceptions.queries";
import { readLedger } from "#worker/services/transactions/ledger.queries";

/** Reads an exception with its payments; undefined when there is none, or none within the places of the request. */
export const exceptionDetails = async (ctx: OrgContext, id: string): Promise<ExceptionDetails | undefined> => {
	const found = await findException(ctx, id);
	if (!found || !isVisible(ctx, found)) return undefined;
	const { rrr: _, providerReference: __, configurationId: ___, courseId: ____, ...exception } = found;
	const { kind, transactionId, resolvedAt } = exception;
	const [involved, applicant, ledger] =
		transactionId === null
			? [[], undefined, []]
			: await Promise.all([
					involvedPayments(ctx, transactionId, { twins: kind === "paid_twice" }),
					applicantOfPayment(ctx, transactionId),
					readLedger(ctx, transactionId),
				]);
	const own = involved.find((payment) => payment.id === transactionId);
	return {
		...exception,
		email: own?.email ?? null,
		actions: resolvedAt === null ? [...actionsFor(exception, own)] : [],
		payments: involved.map(({ applicantId: _applicant, updatedAt: _updated, ...payment }) => payment),
		applicant: applicant ?? null,
		privilegesElsewhere: isVisible({ scope: ctx.scopeFor(["payments:u"]) }, found) ? [] : ["payments:u"],
		ledger,
	};
};
