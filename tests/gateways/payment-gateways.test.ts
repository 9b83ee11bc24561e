import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, inject, test, vi } from "vitest";
import { production, webhookCall } from "#tests/support/recorded-provider";
import type { WebhookCall as ReceivedCall } from "#tests/support/webhook-receiver";
import type { GatewayConfiguration, GatewayPlatform } from "#worker/contract/payment-configurations";
import { openGateway } from "#worker/gateways/payments/open-gateway";
import type { Answered, KnownPayment, ProviderPage, ProviderPayment } from "#worker/gateways/payments/port";

const origin = env.PAYMENT_PROVIDERS_ORIGIN ?? "";
const receiver = inject("webhookReceiver");
const run = crypto.randomUUID().slice(0, 8);

interface Fixture {
	configuration: GatewayConfiguration;
	/** The same account with a key that the provider does not know. */
	wrong: GatewayConfiguration;
	/** The account at the stand-in. */
	account: { id: string; secret?: string; webhookSecret?: string; more?: Record<string, string> };
	currency: string;
	/** What each switch makes of a payment that is paid; an unknown one too. */
	says: Record<"pending" | "failed" | "not_found" | "unknown", string>;
	wrongAmount: Partial<ProviderPayment>;
	/** Whether the provider names a currency. */
	hasCurrency: boolean;
	/** What it says of an account whose key is wrong. */
	wrongKey: string;
	afterReversal: string;
}

const token = `token-of-the-tests-${run}`;
const own = `own-protocol-${run}-key`;
const usual = { pending: "pending", failed: "failed", not_found: "not_found", unknown: "not_found" };
const undecided = { pending: "pending", failed: "pending", not_found: "pending", unknown: "not_found" };

const fixtures: Record<GatewayPlatform, Fixture> = {
	PAYSTACK: {
		configuration: { platform: "PAYSTACK", publicKey: `pk_${run}`, secretKey: `sk_test_${run}`, isTest: true },
		wrong: { platform: "PAYSTACK", publicKey: `pk_${run}`, secretKey: "sk_test_wrong", isTest: true },
		account: { id: `pk_${run}`, secret: `sk_test_${run}` },
		currency: "NGN",
		says: usual,
		hasCurrency: true,
		wrongKey: "not_configured",
		afterReversal: "reversed",
		wrongAmount: { status: "success", amount: 2_099_950 },
	},
	REMITA: {
		configuration: {
			platform: "REMITA",
			merchantId: `M${run}`,
			serviceTypeId: "S1",
			apiKey: `key-${run}`,
			isTest: true,
			notificationToken: token,
		},
		wrong: { platform: "REMITA", merchantId: `M${run}`, serviceTypeId: "S1", apiKey: "wrong", isTest: true },
		account: { id: `M${run}`, secret: `key-${run}`, more: { serviceTypeId: "S1" } },
		currency: "NGN",
		says: usual,
		hasCurrency: false,
		wrongKey: "not_configured",
		afterReversal: "success",
		wrongAmount: { status: "success", amount: 2_099_950 },
	},
	INTERSWITCH: {
		configuration: {
			platform: "INTERSWITCH",
			merchantCode: `MX${run}`,
			payItemId: "101",
			isTest: true,
			clientId: `IK${run}`,
			clientSecret: `cs-${run}`,
			webhookSecret: `wh-${run}`,
		},
		wrong: { platform: "INTERSWITCH", merchantCode: "MX-wrong", payItemId: "101", isTest: true },
		account: {
			id: `MX${run}`,
			webhookSecret: `wh-${run}`,
			more: { payItemId: "101", clientId: `IK${run}`, clientSecret: `cs-${run}` },
		},
		currency: "NGN",
		says: usual,
		hasCurrency: false,
		wrongKey: "not_configured",
		afterReversal: "success",
		wrongAmount: { status: "pending", contradicts: "amount" },
	},
	STRIPE: {
		configuration: {
			platform: "STRIPE",
			publishableKey: `pks_${run}`,
			secretKey: `sks_${run}`,
			isTest: true,
			webhookSecret: `whsec_${run}`,
		},
		wrong: { platform: "STRIPE", publishableKey: `pks_${run}`, secretKey: "wrong", isTest: true },
		account: { id: `pks_${run}`, secret: `sks_${run}`, webhookSecret: `whsec_${run}` },
		currency: "USD",
		says: usual,
		hasCurrency: true,
		wrongKey: "not_configured",
		afterReversal: "reversed",
		wrongAmount: { status: "success", amount: 2_099_950 },
	},
	NABROLL: {
		configuration: { platform: "NABROLL", apiKey: `nb-${run}`, secretKey: `nbs-${run}`, isTest: true },
		wrong: { platform: "NABROLL", apiKey: `nb-${run}`, secretKey: "wrong", isTest: true },
		account: { id: `nb-${run}`, secret: `nbs-${run}` },
		currency: "NGN",
		says: undecided,
		hasCurrency: false,
		wrongKey: "refused",
		afterReversal: "success",
		wrongAmount: { status: "success", amount: 2_099_950 },
	},
	PAYPRO_KANO: {
		configuration: { platform: "PAYPRO_KANO", address: "https://adapter.example.edu", key: own, isTest: true },
		wrong: { platform: "PAYPRO_KANO", address: "https://adapter.example.edu", key: "wrong", isTest: true },
		account: { id: own, secret: own, webhookSecret: own },
		currency: "NGN",
		says: usual,
		hasCurrency: true,
		wrongKey: "not_configured",
		afterReversal: "reversed",
		wrongAmount: { status: "success", amount: 2_099_950 },
	},
	PAYUNIMAID: {
		configuration: { platform: "PAYUNIMAID", address: "https://adapter.example.edu", key: own, isTest: true },
		wrong: { platform: "PAYUNIMAID", address: "https://adapter.example.edu", key: "wrong", isTest: true },
		account: { id: own, secret: own, webhookSecret: own },
		currency: "NGN",
		says: usual,
		hasCurrency: true,
		wrongKey: "not_configured",
		afterReversal: "reversed",
		wrongAmount: { status: "success", amount: 2_099_950 },
	},
};
const platforms = Object.keys(fixtures) as GatewayPlatform[];
const amount = 2_100_050;
const returnUrl = "https://portal.test/acme/payments/return?of=1";

const control = async <T>(method: string, path: string, body?: object): Promise<T> => {
	const response = await fetch(`${origin}${path}`, body ? { method, body: JSON.stringify(body) } : { method });
	expect(response.ok, `${method} ${path} ${response.status}`).toBe(true);
	return response.json<T>();
};
const standIn = (platform: GatewayPlatform) => ({ platform, account: fixtures[platform].account.id });
const turn = (platform: GatewayPlatform, reference: string | null, name: string, more: object = {}) =>
	control("PUT", "/switches", { ...standIn(platform), reference, switch: name, ...more });
const carryOut = (platform: GatewayPlatform, reference: string, deed: string, amount?: number) =>
	control("POST", "/deeds", { ...standIn(platform), reference, deed, amount });

const gatewayOf = (platform: GatewayPlatform, configuration = fixtures[platform].configuration) =>
	openGateway(configuration, { ...production, ENVIRONMENT: "test", PAYMENT_PROVIDERS_ORIGIN: origin });

const newPayment = (platform: GatewayPlatform) => ({
	reference: `APP-${crypto.randomUUID()}`,
	amount,
	currency: fixtures[platform].currency,
	returnUrl,
	payer: { email: "ada@example.com", name: "Ada Obi", phone: "08030000000" },
	description: "Application fee",
	items: [{ name: "Application fee", amount }],
	startedAt: Date.now(),
});

const okValue = <T>(answered: Answered<T>): T => {
	if (answered.ok) return answered.value;
	throw new Error(`${answered.code}: ${answered.detail}`);
};

/** Starts a payment and goes to the provider's page, as a browser does. */
const openPage = async (platform: GatewayPlatform) => {
	const payment = newPayment(platform);
	const started = okValue(await gatewayOf(platform).start(payment));
	const { pageUrl, pageFields, rrr, providerReference } = started;
	const page = await fetch(pageUrl, pageFields ? { method: "POST", body: new URLSearchParams(pageFields) } : {});
	expect(page.status, await page.clone().text()).toBe(200);
	const known: KnownPayment = { ...payment, rrr, providerReference };
	return { known, page, html: await page.text() };
};

const press = (page: Response, deed: string) =>
	fetch(page.url, { method: "POST", body: new URLSearchParams({ deed }), redirect: "manual" });

const payOne = async (platform: GatewayPlatform) => {
	const { known } = await openPage(platform);
	await carryOut(platform, known.reference, "pay");
	return known;
};

const outcome = (answered: Answered<ProviderPayment>) => (answered.ok ? answered.value.status : answered.code);

beforeAll(async () => {
	for (const platform of platforms)
		await control("PUT", "/accounts", { platform, ...fixtures[platform].account, webhookUrl: null });
});

describe.each(platforms)("%s", (platform) => {
	const { says, wrongAmount, hasCurrency, wrongKey, afterReversal, currency, configuration } = fixtures[platform];
	const gateway = gatewayOf(platform);
	const secrets = Object.entries(configuration).flatMap(([name, value]) =>
		/secret|apiKey|^key$/i.test(name) && platform !== "NABROLL" ? [String(value)] : [],
	);

	test("is paid at its page and comes back", async () => {
		const { known, page, html } = await openPage(platform);
		expect(html).toContain("21,000.50");
		expect(outcome(await gateway.verify(known))).toBe("pending");
		const back = await press(page, "pay");
		const form = await back.text();
		const goesTo = back.headers.get("location") ?? form.replaceAll("&#38;", "&");
		expect(goesTo).toContain(returnUrl);
		const verified = await gateway.verify(known);
		expect(okValue(verified)).toMatchObject({
			status: "success",
			amount,
			contradicts: null,
			rrr: known.rrr,
			reference: known.reference,
			currency: hasCurrency ? currency : null,
		});
		expect(verified.exchanges.length).toBeGreaterThan(0);
		for (const secret of secrets) expect(JSON.stringify(verified.exchanges)).not.toContain(secret);
	});

	test.each(["fail", "cancel", "hold", "leave"])("agrees with its books after %s", async (deed) => {
		const { known, page } = await openPage(platform);
		await press(page, deed);
		const [booked] = await control<{ means: string }[]>("GET", `/books?reference=${known.reference}`);
		expect(outcome(await gateway.verify(known))).toBe(booked?.means);
	});

	test("may reverse a payment", async () => {
		const known = await payOne(platform);
		await carryOut(platform, known.reference, "reverse");
		expect(outcome(await gateway.verify(known))).toBe(afterReversal);
	});

	test("says what went back in parts, where its interface can, and stays successful until all of it did", async () => {
		const known = await payOne(platform);
		const saysParts = ["PAYSTACK", "STRIPE", "PAYPRO_KANO", "PAYUNIMAID"].includes(platform);
		await carryOut(platform, known.reference, "refund", 300);
		await carryOut(platform, known.reference, "refund", 200);
		const partly = okValue(await gateway.verify({ ...known, isPaid: true }));
		expect([partly.status, partly.reversedAmount]).toEqual(["success", saysParts ? 500 : null]);
		await carryOut(platform, known.reference, "refund", amount);
		expect(outcome(await gateway.verify({ ...known, isPaid: true }))).toBe(afterReversal);
	});

	test.each(["pending", "failed", "not_found"] as const)("can say %s, and then the truth again", async (name) => {
		const known = await payOne(platform);
		await turn(platform, known.reference, name, { times: 1 });
		expect(outcome(await gateway.verify(known))).toBe(says[name]);
		expect(outcome(await gateway.verify(known))).toBe("success");
	});

	test("does not know what it was not asked for", async () => {
		const known = { ...newPayment(platform), rrr: null, providerReference: null };
		expect(outcome(await gateway.verify(known))).toBe(says.unknown);
	});

	test("may name another amount or currency, which is not hidden", async () => {
		const known = await payOne(platform);
		await turn(platform, known.reference, "wrong_amount", { times: 1 });
		expect(okValue(await gateway.verify(known))).toMatchObject(wrongAmount);
		await turn(platform, known.reference, "wrong_currency", { times: 1 });
		expect(okValue(await gateway.verify(known)).currency).toBe(hasCurrency ? "GHS" : null);
	});

	test.each([
		["http_500", { retryAfterMs: null }],
		["http_429", { retryAfterMs: 7_000 }],
		["reset", {}],
		["garbage_body", {}],
		["flood", {}],
	])("is not available at %s, and the payment is untouched", async (name, more) => {
		const known = await payOne(platform);
		await turn(platform, known.reference, name, { ms: 7_000 });
		const answered = await gateway.verify(known);
		expect(answered).toMatchObject({ ok: false, code: "unavailable", ...more });
		expect(answered.exchanges.at(-1)).toMatchObject({ method: expect.any(String), url: expect.any(String) });
		await turn(platform, known.reference, "ok");
		expect(outcome(await gateway.verify(known))).toBe("success");
	});

	test("may be slow, but is not waited for without end", async () => {
		const known = await payOne(platform);
		await turn(platform, known.reference, "slow", { ms: 150, times: 1 });
		expect(outcome(await gateway.verify(known))).toBe("success");
		const timeout = AbortSignal.timeout.bind(AbortSignal);
		const limit = vi.spyOn(AbortSignal, "timeout").mockImplementation(() => timeout(200));
		for (const name of ["hang", "drip"]) {
			await turn(platform, known.reference, name, { times: 1 });
			expect(await gateway.verify(known), name).toMatchObject({ ok: false, code: "unavailable" });
		}
		expect(limit).toHaveBeenCalledWith(10_000);
		limit.mockRestore();
	});

	test("accepts its keys and no others", async () => {
		expect(await gateway.test()).toMatchObject({ ok: true, value: { says: expect.any(String) } });
		const wrong = gatewayOf(platform, fixtures[platform].wrong);
		if (platform !== "NABROLL") expect(await wrong.test()).toMatchObject({ ok: false, code: "not_configured" });
		// why: Interswitch takes a merchant at its page, after the call.
		if (platform !== "INTERSWITCH")
			expect(await wrong.start(newPayment(platform))).toMatchObject({ ok: false, code: wrongKey });
	});
});

describe("a start whose answer is lost", () => {
	test.each(["REMITA", "STRIPE", "PAYPRO_KANO", "NABROLL"] as const)(
		"at %s is repeated without a second payment",
		async (platform) => {
			const payment = newPayment(platform);
			await turn(platform, payment.reference, "reset", { times: 1 });
			expect(await gatewayOf(platform).start(payment)).toMatchObject({ ok: false, code: "unavailable" });
			const again = okValue(await gatewayOf(platform).start(payment));
			const booked = await control<{ rrr: string | null; providerReference: string | null }[]>(
				"GET",
				`/books?reference=${payment.reference}`,
			);
			expect(booked).toHaveLength(1);
			expect(booked[0]).toMatchObject({
				rrr: again.rrr,
				...(platform === "REMITA" ? {} : { providerReference: again.providerReference }),
			});
		},
	);

	test("at Paystack is refused as a duplicate, and found by its reference", async () => {
		const payment = newPayment("PAYSTACK");
		await turn("PAYSTACK", payment.reference, "reset", { times: 1 });
		expect(await gatewayOf("PAYSTACK").start(payment)).toMatchObject({ ok: false, code: "unavailable" });
		expect(await gatewayOf("PAYSTACK").start(payment)).toMatchObject({
			ok: false,
			code: "refused",
			detail: expect.stringContaining("Duplicate Transaction Reference"),
		});
		const known = { ...payment, rrr: null, providerReference: null };
		expect(outcome(await gatewayOf("PAYSTACK").verify(known))).toBe("pending");
	});

	test("at Stripe is found by its reference once it is paid", async () => {
		const { known } = await openPage("STRIPE");
		await carryOut("STRIPE", known.reference, "pay");
		const verified = await gatewayOf("STRIPE").verify({ ...known, providerReference: null });
		expect(okValue(verified)).toMatchObject({ status: "success", reference: known.reference, amount });
	});
});

describe("an old Webpay merchant", () => {
	test("is asked by a signed query", async () => {
		const { known } = await openPage("INTERSWITCH");
		const more = {
			payItemId: "101",
			productId: `P${run}`,
			macKey: `mac-${run}`,
			clientId: `IK${run}`,
			clientSecret: `cs-${run}`,
		};
		await control("PUT", "/accounts", { platform: "INTERSWITCH", id: `MX${run}`, more });
		const old = {
			...fixtures.INTERSWITCH.configuration,
			productId: `P${run}`,
			macKey: `mac-${run}`,
		} as GatewayConfiguration;
		expect(outcome(await gatewayOf("INTERSWITCH", old).verify(known))).toBe("pending");
	});
});

describe("a list", () => {
	test.each(["PAYSTACK", "STRIPE", "PAYUNIMAID"] as const)(
		"of %s has every payment once, page by page",
		async (platform) => {
			const account = { platform, id: `list-${run}-${platform}`, secret: `list-${run}-${platform}` };
			await control("PUT", "/accounts", account);
			const from = Date.UTC(2026, 5, 1);
			const rows = Array.from({ length: 250 }, (_, at) => ({
				platform,
				account: account.id,
				reference: `LIST-${at}`,
				amount: 100_000 + at,
				status: at % 2 ? "success" : "open",
				startedAt: from + (at - 20) * 60_000,
			}));
			await control("POST", "/books", rows);
			const keys = { PAYSTACK: "secretKey", STRIPE: "secretKey", PAYUNIMAID: "key" } as const;
			const configuration = {
				...fixtures[platform].configuration,
				[keys[platform]]: account.secret,
			} as GatewayConfiguration;
			const listed: ProviderPayment[] = [];
			let cursor: string | null = null;
			let pages = 0;
			do {
				const answered: Answered<ProviderPage> | undefined = await gatewayOf(platform, configuration).list?.(
					from,
					cursor,
				);
				if (!answered) throw new Error("no list");
				const page: ProviderPage = okValue(answered);
				listed.push(...page.payments);
				cursor = page.next;
				pages++;
			} while (cursor !== null);
			expect(pages).toBe(3);
			expect(listed.map(({ reference }) => reference).sort()).toEqual(
				rows
					.slice(20)
					.map(({ reference }) => reference)
					.sort(),
			);
			expect(listed.filter(({ status }) => status === "success")).toHaveLength(115);
		},
	);

	test.each(["REMITA", "INTERSWITCH", "NABROLL"] as const)("is not there at %s", (platform) => {
		expect(gatewayOf(platform).list).toBeUndefined();
	});
});

describe("webhooks", () => {
	/** Has the account's webhooks sent to a receiver of this test. @param statuses how it answers, one after another */
	const listen = async (platform: GatewayPlatform, statuses = "200") => {
		const path = `/${crypto.randomUUID()}x/${statuses}`;
		await control("PUT", "/accounts", {
			platform,
			id: fixtures[platform].account.id,
			webhookUrl: `${receiver.url}${path}`,
		});
		const received = async () =>
			(await (await fetch(receiver.url)).json<ReceivedCall[]>()).filter((call) => call.path === path);
		const expectCalls = (count: number) =>
			vi.waitFor(async () => expect(await received()).toHaveLength(count), { timeout: 10_000, interval: 50 });
		const read = (call: ReceivedCall) =>
			gatewayOf(platform).readWebhook(webhookCall(call.body, call.headers, { token, now: Date.now() }));
		return { received, expectCalls, read };
	};

	const signing = ["PAYSTACK", "INTERSWITCH", "STRIPE", "PAYPRO_KANO"] as const;

	test.each([...signing, "REMITA"] as const)("of %s are read, and again after a refusal", async (platform) => {
		const { received, expectCalls, read } = await listen(platform, "200");
		const known = await payOne(platform);
		// why two: Interswitch tells of the start too.
		await expectCalls(platform === "INTERSWITCH" ? 2 : 1);
		const call = (await received()).at(-1);
		if (!call) throw new Error("no call");
		expect(await read(call)).toMatchObject({ ok: true, notices: [{ reference: known.reference }] });
		const other = await listen(platform, "503/503/200");
		await carryOut(platform, known.reference, "pay");
		await payOne(platform);
		await other.expectCalls(platform === "INTERSWITCH" ? 4 : 3);
	});

	test.each(signing)("of %s with another signature are not believed", async (platform) => {
		const { received, expectCalls, read } = await listen(platform);
		const { known } = await openPage(platform);
		await turn(platform, known.reference, "bad_signature");
		await carryOut(platform, known.reference, "pay");
		await expectCalls(platform === "INTERSWITCH" ? 2 : 1);
		const call = (await received()).at(-1);
		expect(call && (await read(call))).toEqual({ ok: false, code: "bad_signature" });
	});

	test.each(signing)("of %s may come twice and late, under one key", async (platform) => {
		const { received, expectCalls, read } = await listen(platform);
		const { known } = await openPage(platform);
		await turn(platform, known.reference, "duplicate_webhook", { times: 1 });
		await turn(platform, known.reference, "late_webhook", { times: 1, ms: 300 });
		const paidAt = Date.now();
		await carryOut(platform, known.reference, "pay");
		await expectCalls(platform === "INTERSWITCH" ? 3 : 2);
		expect(Date.now() - paidAt).toBeGreaterThanOrEqual(290);
		const calls = (await received()).slice(-2);
		const keys = await Promise.all(
			calls.map(async (call) => {
				const notice = await read(call);
				return notice.ok ? notice.notices.map(({ key }) => key) : notice.code;
			}),
		);
		expect(keys[0]).toEqual(keys[1]);
		expect(outcome(await gatewayOf(platform).verify(known))).toBe("success");
	});
});

describe("settlement files", () => {
	test("have the payments of a day, as CSV and as a workbook", async () => {
		const account = { platform: "PAYSTACK", id: `settled-${run}` };
		await control("PUT", "/accounts", account);
		const paidAt = Date.UTC(2026, 9, 6, 23, 30);
		const row = { platform: "PAYSTACK", account: account.id, amount: 2_100_000, status: "success" };
		await control("POST", "/books", [
			{ ...row, reference: "S-1", paidAt },
			{ ...row, reference: "S-2", paidAt: paidAt - 3_600_000 },
		]);
		const file = (format: string) =>
			fetch(`${origin}/paystack/settlements?day=2026-10-07&format=${format}&account=${account.id}`);
		const csv = await (await file("csv")).text();
		const [heading, ...lines] = csv.trim().split("\r\n");
		expect(heading).toBe("Reference,RRR,Provider reference,Paid at,Currency,Amount,Fee,Settled,Channel");
		expect(lines).toEqual([expect.stringMatching(/^S-1,,\d+,2026-10-07 00:30:00,NGN,21000.00,415.00,20585.00,card$/)]);
		const workbook = new Uint8Array(await (await file("xlsx")).arrayBuffer());
		expect([...workbook.slice(0, 2)]).toEqual([0x50, 0x4b]);
	});
});

describe.each(["STRIPE", "PAYSTACK"] as const)("a dispute at %s", (platform) => {
	const gateway = gatewayOf(platform);
	/** As the books ask about a payment of which they have heard. */
	const verify = async (known: KnownPayment) => okValue(await gateway.verify({ ...known, isPaid: true }));

	test("is open, then lost: only then its amount has gone back", async () => {
		const known = await payOne(platform);
		expect(await verify(known)).toMatchObject({ dispute: null, reversedAmount: 0 });
		await carryOut(platform, known.reference, "dispute", 400);
		const open = { state: "open", amount: 400, dueAt: expect.any(Number) };
		expect(await verify(known)).toMatchObject({ status: "success", dispute: open, reversedAmount: 0 });
		await carryOut(platform, known.reference, "lose_dispute");
		const lost = { state: "lost", amount: 400, dueAt: null };
		expect(await verify(known)).toMatchObject({
			status: "success",
			dispute: lost,
			reversedAmount: 400,
		});
	});

	test("that is won leaves everything", async () => {
		const known = await payOne(platform);
		await carryOut(platform, known.reference, "dispute");
		await carryOut(platform, known.reference, "win_dispute");
		expect(await verify(known)).toMatchObject({ dispute: { state: "won" }, reversedAmount: 0 });
	});
});
