// The interfaces of the local language models, as their publishers document them, and as the runtime calls Workers AI.
import type { IncomingHttpHeaders } from "node:http";
import * as v from "valibot";
import { faultOfStrictSchema } from "./strict-schema.ts";

export const apiKey = "sk-local-model-key";
export const model = "local-model-1";

const Message = v.object({ role: v.picklist(["system", "user", "assistant"]), content: v.string() });

const ChatQuestion = v.object({
	model: v.string(),
	messages: v.pipe(v.array(Message), v.minLength(1)),
	response_format: v.object({
		type: v.literal("json_schema"),
		json_schema: v.object({
			name: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
			strict: v.boolean(),
			schema: v.record(v.string(), v.unknown()),
		}),
	}),
	max_tokens: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

const ToolQuestion = v.object({
	model: v.string(),
	max_tokens: v.pipe(v.number(), v.integer(), v.minValue(1)),
	system: v.string(),
	messages: v.pipe(v.array(Message), v.minLength(1)),
	tools: v.pipe(
		v.array(
			v.object({
				name: v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/)),
				description: v.string(),
				input_schema: v.looseObject({ type: v.literal("object") }),
			}),
		),
		v.minLength(1),
	),
	tool_choice: v.strictObject({
		type: v.literal("tool"),
		name: v.string(),
		disable_parallel_tool_use: v.optional(v.boolean()),
	}),
});

/** How a service answers and refuses. */
export interface Wire {
	isKnown(headers: IncomingHttpHeaders): boolean;
	/** Reads a question: its words, or why it is refused. */
	read(
		body: string,
		headers: IncomingHttpHeaders,
	): { model: string; instructions: string; words: string } | { fault: string };
	answer(writes: string, isCutOff: boolean): unknown;
	refuse(status: number, message: string): unknown;
}

const kinds: Record<number, [openai: string, anthropic: string]> = {
	400: ["invalid_request_error", "invalid_request_error"],
	401: ["invalid_request_error", "authentication_error"],
	404: ["invalid_request_error", "not_found_error"],
	429: ["rate_limit_exceeded", "rate_limit_error"],
	529: ["server_error", "overloaded_error"],
};

export const parsed = <T>(schema: v.GenericSchema<unknown, T>, body: string): { value: T } | { fault: string } => {
	const read = v.safeParse(v.pipe(v.string(), v.parseJson(), schema), body);
	return read.success ? { value: read.output } : { fault: `${v.getDotPath(read.issues[0]) ?? "body"} is not valid` };
};
const lastWords = (messages: readonly { role: string; content: string }[]) =>
	messages.findLast(({ role }) => role === "user")?.content ?? "";

const chatCompletions: Wire = {
	isKnown: ({ authorization }) => authorization === `Bearer ${apiKey}`,
	read: (body) => {
		const read = parsed(ChatQuestion, body);
		if ("fault" in read) return read;
		const { messages, response_format } = read.value;
		const { name, strict, schema } = response_format.json_schema;
		const fault = strict ? faultOfStrictSchema(schema) : undefined;
		if (fault) return { fault: `Invalid schema for response_format '${name}': ${fault}` };
		const instructions = messages.find(({ role }) => role === "system")?.content ?? "";
		return { model: read.value.model, instructions, words: lastWords(messages) };
	},
	answer: (writes, isCutOff) => ({
		id: "chatcmpl-local",
		object: "chat.completion",
		created: Math.floor(Date.now() / 1_000),
		model,
		choices: [
			{
				index: 0,
				logprobs: null,
				finish_reason: isCutOff ? "length" : "stop",
				message: { role: "assistant", content: writes, refusal: null },
			},
		],
		usage: { prompt_tokens: 1_000, completion_tokens: 100, total_tokens: 1_100 },
	}),
	refuse: (status, message) => ({
		error: { message, type: kinds[status]?.[0] ?? "server_error", param: null, code: null },
	}),
};

const messages: Wire = {
	isKnown: (headers) => headers["x-api-key"] === apiKey && headers["anthropic-version"] === "2023-06-01",
	read: (body) => {
		const read = parsed(ToolQuestion, body);
		if ("fault" in read) return read;
		const { tools, tool_choice, system } = read.value;
		if (!tools.some(({ name }) => name === tool_choice.name))
			return { fault: `tool_choice.name: Tool '${tool_choice.name}' not found in provided tools` };
		return { model: read.value.model, instructions: system, words: lastWords(read.value.messages) };
	},
	answer: (writes, isCutOff) => ({
		id: "msg_local",
		type: "message",
		role: "assistant",
		model,
		content: [toolUse(writes)],
		stop_reason: isCutOff ? "max_tokens" : "tool_use",
		stop_sequence: null,
		usage: { input_tokens: 1_000, output_tokens: 100 },
	}),
	refuse: (status, message) => ({ type: "error", error: { type: kinds[status]?.[1] ?? "api_error", message } }),
};

/** The input of the tool; words where the model writes something else. */
const toolUse = (writes: string) => {
	const read = v.safeParse(v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown())), writes);
	return read.success
		? { type: "tool_use", id: "toolu_local", name: "criteria", input: read.output }
		: { type: "text", text: writes };
};

const RunQuestion = v.object({
	inputs: v.object({
		messages: v.pipe(v.array(Message), v.minLength(1)),
		response_format: v.object({
			type: v.literal("json_schema"),
			json_schema: v.looseObject({ type: v.literal("object") }),
		}),
		max_tokens: v.pipe(v.number(), v.integer(), v.minValue(1)),
	}),
});

/** The codes by which Workers AI names what is wrong. */
const codes: Record<number, number> = { 400: 5006, 404: 5007, 429: 3040, 529: 3040 };

/** Workers AI, as the binding of the runtime calls it: Miniflare passes a call of the binding on in headers of its own. */
const workersAi: Wire = {
	isKnown: (headers) =>
		headers["mf-binding"] === "AI" && headers["mf-url"] === "https://workers-binding.ai/run?version=3",
	read: (body, headers) => {
		const read = parsed(RunQuestion, body);
		if ("fault" in read) return read;
		const { messages } = read.value.inputs;
		const instructions = messages.find(({ role }) => role === "system")?.content ?? "";
		return { model: String(headers["mf-header-cf-consn-model-id"]), instructions, words: lastWords(messages) };
	},
	answer: (writes, isCutOff) => {
		const read = parsed(v.record(v.string(), v.unknown()), writes);
		return { response: "fault" in read || isCutOff ? writes : read.value };
	},
	refuse: (status, message) => ({
		name: "InferenceUpstreamError",
		internalCode: codes[status] ?? 5000,
		description: message,
	}),
};

export const wires: Record<string, Wire> = {
	"/v1/chat/completions": chatCompletions,
	"/v1/messages": messages,
	"/workers-ai": workersAi,
};
