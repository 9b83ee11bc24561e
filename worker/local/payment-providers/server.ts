import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Account } from "./accounts.ts";
import { type BookedPayment, feeOf, openBooks } from "./books.ts";
import { type Bank, type Deed, deeds, type FakeCall, type FakeReply, json, type Platform } from "./calls.ts";
import { control } from "./control.ts";
import { openDeliveries } from "./deliver.ts";
import { interswitch } from "./interswitch.ts";
import { nabroll } from "./nabroll.ts";
import { ownProtocol } from "./own-protocol.ts";
import { messagePage, paymentPage } from "./pages.ts";
import { paystack } from "./paystack.ts";
import { remita } from "./remita.ts";
import { settlementFile } from "./settlements.ts";
import { stripe } from "./stripe.ts";
import { Broken, openSwitches } from "./switches.ts";

const platforms: readonly Platform[] = [
	...[paystack, remita, interswitch, stripe, nabroll],
	...[ownProtocol("PAYPRO_KANO", "Paypro Kano"), ownProtocol("PAYUNIMAID", "PayUnimaid")],
];
const pathOf = ({ code }: Platform) => code.toLowerCase().replaceAll("_", "-");

const maxBodyBytes = 2_000_000;
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

	const carryOut: Bank["carryOut"] = (payment, deed) => {
		const platform = platformOf(payment.platform);
		const changed = deed === "start" ? payment : afterDeed(payment, deed, platform);
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
		const deed = deeds.find((one) => one === wanted && one !== "reverse");
		const booked = deed ? carryOut(payment, deed) : payment;
		if (booked.returnUrl === "") return messagePage(200, "You can close this page.");
		return platform.goBack(booked);
	};

	const server = createServer((request, response) => {
		serve(request, response, answer).catch((error: unknown) => {
			if (!response.headersSent) response.writeHead(500);
			response.end(error instanceof Error ? error.message : "unknown");
		});
	});
	const origin = await listen(server, port);
	return {
		origin,
		stop: async (): Promise<void> => {
			deliveries.stop();
			books.save();
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
};

const platformOf = (code: string): Platform => {
	const platform = platforms.find((one) => one.code === code);
	if (!platform) throw new Error(`no platform ${code}`);
	return platform;
};

/** Returns a payment after a deed; undefined when its state does not allow it. */
const afterDeed = (payment: BookedPayment, deed: Deed, platform: Platform): BookedPayment | undefined => {
	const { status, amount } = payment;
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

const listen = async (server: Server, port: number): Promise<string> => {
	await new Promise<void>((resolve, reject) => {
		server.once("error", reject);
		server.listen(port, "127.0.0.1", resolve);
	});
	const address = server.address();
	if (address === null || typeof address === "string") throw new Error("no port");
	return `http://127.0.0.1:${address.port}`;
};

const readBody = async (request: IncomingMessage): Promise<string> => {
	const chunks: Buffer[] = [];
	let bytes = 0;
	for await (const chunk of request) {
		bytes += chunk.length;
		if (bytes > maxBodyBytes) throw new Error("The body is too long.");
		chunks.push(chunk);
	}
	return Buffer.concat(chunks).toString();
};

const serve = async (
	request: IncomingMessage,
	response: ServerResponse,
	answer: (call: FakeCall) => Promise<FakeReply>,
): Promise<void> => {
	const base = `http://${request.headers.host}`;
	const { pathname, searchParams } = new URL(request.url ?? "/", base);
	const body = await readBody(request);
	const { method = "GET", headers } = request;
	try {
		const reply = await answer({ method, path: pathname, query: searchParams, headers, body, base });
		response.writeHead(reply.status, reply.headers).end(reply.body);
	} catch (error) {
		if (!(error instanceof Broken)) throw error;
		breakOff(error, response);
	}
};

/** Answers as a provider that is down. */
const breakOff = ({ kind, ms }: Broken, response: ServerResponse): void => {
	const html = { "content-type": "text/html" };
	if (kind === "reset") response.destroy();
	if (kind === "http_500") response.writeHead(500, html).end("<html><h1>Internal Server Error</h1></html>");
	if (kind === "garbage_body") response.writeHead(200, html).end("<html><h1>We will be back soon</h1></html>");
	if (kind !== "http_429") return;
	const retryAfter = String(Math.max(1, Math.ceil(ms / 1_000)));
	response.writeHead(429, { "retry-after": retryAfter, "content-type": "application/json" });
	response.end(JSON.stringify({ status: false, message: "Too many requests" }));
};
