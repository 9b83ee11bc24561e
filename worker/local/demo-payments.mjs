// Gives the demo its payment configurations and the stand-ins its pending payments: see demo-payments-once.mjs.
import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { parseArgs } from "node:util";
import { bookExceptions } from "./demo-exceptions.mjs";
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
	const [nabroll, kano, unimaid] = [account("NABROLL"), account("PAYPRO_KANO"), account("PAYUNIMAID")];
	return {
		"bursary-paystack": { platform: "PAYSTACK", publicKey: paystack.id, secretKey: paystack.secret },
		"bursary-remita": {
			platform: "REMITA",
			merchantId: remita.id,
			apiKey: remita.secret,
			serviceTypeId: remita.more.serviceTypeId,
		},
		"bursary-interswitch": {
			platform: "INTERSWITCH",
			merchantCode: interswitch.id,
			webhookSecret: interswitch.webhookSecret,
			...interswitch.more,
		},
		"international-stripe": {
			platform: "STRIPE",
			publishableKey: stripe.id,
			secretKey: stripe.secret,
			webhookSecret: stripe.webhookSecret,
		},
		// The account of last year: its keys are refused.
		"former-paystack": { platform: "PAYSTACK", publicKey: "pk_test_former", secretKey: "sk_test_former" },
		"bursary-nabroll": { platform: "NABROLL", apiKey: nabroll.id, secretKey: nabroll.secret },
		// why an address that nobody has: an adapter must have one, and locally the stand-in is called in its place.
		"kano-indigenes": { platform: "PAYPRO_KANO", key: kano.secret, address: "https://paypro-kano.example/adapter" },
		"borno-indigenes": { platform: "PAYUNIMAID", key: unimaid.secret, address: "https://payunimaid.example/adapter" },
		// Nobody runs its adapter yet: nothing can be paid through it.
		"kano-next-year": { platform: "PAYPRO_KANO" },
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
			charge_currency, settings, sealed_keys, token, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	);
	for (const [configId, configuration] of Object.entries(configurations())) {
		const id = `${organisationId}-${configId}`;
		const whole = { ...configuration, isTest: true };
		const sealed = await sealConfiguration(process.env.SECRET, { organisationId, id }, whole);
		const isActive = configId !== "former-paystack" && configId !== "kano-next-year";
		const charge = configId === "bursary-remita" ? 16_125 : 0;
		insert.run(
			organisationId,
			id,
			configId,
			sealed.platform,
			Number(isActive),
			Number(charge > 0),
			charge,
			sealed.platform === "STRIPE" ? "USD" : "NGN",
			JSON.stringify(sealed.settings),
			sealed.sealedKeys,
			randomUUID().replaceAll("-", ""),
			Date.now(),
			Date.now(),
		);
	}
};

/** Enters the bank account, unless somebody has ever entered one. */
const enterBankAccount = (database) => {
	const isThere = database.prepare("SELECT 1 FROM organisations WHERE id = ?").get(organisationId);
	if (!isThere || database.prepare("SELECT 1 FROM bank_accounts WHERE organisation_id = ?").get(organisationId)) return;
	return insertBankAccount(database, "55779911");
};

const insertBankAccount = async (database, accountNumber) => {
	const { seal } = await import("#worker/http/seal");
	const place = { purpose: "bank-account", organisationId, id: "bank-account" };
	database
		.prepare(
			`INSERT INTO bank_accounts (organisation_id, holder_name, holder_type, bank_name, currency, routing_number,
				last_four, sealed_number, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		)
		.run(
			organisationId,
			"Crestfield University",
			"NON_PROFIT",
			"Thames Clearing Bank",
			"GBP",
			"200052",
			accountNumber.slice(-4),
			await seal(process.env.SECRET, place, accountNumber),
			Date.now(),
			Date.now(),
		);
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
			platform,
			id: account(platform).id,
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
	if (rows.length === 0) return;
	await call("POST", "/books", rows);
	// Those of the last days that nobody has paid yet are checked by themselves, as if they had been started here.
	const setDue = database.prepare(
		"UPDATE transactions SET due_at = ? WHERE organisation_id = ? AND reference = ? AND status = 'pending'",
	);
	const now = Date.now();
	const unpaid = rows.filter(({ status }) => status === "open" || status === "pending");
	for (const [index, { reference, startedAt }] of unpaid.entries())
		if (startedAt > now - 10 * 86_400_000) setDue.run(now + (1 + (index % 24)) * 3_600_000, organisationId, reference);
};

const file = findDatabase(values["persist-to"]);
if (file) {
	const database = new DatabaseSync(file, { timeout: 10_000 });
	await enterConfigurations(database);
	await enterBankAccount(database);
	await nameWebhooks(database);
	await bookExceptions(database, organisationId, call);
	await bookPayments(database);
	database.close();
}
