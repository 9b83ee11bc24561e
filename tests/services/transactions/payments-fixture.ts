import { env } from "cloudflare:workers";
import { and, eq, isNotNull, lte } from "drizzle-orm";
import { expect } from "vitest";
import { deliverJobs, keepingQueues } from "#tests/events/delivery";
import { testClock } from "#tests/support/clock";
import {
	createApplicant,
	createApplication,
	createOrganisation,
	createUser,
	signIn,
	testDb,
} from "#tests/support/factories";
import { serviceApp } from "#tests/support/service-app";
import type { GatewayConfiguration } from "#worker/contract/payment-configurations";
import {
	paymentConfigurations,
	paymentEvents,
	paymentExceptions,
	transactions,
} from "#worker/database/schema/transactions";
import { sealConfiguration } from "#worker/services/payment-configurations/seal-configuration";
import { checksErrand } from "#worker/services/transactions/check-due";
import type { TransactionDetails } from "#worker/services/transactions/contract";
import { transactionsRoutes } from "#worker/services/transactions/routes";

const origin = env.PAYMENT_PROVIDERS_ORIGIN ?? "";

/** Calls the stand-ins' own interface. */
export const control = async <T>(method: string, path: string, body?: object): Promise<T> => {
	const response = await fetch(`${origin}${path}`, body ? { method, body: JSON.stringify(body) } : { method });
	expect(response.ok, `${method} ${path} ${response.status}`).toBe(true);
	return response.json<T>();
};

export const ownPlatforms = ["PAYSTACK", "REMITA", "INTERSWITCH", "STRIPE"] as const;
type Own = GatewayConfiguration["platform"] & (typeof ownPlatforms)[number];

const configurationOf = (
	platform: Own,
	run: string,
): {
	configuration: GatewayConfiguration;
	account: { id: string; secret?: string; webhookSecret?: string; more?: object };
} => {
	const isTest = true;
	switch (platform) {
		case "PAYSTACK":
			return {
				configuration: { platform, publicKey: `pk_${run}`, secretKey: `sk_${run}`, isTest },
				account: { id: `pk_${run}`, secret: `sk_${run}`, webhookSecret: `sk_${run}` },
			};
		case "REMITA":
			return {
				configuration: { platform, merchantId: `M${run}`, serviceTypeId: "S1", apiKey: `key-${run}`, isTest },
				account: { id: `M${run}`, secret: `key-${run}`, more: { serviceTypeId: "S1" } },
			};
		case "INTERSWITCH":
			return {
				configuration: { platform, merchantCode: `MX${run}`, payItemId: "101", webhookSecret: `wh-${run}`, isTest },
				account: { id: `MX${run}`, webhookSecret: `wh-${run}`, more: { payItemId: "101" } },
			};
		case "STRIPE":
			return {
				configuration: {
					platform,
					publishableKey: `pk_${run}`,
					secretKey: `sk_${run}`,
					isTest,
					webhookSecret: `whsec_${run}`,
				},
				account: { id: `pk_${run}`, secret: `sk_${run}`, webhookSecret: `whsec_${run}` },
			};
	}
};

interface Answer<T> {
	status: number;
	body: T;
	location: string | null;
}

/** Adds an account at a platform's stand-in, and the institution's configuration of it. */
const addAccount = async (organisationId: string, platform: Own, createdAt = 1) => {
	const run = crypto.randomUUID().slice(0, 12);
	const { configuration, account } = configurationOf(platform, run);
	const [configurationId, token] = [`configuration-${run}`, `token-of-the-webhook-${run}`];
	await control("PUT", "/accounts", { platform, ...account });
	await testDb()
		.insert(paymentConfigurations)
		.values({
			...{ organisationId, id: configurationId, configId: run, token, createdAt, updatedAt: createdAt },
			...(await sealConfiguration(env.SECRET, { organisationId, id: configurationId }, configuration)),
		});
	return { configurationId, token, standIn: { platform, account: account.id } };
};
export type Account = Awaited<ReturnType<typeof addAccount>>;

/** An institution with an applicant, an account at a platform's stand-in, and staff who may do everything with payments. */
export const openPayments = async (platform: Own = "PAYSTACK") => {
	const { id: organisationId } = await createOrganisation({ name: "Crestfield University" });
	const application = await createApplication(organisationId);
	const applicant = await createApplicant(application, { firstName: "Ada", lastName: "Obi" });
	const queues = keepingQueues();
	const clock = testClock(Date.now());
	const call = serviceApp([transactionsRoutes], clock, queues.bindings);
	const staff = await createUser({ organisationId, privileges: ["payments:r", "payments:u"] });
	const { headers } = await signIn(staff);
	const own = await addAccount(organisationId, platform);
	const { configurationId, token, standIn } = own;
	const ask = async <T>(path: string, method = "GET", body?: unknown): Promise<Answer<T>> => {
		const response = await call(path, { method, headers, body });
		return { status: response.status, body: await response.json<T>(), location: response.headers.get("location") };
	};
	const ofOrganisation = eq(transactions.organisationId, organisationId);
	const read = async (id: string) => {
		const [row] = await testDb()
			.select()
			.from(transactions)
			.where(and(ofOrganisation, eq(transactions.id, id)));
		if (!row) throw new Error(`there is no payment ${id}`);
		return row;
	};
	return {
		organisationId,
		application,
		applicant,
		clock,
		call,
		headers,
		ask,
		read,
		configurationId,
		token,
		queues,
		standIn,
		/** Signs the staff in at the time of the clock: a session lasts for minutes. */
		signInAgain: async () => (await signIn(staff, clock.now())).headers,
		/** Adds a further account of the institution, at the same platform or another one. */
		addAccount: (at = platform) => addAccount(organisationId, at, 2),
		/** Starts a payment. */
		start: async (
			items = [{ name: "Acceptance fee", amount: 5_000_000 }],
			candidateId = applicant.id,
			{ configurationId, standIn: { platform } } = own,
		) => {
			const { status, body } = await ask<Started>("/payments", "POST", {
				candidateId,
				configurationId,
				items,
				...(platform === "STRIPE" && { currency: "USD" }),
			});
			expect([status, body]).toMatchObject([201, { reference: expect.stringMatching(/^PAY-/) }]);
			const { pageUrl, pageFields } = body;
			// why: a platform whose page takes a form knows the payment once the payer has come there.
			await fetch(pageUrl, pageFields ? { method: "POST", body: new URLSearchParams(pageFields) } : {});
			return body;
		},
		/** What becomes of a payment at the platform: `pay`, `fail`, `cancel`, `reverse`, `refund`, `dispute`. */
		deed: (reference: string, deed: string, more: { amount?: number } = {}, at = own) =>
			control("POST", "/deeds", { ...at.standIn, reference, deed, ...more }),
		turn: (reference: string | null, name: string, more: object = {}, at = own) =>
			control("PUT", "/switches", { ...at.standIn, reference, switch: name, ...more }),
		check: (ref: string) => ask<TransactionDetails>(`/payments/status?ref=${ref}`),
		/** Checks what is due, as the sweep has it done. */
		checkDue: async () => {
			const due = await testDb()
				.select({ id: transactions.id })
				.from(transactions)
				.where(and(ofOrganisation, isNotNull(transactions.dueAt), lte(transactions.dueAt, clock.now())));
			await deliverJobs([{ organisationId, taskId: organisationId, errand: checksErrand }], {
				clock,
				bindings: queues.bindings,
			});
			return due.length;
		},
		ledger: (id: string) =>
			testDb()
				.select()
				.from(paymentEvents)
				.where(and(eq(paymentEvents.organisationId, organisationId), eq(paymentEvents.transactionId, id)))
				.orderBy(paymentEvents.seq),
		exceptions: () =>
			testDb().select().from(paymentExceptions).where(eq(paymentExceptions.organisationId, organisationId)),
		webhook: (body: string, headers: Record<string, string>, end = token) =>
			call(`/payments/webhooks/${organisationId}/${end}`, { method: "POST", headers, body }),
	};
};

export interface Started {
	id: string;
	reference: string;
	amount: number;
	currency: string;
	pageUrl: string;
	pageFields: Record<string, string> | null;
	publicKey: string;
}

/**
 * Returns a notice that a payment was paid, signed as its platform does. @param n which of several about it: the same one again
 * is the same notice
 */
export const noticeOf = async (
	{ standIn: { platform, account } }: Account,
	{ reference, rrr }: { reference: string; rrr: string | null },
	{ n, now }: { n: number; now: number },
): Promise<{ body: string; headers: Record<string, string> }> => {
	const secret = (prefix: string) => account.replace(/^(pk_|MX)/, prefix);
	switch (platform) {
		case "PAYSTACK": {
			const body = JSON.stringify({ event: "charge.success", data: { id: n, reference } });
			return { body, headers: { "x-paystack-signature": await signPaystack(secret("sk_"), body) } };
		}
		case "STRIPE": {
			const session = { id: `cs_${n}`, object: "checkout.session", metadata: { reference }, payment_status: "paid" };
			const type = "checkout.session.completed";
			const body = JSON.stringify({ id: `evt_${n}_${reference}`, type, data: { object: session } });
			return { body, headers: { "stripe-signature": await signStripe(secret("whsec_"), body, now) } };
		}
		case "INTERSWITCH": {
			const data = { merchantReference: reference, responseCode: "00" };
			const body = JSON.stringify({ event: "TRANSACTION.COMPLETED", uuid: reference, timestamp: n, data });
			return { body, headers: { "x-interswitch-signature": await hmac("SHA-512", secret("wh-"), body) } };
		}
		case "REMITA":
			return { body: JSON.stringify([{ rrr, orderId: reference, type: "PY", debitdate: String(n) }]), headers: {} };
	}
};

/** Signs a body as Paystack does. */
export const signPaystack = (secret: string, body: string): Promise<string> => hmac("SHA-512", secret, body);

/** Signs a body as Stripe does, at a moment. */
export const signStripe = async (secret: string, body: string, now: number): Promise<string> => {
	const stamp = Math.floor(now / 1_000);
	return `t=${stamp},v1=${await hmac("SHA-256", secret, `${stamp}.${body}`)}`;
};

const hmac = async (hash: string, secret: string, text: string): Promise<string> => {
	const encode = (given: string) => new TextEncoder().encode(given);
	const key = await crypto.subtle.importKey("raw", encode(secret), { name: "HMAC", hash }, false, ["sign"]);
	return Buffer.from(await crypto.subtle.sign("HMAC", key, encode(text))).toString("hex");
};
