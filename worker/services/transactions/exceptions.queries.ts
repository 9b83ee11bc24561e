import { and, eq, type SQL, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { ExceptionKind } from "#worker/contract/payment-exceptions";
import { fullName } from "#worker/contract/text/full-name";
import { paymentExceptions, transactions } from "#worker/database/schema/transactions";
import { andWithin, type Scope } from "#worker/database/scope";
import type {
	ExceptionFilter,
	InvolvedPayment,
	PaymentException,
} from "#worker/services/transactions/exceptions.contract";
import { payForTheSame } from "#worker/services/transactions/ledger.queries";

type Books = Pick<OrgContext, "db" | "organisationId" | "scope">;

const columns = sql`exception.id, exception.kind, exception.reason, exception.platform, exception.reference,
	exception.transaction_id AS transactionId, payment.email, exception.amount, exception.currency,
	exception.refund_of AS refundOf, exception.created_at AS createdAt, exception.resolved_at AS resolvedAt,
	exception.resolved_by_name AS resolvedByName, exception.action, exception.resolution`;

const withPayment = sql`LEFT JOIN transactions AS payment
	ON payment.organisation_id = exception.organisation_id AND payment.id = exception.transaction_id`;

interface Count {
	kind: ExceptionKind;
	exceptions: number;
}

/** Selects the kept counts by kind. */
const selectCounts = (
	{ organisationId, scope }: Pick<Books, "organisationId" | "scope">,
	{ isOpen, platform }: { isOpen: boolean; platform?: string | undefined },
): SQL => sql`
	SELECT kind, sum(exceptions) AS exceptions FROM payment_exception_counts AS kept
	WHERE organisation_id = ${organisationId} AND is_open = ${Number(isOpen)}
		${platform === undefined ? sql`` : sql`AND platform = ${platform}`} ${andWithin({ scope }, sql`kept.course_id`)}
	GROUP BY kind HAVING sum(exceptions) > 0`;

/** Reads one page of the exceptions that match, newest first, and how many there are of each kind. */
export const pageOfExceptions = async (
	ctx: Books,
	{ kind, platform, state, page, size }: ExceptionFilter & { page: number; size: number },
) => {
	const isOpen = state === "OPEN";
	const [data, counts] = await Promise.all([
		ctx.db.all<PaymentException>(sql`
			SELECT ${columns} FROM payment_exceptions AS exception INDEXED BY payment_exceptions_open ${withPayment}
			WHERE exception.organisation_id = ${ctx.organisationId}
				AND exception.resolved_at ${isOpen ? sql`IS NULL` : sql`IS NOT NULL`}
				${kind === undefined ? sql`` : sql`AND exception.kind = ${kind}`}
				${platform === undefined ? sql`` : sql`AND exception.platform = ${platform}`}
				${andWithin(ctx, sql`exception.course_id`)}
			ORDER BY ${isOpen ? sql`` : sql`exception.resolved_at DESC,`} exception.created_at DESC, exception.id DESC
			LIMIT ${size} OFFSET ${page * size}`),
		ctx.db.all<Count>(selectCounts(ctx, { isOpen, platform })),
	]);
	const counted = kind === undefined ? counts : counts.filter((one) => one.kind === kind);
	const resultTotal = counted.reduce((sum, one) => sum + one.exceptions, 0);
	return { data, counts, resultTotal, page, size };
};

/** Counts the open exceptions within a scope. */
export const countOpenExceptions = async (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	scope: Scope,
): Promise<number> => {
	const counts = await db.all<Count>(selectCounts({ organisationId, scope }, { isOpen: true }));
	return counts.reduce((sum, { exceptions }) => sum + exceptions, 0);
};

/** Finds an exception of whatever place; `courseId` is null where the payment or its course is not known. */
export const findException = async ({ db, organisationId }: Books, id: string) => {
	const [found] = await db
		.select({
			id: paymentExceptions.id,
			kind: paymentExceptions.kind,
			platform: paymentExceptions.platform,
			reference: paymentExceptions.reference,
			reason: paymentExceptions.reason,
			rrr: paymentExceptions.rrr,
			providerReference: paymentExceptions.providerReference,
			courseId: paymentExceptions.courseId,
			configurationId: paymentExceptions.configurationId,
			refundOf: paymentExceptions.refundOf,
			transactionId: paymentExceptions.transactionId,
			createdAt: paymentExceptions.createdAt,
			amount: paymentExceptions.amount,
			currency: paymentExceptions.currency,
			resolvedAt: paymentExceptions.resolvedAt,
			resolvedByName: paymentExceptions.resolvedByName,
			action: paymentExceptions.action,
			resolution: paymentExceptions.resolution,
		})
		.from(paymentExceptions)
		.where(and(eq(paymentExceptions.organisationId, organisationId), eq(paymentExceptions.id, id)));
	return found;
};
export type FoundException = NonNullable<Awaited<ReturnType<typeof findException>>>;

/** The most payments for the same that are shown. */
const mostInvolved = 10;

/**
 * Reads the payment of an exception, with others of the applicant that paid for the same where `twins` asks for them, as far as
 * they are within the places of the request.
 */
export const involvedPayments = async (
	{ db, organisationId, scope }: Books,
	transactionId: string,
	{ twins }: { twins: boolean },
): Promise<(InvolvedPayment & { applicantId: string | null; updatedAt: number })[]> =>
	db.all(sql`
		SELECT payment.id, payment.reference, payment.status, payment.amount + payment.gateway_charge AS total,
			payment.currency, payment.reversed_amount AS reversedAmount, payment.name, payment.email,
			payment.created_at AS createdAt, payment.paid_at AS paidAt, payment.applicant_id AS applicantId,
			payment.updated_at AS updatedAt
		FROM transactions AS own CROSS JOIN transactions AS payment
			ON payment.organisation_id = own.organisation_id AND ${
				twins
					? sql`payment.applicant_id = own.applicant_id AND (payment.id = own.id OR (payment.status = 'success'
						AND payment.application_id = own.application_id AND ${payForTheSame(sql`own`, sql`payment`)}
						${andWithin({ scope }, sql`payment.course_id`)}))`
					: sql`payment.id = own.id`
			}
		WHERE own.organisation_id = ${organisationId} AND own.id = ${transactionId}
		ORDER BY payment.created_at, payment.id LIMIT ${mostInvolved}`);

/** Reads the applicant of a payment, if they are within the places of the request. */
export const applicantOfPayment = async (ctx: Books, transactionId: string) => {
	const [found] = await ctx.db.all<{
		id: string;
		firstName: string;
		lastName: string;
		middleName: string | null;
		stepType: string | null;
	}>(sql`
		SELECT applicant.id, applicant.first_name AS firstName, applicant.last_name AS lastName,
			applicant.middle_name AS middleName, step.type AS stepType
		FROM ${transactions} AS payment CROSS JOIN applicants AS applicant
			ON applicant.organisation_id = payment.organisation_id AND applicant.id = payment.applicant_id
		LEFT JOIN workflow_steps AS step ON step.organisation_id = applicant.organisation_id AND step.id = applicant.step_id
		WHERE payment.organisation_id = ${ctx.organisationId} AND payment.id = ${transactionId}
			${andWithin(ctx, sql`applicant.course_id`)}`);
	return found && { id: found.id, name: fullName(found), isAdmitted: found.stepType === "ACCEPTED" };
};
