import { and, count, desc, eq, type SQL } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { applicants } from "#worker/database/schema/applicants";
import { applications } from "#worker/database/schema/applications";
import { courses } from "#worker/database/schema/structure";
import { transactions } from "#worker/database/schema/transactions";
import type { Transaction } from "#worker/services/transactions/contract";

const ofApplicant = (organisationId: string, applicantId: string): SQL | undefined =>
	and(eq(transactions.organisationId, organisationId), eq(transactions.applicantId, applicantId));

/** why the aliases: in a batch, columns of the same name in two joined tables would fall on top of each other. */
export const selectTransactions = ({ db }: OrgContext, matching: SQL | undefined) =>
	db
		.select({
			id: transactions.id,
			reference: transactions.reference,
			email: transactions.email,
			name: transactions.name,
			username: transactions.username,
			rrr: transactions.rrr,
			amount: transactions.amount,
			gatewayCharge: transactions.gatewayCharge,
			currency: transactions.currency,
			platform: transactions.platform,
			status: transactions.status,
			createdAt: transactions.createdAt,
			paidAt: transactions.paidAt,
			reversedAmount: transactions.reversedAmount,
			applicantId: transactions.applicantId,
			items: transactions.items,
			applicationId: transactions.applicationId,
			courseId: transactions.courseId,
			applicationTitle: applications.title,
			courseCode: courses.code,
			courseTitle: courses.title,
		})
		.from(transactions)
		.leftJoin(
			applications,
			and(
				eq(applications.organisationId, transactions.organisationId),
				eq(applications.id, transactions.applicationId),
			),
		)
		.leftJoin(
			courses,
			and(eq(courses.organisationId, transactions.organisationId), eq(courses.id, transactions.courseId)),
		)
		.where(matching);

type FlatTransaction = Awaited<ReturnType<typeof selectTransactions>>[number];

/** A name whose row was deleted is shown as its id: a payment never becomes unreadable. */
export const toTransaction = (flat: FlatTransaction): Transaction => {
	const { courseId, applicationTitle, courseCode, courseTitle, ...rest } = flat;
	return {
		...rest,
		application: { title: applicationTitle ?? rest.applicationId },
		course: courseId === null ? null : { code: courseCode ?? courseId, title: courseTitle ?? courseId },
	};
};

/** Reads one page of an applicant's payments, newest first. Undefined when there is no such applicant. */
export const pageOfTransactions = async (
	ctx: OrgContext,
	applicantId: string,
	{ page, size }: { page: number; size: number },
) => {
	const { db, organisationId } = ctx;
	const matching = ofApplicant(organisationId, applicantId);
	const [[applicant], found, [total]] = await db.batch([
		db
			.select({ id: applicants.id })
			.from(applicants)
			.where(and(eq(applicants.organisationId, organisationId), eq(applicants.id, applicantId))),
		selectTransactions(ctx, matching)
			.orderBy(desc(transactions.createdAt), desc(transactions.id))
			.limit(size)
			.offset(page * size),
		db.select({ rows: count() }).from(transactions).where(matching),
	]);
	return applicant && { data: found.map(toTransaction), resultTotal: total?.rows ?? 0, page, size };
};

export const selectOne = (ctx: OrgContext, id: string) =>
	selectTransactions(ctx, and(eq(transactions.organisationId, ctx.organisationId), eq(transactions.id, id)));

export const findTransaction = async (ctx: OrgContext, applicantId: string, transactionId: string) => {
	const [found] = await selectTransactions(
		ctx,
		and(ofApplicant(ctx.organisationId, applicantId), eq(transactions.id, transactionId)),
	);
	return found && toTransaction(found);
};
