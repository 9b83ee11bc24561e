import { parseWithValibot } from "@conform-to/valibot";
import * as v from "valibot";
import { idempotencyKey } from "#app/list/idempotency-key";
import { seenVersion } from "#app/records/meanwhile";
import { fieldsOf, type GatewayPlatform } from "#worker/contract/payment-configurations";
import { paymentCurrencies } from "#worker/contract/payment-platforms";

/** An empty field comes as none. */
const text = v.optional(v.string());
/** A box that is not ticked sends nothing. */
const box = v.optional(v.string());

const Common = v.object({
	configId: text,
	charge: v.pipe(
		v.optional(v.string()),
		v.check((amount = "0") => /^\s*\d{1,7}(\.\d{1,2})?\s*$/.test(amount), "Enter an amount such as 300 or 300.50."),
		v.transform((amount = "0"): number => Math.round(Number(amount) * 100)),
	),
	currency: v.optional(v.picklist(paymentCurrencies, "Choose NGN, USD, GBP or EUR.")),
	isChargeEnabled: box,
	active: box,
	isTest: box,
	version: seenVersion,
	idempotencyKey,
});

/** Reads the form of a platform. */
export const readConfigurationForm = (platform: GatewayPlatform, form: FormData) => {
	const names = fieldsOf(platform).map(({ name }) => name);
	const Fields = v.object(Object.fromEntries(names.map((name) => [name, text])));
	return parseWithValibot(form, {
		schema: v.pipe(
			v.intersect([Common, Fields]),
			v.transform(
				({ configId, charge, currency, isChargeEnabled, active, isTest, version, idempotencyKey: key, ...others }) => ({
					body: {
						configId: configId ?? "",
						schoolConfig: { charge: charge ?? 0, ...(currency && { currency }) },
						isChargeEnabled: Boolean(isChargeEnabled),
						active: Boolean(active),
						isTest: Boolean(isTest),
						fields: fieldsIn(others, names),
					},
					version,
					idempotencyKey: key,
				}),
			),
		),
	});
};

/** Returns the platform's fields; one that is empty is left out: a key stays, anything else goes. */
const fieldsIn = (values: Record<string, unknown>, names: readonly string[]): Record<string, string> =>
	Object.fromEntries(
		names.flatMap((name) => {
			const value = values[name];
			return typeof value === "string" && value.trim() !== "" ? [[name, value]] : [];
		}),
	);

/** Fields that are never sent back to a browser, not even with a refusal. */
export const hiddenFields = (platform: GatewayPlatform): string[] =>
	fieldsOf(platform)
		.filter(({ isSecret }) => isSecret)
		.map(({ name }) => name);
