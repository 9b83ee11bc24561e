// Gives the demo its payment configurations and the stand-ins its pending payments: see demo-payments-once.mjs.
import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { findDatabase } from "./find-database.mjs";
import { demoAccounts } from "./payment-providers/accounts.ts";
import "./resolve-typescript.mjs";

const organisationId = "crestfield";
const options = { "persist-to": { type: "string" }, origin: { type: "string" }, providers: { type: "string" } };
const { values } = parseArgs({ options });

const call = async (method, path, body) => {
	const response = await fetch(`${values.providers}${path}`, { method, ...(body && { body: JSON.stringify(body) }) });
	if (!response.ok) throw new Error(`The stand-ins answered ${response.status} to ${method} ${path}.`);
	return response.json();
};

const account = (platform) => demoAccounts.find((one) => one.platform === platform);

/** The configurations by their paylog IDs; all of them in test mode. */
const configurations = () => {
	const [paystack, remita] = [account("PAYSTACK"), account("REMITA")];
	const [interswitch, stripe] = [account("INTERSWITCH"), account("STRIPE")];
	return {
		"bursary-paystack": { platform: "PAYSTACK", publicKey: paystack.id, secretKey: paystack.secret },
		"bursary-remita": {
			...{ platform: "REMITA", merchantId: remita.id, apiKey: remita.secret },
			serviceTypeId: remita.more.serviceTypeId,
		},
		"bursary-interswitch": {
			...{ platform: "INTERSWITCH", merchantCode: interswitch.id, webhookSecret: interswitch.webhookSecret },
			...interswitch.more,
		},
		"international-stripe": {
			...{ platform: "STRIPE", publishableKey: stripe.id, secretKey: stripe.secret },
			webhookSecret: stripe.webhookSecret,
		},
		// The account of last year: its keys are refused.
		"former-paystack": { platform: "PAYSTACK", publicKey: "pk_test_former", secretKey: "sk_test_former" },
		"kano-indigenes": { platform: "PAYPRO_KANO" },
	};
};

/** Enters the configurations, unless somebody has ever entered or deleted one. */
const enterConfigurations = async (database) => {
	const isThere = database.prepare("SELECT 1 FROM organisations WHERE id = ?").get(organisationId);
	const isTouched = database
		.prepare(
			`SELECT 1 FROM payment_configurations WHERE organisation_id = :id
			UNION SELECT 1 FROM record_changes WHERE organisation_id = :id AND kind = 'payment-configuration'`,
		)
		.get({ id: organisationId });
	if (!isThere || isTouched) return;
	const { sealConfiguration } = await import("#worker/services/payment-configurations/seal-configuration");
	const insert = database.prepare(
		`INSERT INTO payment_configurations (organisation_id, id, config_id, platform, active, is_charge_enabled, charge,
			settings, sealed_keys, token, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	for (const [configId, configuration] of Object.entries(configurations())) {
		const id = `${organisationId}-${configId}`;
		const whole = { ...configuration, isTest: true };
		const sealed = await sealConfiguration(process.env.SECRET, { organisationId, id }, whole);
		const [isActive, charge] = [configId !== "former-paystack", configId === "bursary-remita" ? 16_125 : 0];
		insert.run(
			...[organisationId, id, configId, sealed.platform, Number(isActive), Number(charge > 0), charge],
			...[JSON.stringify(sealed.settings), sealed.sealedKeys, randomUUID().replaceAll("-", "")],
			...[Date.now(), Date.now()],
		);
	}
};

/** Tells the stand-ins where the portal is. */
const nameWebhooks = async (database) => {
	const rows = database
		.prepare(
			"SELECT platform, token FROM payment_configurations WHERE organisation_id = ? AND active ORDER BY created_at DESC",
		)
		.all(organisationId);
	for (const { platform, token } of rows)
		await call("PUT", "/accounts", {
			...{ platform, id: account(platform).id },
			webhookUrl: `${values.origin}/api/payments/webhooks/${organisationId}/${token}`,
		});
};

const outcomes = ["success", "failed", "open", "pending", "success", null];

/** Books the demo's pending payments that the stand-ins do not know: paid, failed, open, and some that nobody knows. */
const bookPayments = async (database) => {
	const known = new Set((await call("GET", "/books")).map(({ reference }) => reference));
	const pending = database
		.prepare(
			`SELECT platform, reference, rrr, amount + gateway_charge AS amount, currency, created_at AS startedAt, email, name
			FROM transactions WHERE organisation_id = ? AND status = 'pending' AND configuration_id IS NULL
			ORDER BY created_at DESC, seq DESC LIMIT 2000`,
		)
		.all(organisationId);
	const rows = pending.flatMap(({ email, name, startedAt, ...payment }, index) => {
		const status = outcomes[index % outcomes.length];
		if (status === null || known.has(payment.reference)) return [];
		const paidAt = status === "success" ? startedAt + 240_000 : null;
		return [{ ...payment, status, startedAt, paidAt, payer: { email, name, phone: null } }];
	});
	if (rows.length > 0) await call("POST", "/books", rows);
};

const file = findDatabase(values["persist-to"]);
if (file) {
	const database = new DatabaseSync(file, { timeout: 10_000 });
	await enterConfigurations(database);
	await nameWebhooks(database);
	await bookPayments(database);
	database.close();
}
