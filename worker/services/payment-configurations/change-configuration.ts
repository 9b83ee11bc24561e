import * as v from "valibot";
import type { OrgContext } from "#worker/context";
import type { EndpointRequest } from "#worker/contract/endpoint";
import { fieldsOf, GatewayConfiguration, type GatewayPlatform } from "#worker/contract/payment-configurations";
import { currenciesOf, currencyRefusal, paymentCurrencies } from "#worker/contract/payment-platforms";
import type { RecordState } from "#worker/contract/records";
import { fail, ok } from "#worker/contract/result";
import { commit, isDuplicate, type Write } from "#worker/database/commit";
import { refuseAddress } from "#worker/gateways/outside-address";
import { openGateway } from "#worker/gateways/payments/open-gateway";
import { writeChange } from "#worker/records/history.writes";
import type {
	createConfiguration as creating,
	PaymentConfiguration,
	updateConfiguration as updating,
} from "#worker/services/payment-configurations/contract";
import {
	type ConfigurationRow,
	findConfiguration,
	openConfiguration,
	openKeys,
	type ShownConfiguration,
	shownConfigurations,
} from "#worker/services/payment-configurations/queries";
import { sealConfiguration } from "#worker/services/payment-configurations/seal-configuration";
import { changeConfiguration, deleteRow, insertConfiguration } from "#worker/services/payment-configurations/writes";
import { resumeChecks } from "#worker/services/transactions/ledger.writes";

/** The name under which the history and the pages know these configurations. */
export const kind = "payment-configuration";

type Details = Omit<EndpointRequest<typeof updating>["body"], "version">;

export const openShown = async (ctx: OrgContext, id: string) => {
	const [found] = await shownConfigurations(ctx, id);
	return found ? ok(await toResponse(ctx, found)) : fail("paylog_unknown");
};

export const createConfiguration = async (
	ctx: OrgContext,
	{ paymentPlatform: platform, ...details }: EndpointRequest<typeof creating>["body"],
) => {
	const read = readDetails(ctx, platform, details, {});
	if (!read.ok) return read;
	const id = ctx.newId();
	const token = newToken();
	const row = await rowOf(ctx, id, details, read.value);
	return unlessTaken(details.configId, async () => {
		await write(ctx, { id, action: "created", after: stateOf(row) }, insertConfiguration(ctx, { id, token, ...row }), [
			...(details.active ? [resumeChecks(ctx, platform)] : []),
		]);
		const created = await openShown(ctx, id);
		if (!created.ok) throw new Error("a payment configuration that was just created is gone");
		return created;
	});
};

/** Changes a configuration; a key that is not sent stays, unless the address that it is sent to has changed. */
export const updateConfiguration = async (
	ctx: OrgContext,
	id: string,
	{ version, ...details }: EndpointRequest<typeof updating>["body"],
) => {
	const before = await findConfiguration(ctx, id);
	const platform = before && platformOf(before);
	if (!before || !platform) return fail("paylog_unknown");
	const { address } = details.fields;
	// why: otherwise a user who may change the address could have the keys sent to their own server.
	const isMoved = Boolean(address?.trim()) && address?.trim() !== before.settings.address;
	const kept = isMoved ? {} : ((await openKeys(ctx, before)) ?? {});
	const read = readDetails(ctx, platform, details, kept);
	if (!read.ok) return read;
	const row = await rowOf(ctx, id, details, read.value);
	// why: a history without secrets must still say that one was replaced.
	const replaced = fieldsOf(platform).filter(({ name, isSecret }) => isSecret && Boolean(details.fields[name]));
	const after = {
		...stateOf(row),
		...(replaced.length > 0 && { keys: replaced.map(({ label }) => label).join(", ") }),
	};
	return unlessTaken(details.configId, async () => {
		const updated = await write(
			ctx,
			{ id, action: "updated", before: stateOf(before), after },
			// why the version that was read where none was sent: keys that somebody else has entered meanwhile must stay.
			changeConfiguration(ctx, id, row, version ?? before.updatedAt),
			[...(details.active ? [resumeChecks(ctx, platform)] : [])],
		);
		const current = await openShown(ctx, id);
		if (!current.ok || updated) return current;
		return fail("changed_meanwhile", { details: { current: current.value } });
	});
};

export const deleteConfiguration = async (ctx: OrgContext, id: string) => {
	const before = await findConfiguration(ctx, id);
	if (!before) return fail("paylog_unknown");
	const deleted = await write(ctx, { id, action: "deleted", before: stateOf(before) }, deleteRow(ctx, id));
	return deleted ? ok({ id }) : fail("paylog_unknown");
};

/** Calls the platform with the keys. */
export const testConfiguration = async (ctx: OrgContext, id: string) => {
	const row = await findConfiguration(ctx, id);
	if (!row) return fail("paylog_unknown");
	const configuration = await openConfiguration(ctx, row);
	if (!configuration) return ok({ works: false, says: "The keys cannot be read. Enter them again.", at: ctx.now() });
	const answered = await openGateway(configuration, ctx.env).test();
	return ok({ works: answered.ok, says: answered.ok ? answered.value.says : answered.detail, at: ctx.now() });
};

const platformOf = ({ platform }: { platform: string }): GatewayPlatform | undefined =>
	GatewayConfiguration.options.map(({ entries }) => entries.platform.literal).find((known) => known === platform);

/** Returns the currency of a charge: the one that was chosen, or the platform's usual one. */
const chargeCurrencyOf = (platform: string, { currency }: Details["schoolConfig"]): string =>
	currency ?? currenciesOf(platform)[0] ?? "NGN";

/** Returns a configuration as staff may see it. */
export const toResponse = async (
	ctx: OrgContext,
	{ row, pendingPayments }: ShownConfiguration,
): Promise<PaymentConfiguration> => {
	const { id, configId, charge, chargeCurrency, isChargeEnabled, active, createdAt, updatedAt, organisationId, token } =
		row;
	const paymentPlatform = platformOf(row);
	const currency = paymentCurrencies.find((known) => known === chargeCurrency) ?? "NGN";
	if (!paymentPlatform) throw new Error(`${row.platform} is no payment platform`);
	const { isTest, ...settings } = row.settings;
	const keys = Object.entries((await openKeys(ctx, row)) ?? {});
	return {
		id,
		configId,
		paymentPlatform,
		schoolConfig: { paymentPlatform, charge, currency },
		isChargeEnabled,
		active,
		isTest: isTest === "true",
		settings,
		pendingPayments,
		createdAt,
		version: updatedAt,
		keys: Object.fromEntries(keys.map(([name, key]) => [name, hintOf(key)])),
		webhookUrl: `${ctx.env.PORTAL_ORIGIN}/api/payments/webhooks/${organisationId}/${token}`,
	};
};

/** Returns the last characters of a key: at most four, and never more than a quarter of it. */
const hintOf = (key: string): string => `…${key.slice(key.length - Math.min(4, Math.floor(key.length / 4)))}`;

const newToken = (): string => `${crypto.randomUUID()}${crypto.randomUUID()}`.replaceAll("-", "").slice(0, 48);

/** Checks what staff have entered, each fault beside its field. */
const readDetails = (
	{ env }: OrgContext,
	platform: GatewayPlatform,
	{ configId, fields, isTest, schoolConfig }: Details,
	kept: Record<string, string>,
) => {
	if (!/^[\w.-]{2,40}$/.test(configId)) {
		const text = "Use 2 to 40 letters, digits, hyphens, dots and underscores.";
		return fail("paylog_invalid", { fields: { configId: [text] } });
	}
	const charged = chargeCurrencyOf(platform, schoolConfig);
	if (!currenciesOf(platform).includes(charged)) {
		const refused = currencyRefusal({ platform, charge: 0, chargeCurrency: charged, isChargeEnabled: false }, charged);
		return fail("invalid", { fields: { currency: [refused ?? ""] } });
	}
	const known = fieldsOf(platform);
	const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value.trim() !== ""));
	const faults: Record<string, string[]> = {};
	for (const name of Object.keys(given))
		if (!known.some((field) => field.name === name)) faults[name] = ["This platform has no such field."];
	const whole = {
		...Object.fromEntries(known.flatMap(({ name }) => (kept[name] ? [[name, kept[name]]] : []))),
		...given,
	};
	for (const { name, label, isRequired } of known)
		if (isRequired && !whole[name])
			faults[name] = [`Enter the ${label.replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase())}`];
	const address = given.address && refuseAddress(given.address, { isLocal: false, ownOrigin: env.PORTAL_ORIGIN });
	if (address) faults.address = [address];
	const read = v.safeParse(GatewayConfiguration, { ...whole, platform, isTest });
	if (!read.success)
		for (const issue of read.issues) {
			const name = String(issue.path?.[0]?.key ?? "");
			faults[name] ??= [issue.message];
		}
	return read.success && Object.keys(faults).length === 0 ? ok(read.output) : fail("invalid", { fields: faults });
};

const rowOf = async (
	{ env, organisationId }: OrgContext,
	id: string,
	{ configId, active, isChargeEnabled, schoolConfig }: Details,
	configuration: GatewayConfiguration,
) => ({
	configId,
	active,
	isChargeEnabled,
	charge: schoolConfig.charge,
	chargeCurrency: chargeCurrencyOf(configuration.platform, schoolConfig),
	...(await sealConfiguration(env.SECRET, { organisationId, id }, configuration)),
});

type Stated = Pick<
	ConfigurationRow,
	"configId" | "platform" | "active" | "isChargeEnabled" | "charge" | "chargeCurrency" | "settings"
>;

/** What the history keeps: everything but the keys. */
const stateOf = ({ configId, platform, active, settings, ...charged }: Stated): RecordState => ({
	configId,
	paymentPlatform: platform,
	active,
	...settings,
	isChargeEnabled: charged.isChargeEnabled,
	charge: charged.charge,
	chargeCurrency: charged.chargeCurrency,
	isTest: settings.isTest === "true",
});

interface Change {
	id: string;
	action: "created" | "updated" | "deleted";
	before?: RecordState;
	after?: RecordState;
}

/** Commits a change with its line in the history and its event. */
const write = (ctx: OrgContext, { id, action, ...states }: Change, guarded: Write, writes: readonly Write[] = []) => {
	const change = { id: ctx.newId(), kind, recordId: id, action, ...states };
	const name = String((states.after ?? states.before)?.configId);
	return commit(ctx, {
		guarded: { write: guarded, expectedChanges: 1 },
		writes: [writeChange(ctx, change), ...writes],
		event: { id: change.id, type: `record.${action}` as const, payload: { kind, recordId: id, name, ...states } },
	});
};

const unlessTaken = async <R>(configId: string, run: () => Promise<R>) => {
	try {
		return await run();
	} catch (error) {
		if (!isDuplicate(error, "payment_configurations", "payment_configurations_by_config_id")) throw error;
		return fail("paylog_exists", { fields: { configId: [`There is a paylog ID “${configId}” already.`] } });
	}
};
