import type { GatewayPlatform } from "../../contract/payment-configurations.ts";

/** A merchant's account at a stand-in: the keys that it accepts and signs with, and where it sends webhooks. */
export interface Account {
	platform: GatewayPlatform;
	/** What names the account in calls: public key, merchant id, merchant code, publishable key, API key or key. */
	id: string;
	/** What authorises or signs calls. */
	secret: string;
	/** What signs webhooks, where it is another secret. */
	webhookSecret: string;
	/** Other keys: serviceTypeId, payItemId, clientId, clientSecret, productId, macKey. */
	more: Record<string, string>;
	/** null sends no webhooks. */
	webhookUrl: string | null;
}

/** The accounts that every stand-in has from the start; they are no secrets. */
export const demoAccounts: readonly Account[] = [
	{
		platform: "PAYSTACK",
		id: "pk_test_crestfield",
		secret: "sk_test_crestfield",
		webhookSecret: "sk_test_crestfield",
		more: {},
		webhookUrl: null,
	},
	{
		platform: "REMITA",
		id: "2547916",
		secret: "remita-demo-key",
		webhookSecret: "",
		more: { serviceTypeId: "4430731" },
		webhookUrl: null,
	},
	{
		platform: "INTERSWITCH",
		id: "MX007",
		secret: "",
		webhookSecret: "wh_interswitch_demo",
		more: {
			payItemId: "101007",
			clientId: "IKIA-demo",
			clientSecret: "interswitch-demo-secret",
			productId: "1076",
			macKey: "interswitch-demo-mac",
		},
		webhookUrl: null,
	},
	{
		platform: "STRIPE",
		id: "pk_test_crestfield_stripe",
		secret: "sk_test_crestfield_stripe",
		webhookSecret: "whsec_crestfield",
		more: {},
		webhookUrl: null,
	},
	{
		platform: "NABROLL",
		id: "nabroll-demo-public",
		secret: "nabroll-demo-secret",
		webhookSecret: "",
		more: {},
		webhookUrl: null,
	},
	...(["PAYPRO_KANO", "PAYUNIMAID"] as const).map((platform) => ({
		platform,
		id: `${platform.toLowerCase()}-demo-key`,
		secret: `${platform.toLowerCase()}-demo-key`,
		webhookSecret: `${platform.toLowerCase()}-demo-key`,
		more: {},
		webhookUrl: null,
	})),
];
