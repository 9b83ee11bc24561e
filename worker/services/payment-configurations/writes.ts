import { and, eq } from "drizzle-orm";
import type { OrgContext } from "#worker/context";
import type { Write } from "#worker/database/commit";
import { paymentConfigurations } from "#worker/database/schema/transactions";
import { isVersion, nextVersion } from "#worker/database/seen-version";

type Configuration = typeof paymentConfigurations.$inferInsert;
type Changed = Pick<
	Configuration,
	"configId" | "active" | "isChargeEnabled" | "charge" | "chargeCurrency" | "settings" | "sealedKeys" | "platform"
>;

export const insertConfiguration = (
	{ db, organisationId, now }: OrgContext,
	configuration: Changed & Pick<Configuration, "id" | "token">,
): Write =>
	db.insert(paymentConfigurations).values({ ...configuration, organisationId, createdAt: now(), updatedAt: now() });

const one = ({ organisationId }: OrgContext, id: string) =>
	and(eq(paymentConfigurations.organisationId, organisationId), eq(paymentConfigurations.id, id));

export const changeConfiguration = (
	ctx: OrgContext,
	id: string,
	changed: Changed,
	version: number | undefined,
): Write =>
	ctx.db
		.update(paymentConfigurations)
		.set({ ...changed, updatedAt: nextVersion(paymentConfigurations.updatedAt, ctx.now()) })
		.where(and(one(ctx, id), isVersion(paymentConfigurations.updatedAt, version)));

export const deleteRow = (ctx: OrgContext, id: string): Write =>
	ctx.db.delete(paymentConfigurations).where(one(ctx, id));
