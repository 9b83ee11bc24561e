// Termii for this machine, over HTTP like the real one: takes text messages, keeps them, and sends nothing.
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { countSms } from "../../contract/text/sms.ts";
import { type LocalCall, type LocalReply, startLocalServer } from "../local-server.ts";
import { openTroubles } from "../troubles.ts";

const apiKey = "TL-local-sms-key";
const sender = "Matricula";
/** The countries whose networks the account reaches, and the price of a segment in naira. */
const reached = /^(?:234|233|254|44)/;
const pricePerSegment = 4;

export interface TakenSms {
	messageId: string;
	to: string;
	from: string;
	sms: string;
	channel: string;
	segments: number;
	takenAt: number;
}

const troubles = ["ok", "http_500", "http_429", "html", "slow", "hang", "reset", "lost_answer", "no_credit"] as const;

/** What goes wrong: for one number or all, so many times or until it is changed. */
const Trouble = v.strictObject({
	trouble: v.picklist(troubles),
	to: v.optional(v.nullable(v.string()), null),
	times: v.optional(v.nullable(v.number()), null),
	ms: v.optional(v.number(), 0),
});

const Asked = v.object({
	api_key: v.string(),
	to: v.union([v.string(), v.array(v.string())]),
	from: v.string(),
	sms: v.pipe(v.string(), v.minLength(1)),
	type: v.literal("plain"),
	channel: v.picklist(["generic", "dnd", "whatsapp"]),
});

const refusal = (code: number, message: string, headers?: Record<string, string>): LocalReply => ({
	status: code,
	body: { code, message, status: "error" },
	...(headers && { headers }),
});

const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);

/** Starts it, on a free port unless one is named. @returns the Worker's settings that lead to it, and what ends it */
export const startSmsProvider = async ({
	port = 0,
	balance: credit = 5_000,
}: {
	port?: number;
	balance?: number;
} = {}) => {
	const taken: TakenSms[] = [];
	const wrong = openTroubles<v.InferOutput<typeof Trouble>>(({ to }) => to);
	let balance = credit;
	const account = { balance: () => balance, user: "Local stand-in" };

	/** Takes a message, or refuses it as Termii does. */
	const take = ({ to, from, sms, channel }: v.InferOutput<typeof Asked>): LocalReply => {
		const number = Array.isArray(to) ? (to[0] ?? "") : to;
		if (from !== sender)
			return refusal(404, `ApplicationSenderId not found for applicationId: 66189 and senderName: ${from}`);
		if (!/^[1-9]\d{9,14}$/.test(number)) return refusal(400, "Invalid phone number");
		if (!reached.test(number)) return refusal(400, "Country Inactive");
		const { segments } = countSms(sms);
		if (balance < segments * pricePerSegment) return refusal(400, "Insufficient balance");
		balance -= segments * pricePerSegment;
		const messageId = `${Date.now()}${String(taken.length).padStart(6, "0")}`;
		taken.push({ messageId, to: number, from, sms, channel, segments, takenAt: Date.now() });
		const body = { code: "ok", message_id: messageId, message: "Successfully Sent", balance, user: account.user };
		return { status: 200, body };
	};

	const send = async ({ method, body, response }: LocalCall): Promise<LocalReply | undefined> => {
		if (method !== "POST") return refusal(405, "Method Not Allowed");
		const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Asked), body);
		if (!read.success) return refusal(422, `${v.getDotPath(read.issues[0]) ?? "body"} is not valid`);
		if (read.output.api_key !== apiKey) return refusal(401, "Unauthorized");
		const { trouble = "ok", ms = 0 } = wrong.take((to) => to === String(read.output.to)) ?? {};
		if (trouble === "http_500") return { status: 500, body: "<html><h1>Internal Server Error</h1></html>" };
		if (trouble === "html") return { status: 200, body: "<html><h1>We will be back soon</h1></html>" };
		if (trouble === "http_429")
			return refusal(429, "Too many requests", { "retry-after": String(Math.ceil(ms / 1_000)) });
		if (trouble === "no_credit") return refusal(400, "Insufficient balance");
		if (trouble === "hang") return undefined;
		if (trouble === "lost_answer") take(read.output);
		if (trouble === "reset" || trouble === "lost_answer") {
			response.destroy();
			return undefined;
		}
		if (trouble === "slow") await wait(ms);
		return take(read.output);
	};

	/** How tests and people see what was taken, and let something go wrong. */
	const control = ({ method, url: { pathname, searchParams }, body }: LocalCall): LocalReply | undefined => {
		if (pathname === "/messages" && method === "GET") {
			const to = searchParams.get("to");
			return { status: 200, body: taken.filter((one) => to === null || one.to === to) };
		}
		if (pathname === "/troubles" && method === "PUT") {
			const read = v.safeParse(v.pipe(v.string(), v.parseJson(), Trouble), body);
			if (!read.success) return { status: 400, body: { message: read.issues[0].message } };
			return { status: 200, body: wrong.put(read.output) };
		}
		if (pathname === "/api/get-balance" && method === "GET")
			return searchParams.get("api_key") === apiKey
				? { status: 200, body: { user: account.user, balance, currency: "NGN" } }
				: refusal(401, "Unauthorized");
		return undefined;
	};

	const page = (): LocalReply => ({
		status: 200,
		headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" },
		body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Local stand-in of the SMS provider</title></head><body><main><h1>Local stand-in of the SMS provider</h1><p>No message reaches a phone. Newest first:</p><ol>${taken
			.toReversed()
			.map(({ to, from, sms }) => `<li>+${escaped(to)} from ${escaped(from)}<pre>${escaped(sms)}</pre></li>`)
			.join("")}</ol></main></body></html>`,
	});

	const { origin, stop } = await startLocalServer(
		(call) => {
			if (call.url.pathname === "/api/sms/send") return send(call);
			if (call.url.pathname === "/") return page();
			return control(call) ?? refusal(404, "Not Found");
		},
		{ port },
	);
	return {
		origin,
		vars: {
			SMS_TRANSPORT: "termii",
			SMS_PRICE: "NGN 4.50",
			SMS_FROM: sender,
			TERMII_URL: origin,
			TERMII_API_KEY: apiKey,
		},
		stop,
	};
};
