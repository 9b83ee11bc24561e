import { and, asc, eq, sql } from "drizzle-orm";
import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { GatewayConfiguration } from "#worker/contract/payment-configurations";
import { paymentConfigurations, transactionCounts } from "#worker/database/schema/transactions";
import { unseal } from "#worker/http/seal";

export type ConfigurationRow = typeof paymentConfigurations.$inferSelect;

/** Returns a configuration as payments are taken by it: without its charge while the institution adds none (§3 platformChargeEnabled). */
export const asTaken = (row: ConfigurationRow, organisation: { platformChargeEnabled: boolean }): ConfigurationRow => ({
	...row,
	isChargeEnabled: row.isChargeEnabled && organisation.platformChargeEnabled,
});

type Reader = Pick<OrgContext, "db" | "organisationId">;

export const findConfiguration = async ({ db, organisationId }: Reader, id: string) => {
	const [found] = await db
		.select()
		.from(paymentConfigurations)
		.where(and(eq(paymentConfigurations.organisationId, organisationId), eq(paymentConfigurations.id, id)));
	return found;
};

/** Pending payments of the configuration's platform, as triggers count them. why by name: drizzle leaves the table out. */
const pendingPayments = sql<number>`(SELECT coalesce(sum(counted.transactions), 0) FROM ${transactionCounts} AS counted
	WHERE counted.organisation_id = payment_configurations.organisation_id
		AND counted.platform = payment_configurations.platform AND counted.status = 'pending')`;

export const shownConfigurations = ({ db, organisationId }: Reader, id?: string) =>
	db
		.select({ row: paymentConfigurations, pendingPayments })
		.from(paymentConfigurations)
		.where(
			and(
				eq(paymentConfigurations.organisationId, organisationId),
				id === undefined ? undefined : eq(paymentConfigurations.id, id),
			),
		)
		.orderBy(asc(sql`lower(${paymentConfigurations.configId})`));
export type ShownConfiguration = Awaited<ReturnType<typeof shownConfigurations>>[number];

/** Finds the configuration that the secret part of a webhook's address belongs to. */
export const findByToken = async ({ db, organisationId }: Reader, token: string) => {
	const [found] = await db
		.select()
		.from(paymentConfigurations)
		.where(and(eq(paymentConfigurations.organisationId, organisationId), eq(paymentConfigurations.token, token)));
	return found;
};

/** Reads the active configurations of a platform, or of all, the oldest first. */
export const activeConfigurations = ({ db, organisationId }: Reader, platform?: string) =>
	db
		.select()
		.from(paymentConfigurations)
		.where(
			and(
				eq(paymentConfigurations.organisationId, organisationId),
				eq(paymentConfigurations.active, true),
				platform === undefined ? undefined : eq(paymentConfigurations.platform, platform),
			),
		)
		.orderBy(asc(paymentConfigurations.createdAt), asc(paymentConfigurations.id));

const Keys = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.string()));

/** Returns the keys of a configuration; undefined where they do not open: the Worker's secret is another one. */
export const openKeys = async (
	{ env }: Pick<OrgContext, "env">,
	{ organisationId, id, sealedKeys }: ConfigurationRow,
): Promise<Record<string, string> | undefined> => {
	const opened = await unseal(env.SECRET, { purpose: "payment-keys", organisationId, id }, sealedKeys);
	const keys = v.safeParse(Keys, opened);
	return keys.success ? keys.output : undefined;
};

/** Returns what a gateway is opened with; undefined where the keys do not open or no longer fit the platform. */
export const openConfiguration = async (
	ctx: Pick<OrgContext, "env">,
	row: ConfigurationRow,
): Promise<GatewayConfiguration | undefined> => {
	const keys = await openKeys(ctx, row);
	if (!keys) return undefined;
	const { isTest, ...settings } = row.settings;
	const own = row.platform === "REMITA" ? { notificationToken: row.token } : {};
	const whole = { ...settings, ...keys, ...own, platform: row.platform, isTest: isTest === "true" };
	const configuration = v.safeParse(GatewayConfiguration, whole);
	return configuration.success ? configuration.output : undefined;
};
