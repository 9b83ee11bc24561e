// Language models for this machine, over HTTP like the real services: reads a few words by rules, and can be made to fail.
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { type LocalCall, type LocalReply, startLocalServer } from "../local-server.ts";
import { openTroubles } from "../troubles.ts";
import { readByRules } from "./rules.ts";
import { apiKey, model, parsed, type Wire, wires } from "./wires.ts";

const troubles = [
	...(["ok", "http_401", "http_404", "http_429", "http_500", "http_529", "html", "garbage", "huge"] as const),
	...(["slow", "hang", "reset", "cut_off", "redirect"] as const),
] as const;

/** What goes wrong: for questions with some words or all, so many times or until it is changed. */
const Trouble = v.strictObject({
	trouble: v.picklist(troubles),
	words: v.optional(v.nullable(v.string()), null),
	times: v.optional(v.nullable(v.number()), null),
	ms: v.optional(v.number(), 0),
});
type Trouble = v.InferOutput<typeof Trouble>;

/** What the model writes when it is asked for these words, whatever it is. */
const Scripted = v.strictObject({ words: v.string(), writes: v.string() });

const failure = (wire: Wire, trouble: Trouble["trouble"], ms: number): LocalReply | undefined => {
	const refusal = (status: number, message: string, headers?: Record<string, string>): LocalReply => ({
		status,
		body: wire.refuse(status, message),
		...(headers && { headers }),
	});
	switch (trouble) {
		case "http_401":
			return refusal(401, `Incorrect API key provided: ${apiKey}.`);
		case "http_404":
			return refusal(404, `The model \`${model}\` does not exist`);
		case "http_429":
			return refusal(429, "Rate limit reached", { "retry-after": String(Math.ceil(ms / 1_000)) });
		case "http_500":
			return { status: 500, body: "<html><h1>Internal Server Error</h1></html>" };
		case "http_529":
			return refusal(529, "Overloaded");
		case "html":
			return { status: 200, body: "<html><h1>We will be back soon</h1></html>" };
		case "garbage":
			return { status: 200, body: { choices: [], content: "?" } };
		case "huge":
			return { status: 200, body: wire.answer("a".repeat(2_000_000), false) };
		case "redirect":
			return { status: 302, body: {}, headers: { location: "http://127.0.0.1:1/" } };
		default:
			return undefined;
	}
};

/** Starts it, on a free port unless one is named. @returns the Worker's settings that lead to it, its model, and what ends it */
export const startModelProvider = async ({ port = 0 }: { port?: number } = {}) => {
	const questions: { path: string; body: string }[] = [];
	const wrong = openTroubles<Trouble>(({ words }) => words);
	let scripted: v.InferOutput<typeof Scripted>[] = [];

	const ask = async (
		wire: Wire,
		{ url: { pathname: path }, headers, body, response }: LocalCall,
	): Promise<LocalReply | undefined> => {
		if (!wire.isKnown(headers)) return { status: 401, body: wire.refuse(401, "Incorrect API key provided.") };
		const question = wire.read(body, headers);
		if ("fault" in question) return { status: 400, body: wire.refuse(400, question.fault) };
		if (question.model !== model) return { status: 404, body: wire.refuse(404, `model: ${question.model}`) };
		questions.push({ path, body });
		const { trouble = "ok", ms = 0 } = wrong.take((words) => question.words.includes(words)) ?? {};
		const failed = failure(wire, trouble, ms);
		if (failed) return failed;
		if (trouble === "hang") return undefined;
		if (trouble === "reset") {
			response.destroy();
			return undefined;
		}
		if (trouble === "slow") await wait(ms);
		const writes = scripted.find(({ words }) => question.words.includes(words))?.writes ?? readByRules(question.words);
		return { status: 200, body: wire.answer(writes, trouble === "cut_off") };
	};

	/** How tests and people see what was asked, and let something go wrong. */
	const control = ({ method, url: { pathname }, body }: LocalCall): LocalReply | undefined => {
		if (pathname === "/questions" && method === "GET") return { status: 200, body: questions };
		if (method !== "PUT") return undefined;
		if (pathname === "/troubles") {
			const read = parsed(Trouble, body);
			if ("fault" in read) return { status: 400, body: { message: read.fault } };
			return { status: 200, body: wrong.put(read.value) };
		}
		if (pathname !== "/scripts") return undefined;
		const read = parsed(Scripted, body);
		if ("fault" in read) return { status: 400, body: { message: read.fault } };
		scripted = [read.value, ...scripted.filter(({ words }) => words !== read.value.words)];
		return { status: 200, body: {} };
	};

	const { origin, stop } = await startLocalServer(
		(call) => {
			const wire = call.method === "POST" ? wires[call.url.pathname] : undefined;
			return wire ? ask(wire, call) : (control(call) ?? { status: 404, body: { message: "Not Found" } });
		},
		{ port },
	);
	const account = { ASSISTANT_API_KEY: apiKey, ASSISTANT_MODEL: model };
	return {
		origin,
		model,
		/** The settings that lead to each of its interfaces. */
		vars: {
			openai: { ...account, ASSISTANT_TRANSLATOR: "openai" as const, ASSISTANT_URL: `${origin}/v1` },
			anthropic: { ...account, ASSISTANT_TRANSLATOR: "anthropic" as const, ASSISTANT_URL: origin },
		},
		stop,
	};
};

/**
 * Starts it where the settings name its kind of service without an address. @returns the settings that lead to it. why only
 * then: words are read by a model only where somebody has chosen that.
 */
export const startChosenModel = async (
	{ ASSISTANT_TRANSLATOR: chosen, ASSISTANT_URL: url }: Record<string, string | undefined>,
	port: number,
): Promise<Record<string, string>> => {
	if ((chosen !== "openai" && chosen !== "anthropic") || url !== undefined) return {};
	const { vars } = await startModelProvider({ port });
	return vars[chosen];
};
