import { and, eq, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { transactions } from "#worker/database/schema/transactions";
import type { Reassignment } from "#worker/services/applicants/merged-applicant.writes";

export const moveTransactions = ({ db, organisationId }: OrgContext, { to, ids }: Reassignment): Write =>
	db
		.update(transactions)
		.set({ applicantId: to })
		.where(and(eq(transactions.organisationId, organisationId), sql`${transactions.id} IN ${ids}`));
