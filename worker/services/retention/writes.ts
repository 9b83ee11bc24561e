import { and, eq, lte, sql } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { retentionRules } from "#worker/database/schema/privacy";

const isRule = (organisationId: string, id: string) =>
	and(eq(retentionRules.organisationId, organisationId), eq(retentionRules.id, id));

/** Takes a rule whose time has come until then. @returns false when another delivery has it, or it is not due */
export const takeRule = async (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	id: string,
	{ now, until }: { now: number; until: number },
): Promise<boolean> => {
	const taken = await db
		.update(retentionRules)
		.set({ nextAt: until })
		.where(and(isRule(organisationId, id), eq(retentionRules.enabled, true), lte(retentionRules.nextAt, now)))
		.returning({ id: retentionRules.id });
	return taken.length > 0;
};

type Planned = Partial<
	Pick<typeof retentionRules.$inferInsert, "nextAt" | "announcedAt" | "lastErasedAt" | "lastErased">
>;

/** Says when a rule is next looked at, and the result of its run. why the version: one that was changed meanwhile begins anew. */
export const planRule = (
	{ db, organisationId }: Pick<OrgContext, "db" | "organisationId">,
	{ id, updatedAt }: { id: string; updatedAt: number },
	planned: Planned,
): Write =>
	db
		.update(retentionRules)
		.set(planned)
		.where(and(isRule(organisationId, id), sql`${retentionRules.updatedAt} = ${updatedAt}`));
