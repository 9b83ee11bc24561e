import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { GatewayConfiguration } from "../../worker/contract/payment-configurations";
import { sealConfiguration } from "../../worker/services/payment-configurations/seal-configuration";
import { type Portal, secret } from "./portal";

/** How the platforms' stand-ins are reached with the accounts that they have from the start. */
export const configurations = {
	PAYSTACK: { platform: "PAYSTACK", publicKey: "pk_test_crestfield", secretKey: "sk_test_crestfield", isTest: true },
	REMITA: {
		platform: "REMITA",
		merchantId: "2547916",
		serviceTypeId: "4430731",
		apiKey: "remita-demo-key",
		isTest: true,
	},
	INTERSWITCH: {
		platform: "INTERSWITCH",
		merchantCode: "MX007",
		payItemId: "101007",
		isTest: true,
		webhookSecret: "wh_interswitch_demo",
	},
	STRIPE: {
		platform: "STRIPE",
		publishableKey: "pk_test_crestfield_stripe",
		secretKey: "sk_test_crestfield_stripe",
		webhookSecret: "whsec_crestfield",
		isTest: true,
	},
} as const satisfies Record<string, GatewayConfiguration>;

/** Gives Crestfield a payment configuration named "browser". @returns the secret end of its webhook's address */
export const makeConfiguration = async (portal: Portal, platform: keyof typeof configurations): Promise<string> => {
	const folder = join(portal.state(), "v3/d1/miniflare-D1DatabaseObject");
	const file = readdirSync(folder).find((name) => name.endsWith(".sqlite") && name !== "metadata.sqlite");
	const [organisationId, id] = ["crestfield", `browser-${platform}`];
	const token = `browser-webhook-of-${platform.toLowerCase()}-x`;
	const sealed = await sealConfiguration(secret, { organisationId, id }, configurations[platform]);
	const database = new DatabaseSync(join(folder, file ?? ""), { timeout: 20_000 });
	database
		.prepare(
			`INSERT OR IGNORE INTO payment_configurations (organisation_id, id, config_id, platform, active, is_charge_enabled, charge,
				charge_currency, settings, sealed_keys, token, created_at, updated_at)
			VALUES (?, ?, ?, ?, 1, 1, 15000, ?, ?, ?, ?, 1, 1)`,
		)
		.run(
			organisationId,
			id,
			`browser ${platform.toLowerCase()}`,
			platform,
			platform === "STRIPE" ? "USD" : "NGN",
			JSON.stringify(sealed.settings),
			sealed.sealedKeys,
			token,
		);
	database.close();
	return token;
};
