import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { bankAccounts } from "#worker/database/schema/transactions";
import { isVersion, nextVersion } from "#worker/database/seen-version";

type Entered = Omit<typeof bankAccounts.$inferInsert, "organisationId" | "createdAt" | "updatedAt">;

/** Adds the account, unless somebody else has entered one meanwhile. */
export const insertBankAccount = ({ db, organisationId, now }: OrgContext, entered: Entered): Write =>
	db
		.insert(bankAccounts)
		.values({ ...entered, organisationId, createdAt: now(), updatedAt: now() })
		.onConflictDoNothing();

export const changeBankAccount = (
	{ db, organisationId, now }: OrgContext,
	changed: Partial<Entered>,
	version: number | undefined,
): Write =>
	db
		.update(bankAccounts)
		.set({ ...changed, updatedAt: nextVersion(bankAccounts.updatedAt, now()) })
		.where(and(eq(bankAccounts.organisationId, organisationId), isVersion(bankAccounts.updatedAt, version)));
