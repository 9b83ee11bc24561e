import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { transactions } from "#worker/database/schema/transactions";
import type { Reassignment } from "#worker/services/applicants/merged-applicant.writes";

/** Moves transactions from one applicant to another. */
export const moveTransactions = ({ db, organisationId }: OrgContext, { from, to, only }: Reassignment): Write =>
	db
		.update(transactions)
		.set({ applicantId: to })
		.where(
			and(
				eq(transactions.organisationId, organisationId),
				eq(transactions.applicantId, from),
				only && sql`+${transactions.id} IN ${only}`,
			),
		);
