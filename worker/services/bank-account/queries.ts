import { eq } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import { bankAccounts } from "#worker/database/schema/transactions";

export type BankAccountRow = typeof bankAccounts.$inferSelect;

export const findBankAccount = async ({ db, organisationId }: OrgContext): Promise<BankAccountRow | undefined> => {
	const [found] = await db.select().from(bankAccounts).where(eq(bankAccounts.organisationId, organisationId));
	return found;
};
