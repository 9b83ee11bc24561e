import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { erasedName } from "#worker/contract/erasure";
import type { Write } from "#worker/database/commit";
import { isOneOf } from "#worker/database/is-one-of";
import { paymentEvents, paymentExceptions, transactions } from "#worker/database/schema/transactions";

/**
 * Removes the payers from payments, and what was exchanged with platforms about them, and what staff wrote of
 * exceptions. The money and its references stay.
 * @param searchTexts pairs of a payment's id and the words by which it is still found
 */
export const erasePayers = (
	{ db, organisationId, now }: OrgContext,
	ids: readonly string[],
	searchTexts: readonly (readonly [id: string, text: string])[],
): Write[] => {
	const theirs = sql`(SELECT id FROM transactions INDEXED BY transactions_by_applicant
		WHERE organisation_id = ${organisationId} AND applicant_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})))`;
	return [
		db
			.update(paymentEvents)
			.set({ exchanges: [] })
			.where(and(eq(paymentEvents.organisationId, organisationId), sql`${paymentEvents.transactionId} IN ${theirs}`)),
		db
			.update(paymentExceptions)
			.set({ resolution: sql`iif(resolution IS NULL, NULL, '')` })
			.where(
				and(eq(paymentExceptions.organisationId, organisationId), sql`${paymentExceptions.transactionId} IN ${theirs}`),
			),
		db
			.update(transactions)
			.set({
				name: erasedName,
				email: "",
				username: "",
				pageUrl: null,
				pageFields: null,
				returnUrl: null,
				searchText: sql`coalesce((SELECT one.value ->> 1 FROM json_each(${JSON.stringify(searchTexts)}) AS one
				WHERE one.value ->> 0 = ${transactions.id}), '')`,
				updatedAt: now(),
			})
			.where(and(eq(transactions.organisationId, organisationId), isOneOf(transactions.applicantId, ids))),
	];
};
