import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test, vi } from "vitest";
import { answerWith, production } from "#tests/support/recorded-provider";
import type { GatewayConfiguration } from "#worker/contract/payment-configurations";
import { openGateway } from "#worker/gateways/payments/open-gateway";
import { loadDemo } from "../load";

const migrations = "worker/database/migrations";
const now = Date.UTC(2026, 10, 20, 9);

const loaded = () => {
	const database = new DatabaseSync(":memory:");
	for (const file of readdirSync(migrations).sort())
		if (file.endsWith(".sql")) database.exec(readFileSync(`${migrations}/${file}`, "utf8"));
	loadDemo(database, {
		applicants: 500,
		organisation: "crestfield",
		seed: 1,
		now,
		fileSize: () => 1_000,
		origin: "https://portal.test",
	});
	return database;
};

const configurations: Record<string, GatewayConfiguration> = {
	PAYSTACK: { platform: "PAYSTACK", publicKey: "pk_live_demo", secretKey: "sk_live_demo", isTest: false },
	REMITA: { platform: "REMITA", merchantId: "2547916", serviceTypeId: "4430731", apiKey: "key", isTest: false },
	INTERSWITCH: { platform: "INTERSWITCH", merchantCode: "MX007", payItemId: "101007", isTest: false },
};

afterEach(() => vi.restoreAllMocks());

describe("the ledger of the demo's payments", () => {
	const database = loaded();
	const all = (sql: string) =>
		database
			.prepare(sql)
			.all()
			.map((row) => ({ ...row }));

	test("says of every payment how it came to be what it is, in order", () => {
		const faults = `SELECT id FROM transactions AS payment WHERE NOT EXISTS (SELECT 1 FROM payment_events AS line
				WHERE line.organisation_id = payment.organisation_id AND transaction_id = payment.id AND line.source = 'start')
			UNION ALL SELECT payment.id FROM transactions AS payment WHERE status <> 'pending' AND NOT EXISTS (
				SELECT 1 FROM payment_events AS line WHERE line.organisation_id = payment.organisation_id
				AND transaction_id = payment.id AND line.outcome = payment.status)
			UNION ALL SELECT line.transaction_id FROM payment_events AS line JOIN payment_events AS next
				ON next.organisation_id = line.organisation_id AND next.transaction_id = line.transaction_id
				AND next.seq = line.seq + 1 WHERE next.created_at < line.created_at
			UNION ALL SELECT transaction_id FROM payment_events WHERE created_at > ${now}
			UNION ALL SELECT id FROM transactions AS payment WHERE checks <> (SELECT count(*) FROM payment_events AS line
				WHERE line.organisation_id = payment.organisation_id AND transaction_id = payment.id
				AND source IN ('check', 'schedule', 'return'))`;
		expect(all(faults)).toEqual([]);
		const outcomes = all("SELECT DISTINCT outcome FROM payment_events ORDER BY 1").map(({ outcome }) => outcome);
		const expected = [
			"failed",
			"pending",
			"reported_paid",
			"reversed",
			"started",
			"success",
			"told",
			"unavailable",
			"unchanged",
		];
		expect(outcomes).toEqual(expected);
		const sources = all("SELECT DISTINCT source FROM payment_events ORDER BY 1").map(({ source }) => source);
		expect(sources).toEqual(["check", "return", "schedule", "start", "webhook"]);
	});

	test("has lines that add up to the payment, with add-ons and discounts, and what was paid", () => {
		const faults = `SELECT id FROM transactions WHERE (SELECT sum(value ->> 'amount') FROM json_each(items)) <> amount
			UNION ALL SELECT id FROM transactions WHERE status = 'success' AND paid_amount <> amount + gateway_charge
			UNION ALL SELECT id FROM transactions WHERE amount = 0 AND (status <> 'success' OR gateway_charge > 0)`;
		expect(all(faults)).toEqual([]);
		for (const line of ["Printed form by post", "Hostel application", "Discount EARLY-BIRD-26"])
			expect(all(`SELECT id FROM transactions WHERE items LIKE '%${line}%'`), line).not.toEqual([]);
	});

	test("notes what went back, and not twice", () => {
		const reversed = "SELECT organisation_id, id, reversed_amount FROM transactions WHERE reversed_amount > 0";
		expect(all(`${reversed} AND reversed_amount = amount + gateway_charge`).length).toBeGreaterThan(1);
		expect(all(`${reversed} AND reversed_amount < amount + gateway_charge`).length).toBeGreaterThan(0);
		const noted = "SELECT organisation_id, transaction_id, sum(amount) FROM payment_reversals GROUP BY 1, 2";
		expect(all(`${reversed} EXCEPT ${noted}`)).toEqual([]);
		expect(all(`${noted} EXCEPT ${reversed}`)).toEqual([]);
	});

	test("leaves nobody as having paid whose payments all went back", () => {
		const paid = `SELECT organisation_id, applicant_id FROM transactions
			WHERE status = 'success' AND (reversed_amount = 0 OR reversed_amount < amount + gateway_charge)`;
		const kept = "SELECT organisation_id, id FROM applicants WHERE paid_at IS NOT NULL";
		expect(all(`${kept} EXCEPT ${paid}`)).toEqual([]);
	});

	test("leaves counts, days and the index as the rows are", () => {
		const counted = `SELECT organisation_id, application_id, coalesce(course_id, ''), platform, status, count(*)
			FROM transactions GROUP BY 1, 2, 3, 4, 5`;
		const kept = "SELECT * FROM transaction_counts WHERE transactions > 0";
		expect(all(`SELECT * FROM (${counted}) EXCEPT ${kept}`)).toEqual([]);
		expect(all(`${kept} EXCEPT SELECT * FROM (${counted})`)).toEqual([]);
		const paid = `SELECT organisation_id, paid_day, platform, currency, application_id, coalesce(course_id, ''),
			count(*), sum(amount), sum(gateway_charge), sum(coalesce(fee, 0))
			FROM transactions WHERE paid_day IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6`;
		const days = `SELECT organisation_id, day, platform, currency, application_id, course_id, payments, amount,
			gateway_charge, fee FROM payment_days WHERE payments > 0`;
		expect(all(`SELECT * FROM (${paid}) EXCEPT ${days}`)).toEqual([]);
		expect(all(`${days} EXCEPT SELECT * FROM (${paid})`)).toEqual([]);
		database.exec("INSERT INTO transaction_search (transaction_search, rank) VALUES ('integrity-check', 1)");
	});

	test("has answers that the platforms' own adapters read as the ledger says", async () => {
		const samples = all(`SELECT platform, payment.reference, payment.rrr, amount + gateway_charge AS amount, says,
				exchanges ->> '$[0].responseBody' AS body, exchanges ->> '$[0].url' AS url, payment.created_at AS startedAt
			FROM (SELECT *, row_number() OVER (PARTITION BY platform, outcome ORDER BY seq DESC) AS place FROM payment_events
				WHERE says IS NOT NULL) AS line
			JOIN (SELECT organisation_id AS org, id AS payment_id, reference, rrr, amount, gateway_charge, created_at
				FROM transactions) AS payment ON org = organisation_id AND payment_id = transaction_id
			WHERE place <= 3`);
		expect(samples.length).toBeGreaterThan(25);
		for (const { platform, reference, rrr, amount, says, body, url, startedAt } of samples) {
			const configuration = configurations[String(platform)];
			if (!configuration) throw new Error(`no configuration for ${platform}`);
			const calls = answerWith(String(body));
			const answered = await openGateway(configuration, production).verify({
				reference: String(reference),
				rrr: rrr === null ? null : String(rrr),
				providerReference: null,
				amount: Number(amount),
				currency: "NGN",
				startedAt: Number(startedAt),
			});
			expect(answered).toMatchObject({ ok: true, value: JSON.parse(String(says)) });
			expect(calls[0]?.url.replace(/[0-9a-f]{128}/, "[removed]")).toBe(url);
			vi.restoreAllMocks();
		}
	});
});
