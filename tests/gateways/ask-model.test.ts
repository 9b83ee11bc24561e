import { env } from "cloudflare:workers";
import { describe, expect, inject, test } from "vitest";
import { anthropicModel } from "#worker/gateways/language-models/anthropic";
import { chooseModel } from "#worker/gateways/language-models/choose-model";
import { type LanguageModel, ModelError } from "#worker/gateways/language-models/interface";
import { openaiModel } from "#worker/gateways/language-models/openai";
import { type WorkersAi, workersAiModel } from "#worker/gateways/language-models/workers-ai";
import { answerName, answerSchema } from "#worker/services/assistant/model/answer-schema";

const { origin, model: localModel, vars } = inject("models");
const apiKey = vars.openai.ASSISTANT_API_KEY;

const services = {
	openai: (more: object = {}) =>
		openaiModel({ url: `${vars.openai.ASSISTANT_URL}/`, apiKey, model: vars.openai.ASSISTANT_MODEL, ...more }),
	anthropic: (more: object = {}) =>
		anthropicModel({ url: vars.anthropic.ASSISTANT_URL, apiKey, model: vars.anthropic.ASSISTANT_MODEL, ...more }),
};

let asked = 0;
/** Words of a test's own, so that what goes wrong for them goes wrong for no others. */
const newWords = () => `words ${++asked} of the gateway tests`;

const put = (path: string, body: object) => fetch(`${origin}${path}`, { method: "PUT", body: JSON.stringify(body) });
const letGoWrong = (words: string, trouble: string, more: object = {}) => put("/troubles", { words, trouble, ...more });

const ask = (model: LanguageModel, words: string) =>
	model.ask({ instructions: "Read.", words, schema: { name: answerName, value: answerSchema() }, maxTokens: 500 });

const questionsWith = async (words: string) => {
	const questions: { path: string; body: string }[] = await (await fetch(`${origin}/questions`)).json();
	return questions.filter(({ body }) => body.includes(words));
};

const faultOf = async (asking: Promise<unknown>): Promise<ModelError> => {
	const error = await asking.then(
		(answer) => answer,
		(thrown: unknown) => thrown,
	);
	if (!(error instanceof ModelError)) throw new Error(`no ModelError, but ${String(error)}`);
	expect(`${error.stack} ${error.reason} ${error.cause}`).not.toContain(apiKey);
	return error;
};

describe.each(Object.entries(services))("%s", (_, service) => {
	test("returns what the model wrote, as JSON by the schema that it was sent", async () => {
		const words = newWords();
		expect(JSON.parse(await ask(service(), `females, ${words}`))).toEqual({
			criteria: [{ anyOf: [{ allOf: [{ not: false, test: { about: "gender", value: "F" } }] }] }],
			notUnderstood: [words],
		});
	});

	test.each([
		["http_401", "its service refused the portal's key", 1],
		["http_404", "its service does not know the model", 1],
		["http_500", "its service failed (500)", 2],
		["http_529", "its service failed (529)", 2],
		["http_429", "its service takes no more questions for now", 2],
		["html", "its service answered with something else than an answer", 1],
		["garbage", "its service answered with something else than an answer", 1],
		["huge", "its service answered with something else than an answer", 1],
		["redirect", "its service answered with something else than an answer", 1],
		["cut_off", "it gave no whole answer", 1],
		["reset", "its service could not be reached", 2],
	])("%s is a fault, and asked again only where that may help", async (trouble, reason, times) => {
		const words = newWords();
		await letGoWrong(words, trouble);
		expect((await faultOf(ask(service(), words))).reason).toBe(reason);
		expect(await questionsWith(words)).toHaveLength(times);
	});

	test.each(["http_429", "http_500"])("%s that passes is not noticed", async (trouble) => {
		const words = newWords();
		await letGoWrong(words, trouble, { times: 1 });
		expect(JSON.parse(await ask(service(), words))).toEqual({ criteria: [], notUnderstood: [words] });
	});

	test("does not wait longer than it may, also not where it is asked to", async () => {
		const [none, busy, slow] = [newWords(), newWords(), newWords()];
		await letGoWrong(none, "hang");
		await letGoWrong(busy, "http_429", { ms: 60_000 });
		await letGoWrong(slow, "slow", { ms: 200 });
		const startedAt = Date.now();
		const [fault, refused, answer] = await Promise.all([
			faultOf(ask(service({ timeoutMs: 400 }), none)),
			faultOf(ask(service({ timeoutMs: 400 }), busy)),
			ask(service({ timeoutMs: 5_000 }), slow),
		]);
		expect(Date.now() - startedAt).toBeLessThan(5_000);
		expect(fault.reason).toBe("it did not answer in time");
		expect(refused.reason).toBe("its service takes no more questions for now");
		expect(await questionsWith(busy)).toHaveLength(1);
		expect(JSON.parse(answer).notUnderstood).toEqual([slow]);
	});

	test("a wrong key is refused, and not repeated", async () => {
		expect((await faultOf(ask(service({ apiKey: "wrong" }), newWords()))).reason).toBe(
			"its service refused the portal's key",
		);
	});
});

test("the settings choose the service, and none while words are only read here", () => {
	const account = { ASSISTANT_API_KEY: apiKey, ASSISTANT_MODEL: "one" };
	expect(chooseModel({ ...account, ASSISTANT_TRANSLATOR: "built-in", AI: env.AI })).toBeUndefined();
	for (const ASSISTANT_TRANSLATOR of ["openai", "anthropic", "workers-ai"] as const)
		expect(chooseModel({ ...account, ASSISTANT_TRANSLATOR, AI: env.AI })?.name).toBe("one");
});

describe("workers-ai", () => {
	/** The binding as its documentation has it. */
	const binding = (run: (model: string, inputs: object) => Promise<unknown>) => ({ run }) as unknown as WorkersAi;

	test("asks in JSON mode, and takes the value or its text", async () => {
		const seen: unknown[] = [];
		const answers: unknown[] = [{ response: { criteria: [] } }, { response: '{"criteria":[]}' }];
		const ai = binding(async (...given) => {
			seen.push(given);
			return answers[seen.length - 1];
		});
		const model = workersAiModel(ai, { model: "@cf/meta/llama" });
		expect(await ask(model, "one")).toBe('{"criteria":[]}');
		expect(await ask(model, "two")).toBe('{"criteria":[]}');
		expect(seen[0]).toMatchObject([
			"@cf/meta/llama",
			{
				messages: [
					{ role: "system", content: "Read." },
					{ role: "user", content: "one" },
				],
				response_format: { type: "json_schema", json_schema: { type: "object" } },
				max_tokens: 500,
			},
			{ signal: expect.any(AbortSignal) },
		]);
	});

	test.each([
		["3040: Capacity temporarily exceeded, please try again.", 2],
		["5007: No such model", 1],
	])("a failure is a fault: %s", async (message, times) => {
		let runs = 0;
		const ai = binding(() => {
			runs += 1;
			return Promise.reject(new Error(message));
		});
		expect((await faultOf(ask(workersAiModel(ai, { model: "m" }), "one"))).reason).toBe("its service failed");
		expect(runs).toBe(times);
	});

	/** The model that the settings choose, through the binding that the runtime itself has. */
	const chosen = () => {
		const found = chooseModel({ ASSISTANT_TRANSLATOR: "workers-ai", ASSISTANT_MODEL: localModel, AI: env.AI });
		if (!found) throw new Error("no model is chosen");
		return found;
	};

	test("is chosen by the settings, and asked by the runtime's own binding", async () => {
		const words = newWords();
		expect(chosen().name).toBe(localModel);
		expect(JSON.parse(await ask(chosen(), `females, ${words}`))).toEqual({
			criteria: [{ anyOf: [{ allOf: [{ not: false, test: { about: "gender", value: "F" } }] }] }],
			notUnderstood: [words],
		});
		const [question, ...others] = await questionsWith(words);
		expect([question?.path, others]).toEqual(["/workers-ai", []]);
		expect(JSON.parse(question?.body ?? "")).toMatchObject({
			inputs: { response_format: { type: "json_schema", json_schema: { type: "object" } }, max_tokens: 500 },
		});
	});

	test.each([
		["http_404", "its service failed", 1],
		["http_429", "its service failed", 2],
		["http_529", "its service failed", 2],
		["html", "its service answered with something else than an answer", 1],
		["garbage", "its service answered with something else than an answer", 1],
		["huge", "its service answered with something else than an answer", 1],
		["reset", "its service failed", 1],
	])("%s of the service is a fault, and asked again only where that may help", async (trouble, reason, times) => {
		const words = newWords();
		await letGoWrong(words, trouble);
		expect((await faultOf(ask(chosen(), words))).reason).toBe(reason);
		expect(await questionsWith(words)).toHaveLength(times);
	});

	test("a model that the service does not have is a fault", async () => {
		const other = chooseModel({ ASSISTANT_TRANSLATOR: "workers-ai", ASSISTANT_MODEL: "@cf/none", AI: env.AI });
		if (!other) throw new Error("no model is chosen");
		expect((await faultOf(ask(other, newWords()))).reason).toBe("its service failed");
	});

	test("an answer of another kind, and one that does not come, are faults", async () => {
		const odd = workersAiModel(
			binding(async () => new ReadableStream()),
			{ model: "m" },
		);
		expect((await faultOf(ask(odd, "one"))).reason).toBe("its service answered with something else than an answer");
		const none = workersAiModel(
			binding(() => new Promise(() => {})),
			{ model: "m", timeoutMs: 100 },
		);
		expect((await faultOf(ask(none, "one"))).reason).toBe("it did not answer in time");
	});
});
