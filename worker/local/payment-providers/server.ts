import type { ServerResponse } from "node:http";
import { type LocalReply, startLocalServer } from "../local-server.ts";
import type { Account } from "./accounts.ts";
import { type BookedPayment, feeOf, openBooks, refundedOf } from "./books.ts";
import { type Bank, type Deed, type FakeCall, type FakeReply, json, type Platform, pageDeeds } from "./calls.ts";
import { control } from "./control.ts";
import { openDeliveries } from "./deliver.ts";
import { interswitch } from "./interswitch.ts";
import { nabroll } from "./nabroll.ts";
import { ownProtocol } from "./own-protocol.ts";
import { accountsPage, messagePage, paymentPage } from "./pages.ts";
import { paystack } from "./paystack.ts";
import { remita } from "./remita.ts";
import { settlementFile } from "./settlements.ts";
import { stripe } from "./stripe.ts";
import { Broken, openSwitches } from "./switches.ts";

const platforms: readonly Platform[] = [
	paystack,
	remita,
	interswitch,
	stripe,
	nabroll,
	ownProtocol("PAYPRO_KANO", "Paypro Kano"),
	ownProtocol("PAYUNIMAID", "PayUnimaid"),
];
const pathOf = ({ code }: Platform) => code.toLowerCase().replaceAll("_", "-");

/** Real providers wait for minutes and hours. */
const usualGapsMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000];

interface Options {
	/** A free one unless named. */
	port?: number;
	/** The file that keeps the books; in memory alone unless named. */
	booksFile?: string;
	/** How long to wait before each further attempt to deliver a webhook. */
	webhookGapsMs?: readonly number[];
}

/** Starts the stand-ins of all payment platforms, one path each, on this machine. */
export const startPaymentProviders = async ({ port = 0, booksFile, webhookGapsMs = usualGapsMs }: Options = {}) => {
	const books = openBooks(booksFile);
	const switches = openSwitches();
	const deliveries = openDeliveries(switches, webhookGapsMs);

	const carryOut: Bank["carryOut"] = (payment, deed, amount) => {
		const platform = platformOf(payment.platform);
		const changed = deed === "start" ? payment : afterDeed(payment, deed, { platform, amount });
		if (!changed) return payment;
		const booked = deed === "start" ? payment : books.put(changed);
		const account = books
			.accounts()
			.find(({ platform: code, id }) => code === booked.platform && id === booked.account);
		if (account) notify(booked, { deed, account });
		return booked;
	};
	const notify = (payment: BookedPayment, { deed, account }: { deed: Deed | "start"; account: Account }) => {
		const { webhooks } = platformOf(payment.platform);
		for (const webhook of webhooks(payment, { deed, account, now: Date.now() }))
			deliveries.send(payment, account, webhook);
	};
	const bank: Bank = { books, switches, carryOut };

	const answer = async (call: FakeCall): Promise<FakeReply> => {
		if (call.method === "GET" && call.path === "/")
			return accountsPage(new Map(platforms.map(({ code, name }) => [code, name])), books.accounts());
		const known = control(call, bank, deliveries.all());
		if (known) return known;
		const platform = platforms.find((one) => call.path.startsWith(`/${pathOf(one)}/`));
		if (!platform) return json(404, { message: "no such platform" });
		const own = `/${pathOf(platform)}`;
		const within = { ...call, path: call.path.slice(own.length), base: call.base + own };
		const reply = (await pageAnswer(within, platform)) ?? (await platform.answer(within, bank));
		return reply ?? json(404, { message: "no such path" });
	};

	const pageAnswer = async (call: FakeCall, platform: Platform): Promise<FakeReply | undefined> => {
		if (call.method === "GET" && call.path === "/settlements") {
			const account = call.query.get("account");
			const own = books
				.payments()
				.filter((payment) => payment.platform === platform.code && (account === null || payment.account === account));
			return settlementFile(own, { day: call.query.get("day") ?? "", format: call.query.get("format") ?? "csv" });
		}
		const [, pageId] = /^\/pay\/([\w-]+)$/.exec(call.path) ?? [];
		if (pageId === undefined) return undefined;
		const payment = books.find((one) => one.platform === platform.code && one.pageId === pageId);
		if (!payment) return messagePage(404, "There is no such payment.");
		if (call.method === "GET") return paymentPage(platform.name, payment);
		const wanted = new URLSearchParams(call.body).get("deed");
		const deed = pageDeeds.find((one) => one === wanted);
		const booked = deed ? carryOut(payment, deed) : payment;
		if (booked.returnUrl === "") return messagePage(200, "You can close this page.");
		return platform.goBack(booked);
	};

	const { origin, stop } = await startLocalServer(
		async ({ method, url: { origin: base, pathname: path, searchParams: query }, headers, body, response }) => {
			try {
				return await answer({ method, path, query, headers, body, base });
			} catch (error) {
				if (!(error instanceof Broken)) throw error;
				return breakOff(error, response);
			}
		},
		{ port },
	);
	return {
		origin,
		stop: async (): Promise<void> => {
			deliveries.stop();
			books.save();
			await stop();
		},
	};
};

const platformOf = (code: string): Platform => {
	const platform = platforms.find((one) => one.code === code);
	if (!platform) throw new Error(`no platform ${code}`);
	return platform;
};

/** How long the merchant has to answer a dispute. */
const answeredWithinMs = 7 * 86_400_000;

/** Returns a payment after a deed; undefined when its state does not allow it. */
const afterDeed = (
	payment: BookedPayment,
	deed: Deed,
	{ platform, amount: given }: { platform: Platform; amount: number | undefined },
): BookedPayment | undefined => {
	const { status, amount, dispute, refunds } = payment;
	if (deed === "refund") {
		const left = (payment.paidAmount ?? amount) - refundedOf(payment);
		const back = Math.min(given ?? Math.ceil(amount / 2), left);
		if (status !== "success" || back === 0) return undefined;
		return { ...payment, refunds: [...refunds, back], status: back === left ? "reversed" : "success" };
	}
	if (deed === "dispute")
		return status === "success" && (!dispute || dispute.state === "won")
			? {
					...payment,
					dispute: {
						...{ state: "open", amount: given ?? amount, count: (dispute?.count ?? 0) + 1 },
						dueAt: Date.now() + answeredWithinMs,
					},
				}
			: undefined;
	if (deed === "win_dispute" || deed === "lose_dispute")
		return dispute?.state === "open"
			? { ...payment, dispute: { ...dispute, state: deed === "win_dispute" ? "won" : "lost" } }
			: undefined;
	if (deed === "postpone_dispute")
		return dispute?.state === "open"
			? { ...payment, dispute: { ...dispute, dueAt: (dispute.dueAt ?? Date.now()) + answeredWithinMs } }
			: undefined;
	if (deed === "reverse") return status === "success" ? { ...payment, status: "reversed" } : undefined;
	if (status !== "open" && status !== "pending") return undefined;
	if (deed === "pay") {
		const paid = { paidAmount: amount, fee: feeOf(platform.code, amount), channel: "card", paidAt: Date.now() };
		return { ...payment, status: "success", ...paid };
	}
	if (deed === "hold") return { ...payment, status: "pending" };
	if (deed === "fail") return { ...payment, status: "failed" };
	return platform.isPayableAfterCancel ? undefined : { ...payment, status: "cancelled" };
};

/** Sends a letter of an answer at a time, and never all of it: each comes sooner than a time limit between two of them. */
const drip = (response: ServerResponse): void => {
	response.writeHead(200, { "content-type": "application/json" });
	const dripping = setInterval(() => response.write(" "), 20);
	response.on("close", () => clearInterval(dripping));
};

/** Returns the reply of a provider that is down; undefined where it gives none. */
const breakOff = ({ kind, ms }: Broken, response: ServerResponse): LocalReply | undefined => {
	switch (kind) {
		case "http_500":
			return { status: 500, body: "<html><h1>Internal Server Error</h1></html>" };
		case "garbage_body":
			return { status: 200, body: "<html><h1>We will be back soon</h1></html>" };
		case "http_429": {
			const headers = { "retry-after": String(Math.max(1, Math.ceil(ms / 1_000))) };
			return { status: 429, headers, body: { status: false, message: "Too many requests" } };
		}
		case "flood":
			return { status: 200, body: Buffer.alloc(10_000_000, " ") };
		case "drip":
			drip(response);
			return undefined;
		case "reset":
			response.destroy();
			return undefined;
		default:
			return undefined;
	}
};
