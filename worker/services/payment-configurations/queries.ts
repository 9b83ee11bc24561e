import { and, asc, eq } from "drizzle-orm";
import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import { GatewayConfiguration } from "#worker/contract/payment-configurations";
import { paymentConfigurations } from "#worker/database/schema/transactions";
import { unseal } from "#worker/http/seal";

export type ConfigurationRow = typeof paymentConfigurations.$inferSelect;

type Reader = Pick<OrgContext, "db" | "organisationId">;

export const findConfiguration = async ({ db, organisationId }: Reader, id: string) => {
	const [found] = await db
		.select()
		.from(paymentConfigurations)
		.where(and(eq(paymentConfigurations.organisationId, organisationId), eq(paymentConfigurations.id, id)));
	return found;
};

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

/** Returns what a gateway is opened with; undefined where the keys do not open or no longer fit the platform. */
export const openConfiguration = async (
	{ env }: Pick<OrgContext, "env">,
	row: ConfigurationRow,
): Promise<GatewayConfiguration | undefined> => {
	const { organisationId, id } = row;
	const opened = await unseal(env.SECRET, { purpose: "payment-keys", organisationId, id }, row.sealedKeys);
	const keys = v.safeParse(Keys, opened);
	if (!keys.success) return undefined;
	const { isTest, ...settings } = row.settings;
	const own = row.platform === "REMITA" ? { notificationToken: row.token } : {};
	const whole = { ...settings, ...keys.output, ...own, platform: row.platform, isTest: isTest === "true" };
	const configuration = v.safeParse(GatewayConfiguration, whole);
	return configuration.success ? configuration.output : undefined;
};
