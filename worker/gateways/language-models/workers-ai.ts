import * as v from "valibot";
import { answerTimeoutMs, askInTime } from "#worker/gateways/language-models/ask-in-time";
import { type LanguageModel, ModelError } from "#worker/gateways/language-models/interface";

/** The binding, whichever models its types know. */
export type WorkersAi = Pick<Ai<Record<string, { inputs: object; postProcessedOutputs: unknown }>>, "run">;

/** Letters of an answer. */
const maxAnswer = 200_000;

/** JSON mode answers with the value itself; some models with its text. */
const Answer = v.object({
	response: v.union([v.pipe(v.string(), v.maxLength(maxAnswer)), v.record(v.string(), v.unknown())]),
});

/** Errors of the service that may pass: no capacity, a limit of the account, a time limit of its own. */
const passing = /\b(3040|3036|3007|429|5\d\d)\b|capacity|too many requests|timed? ?out/i;

/** Asks a model of Workers AI in JSON mode (developers.cloudflare.com/workers-ai/features/json-mode). */
export const workersAiModel = (
	ai: WorkersAi,
	{ model, timeoutMs = answerTimeoutMs }: { model: string; timeoutMs?: number },
): LanguageModel => ({
	name: model,
	ask: ({ instructions, words, schema, maxTokens }) =>
		askInTime(timeoutMs, async (leftMs) => {
			const inputs = {
				messages: [
					{ role: "system", content: instructions },
					{ role: "user", content: words },
				],
				response_format: { type: "json_schema", json_schema: schema.value },
				max_tokens: maxTokens,
			};
			const answered = await withinMs(leftMs, (signal) => ai.run(model, inputs, { signal }));
			const read = v.safeParse(Answer, answered);
			if (!read.success)
				throw new ModelError("Workers AI answered with something that it does not document", {
					reason: "its service answered with something else than an answer",
				});
			const { response } = read.output;
			return typeof response === "string" ? response : JSON.stringify(response);
		}),
});

/** Runs the model for so long. why not by the signal alone: nothing says that every model ends with it. */
const withinMs = async <T>(timeoutMs: number, run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
	const signal = AbortSignal.timeout(timeoutMs);
	const isOver = new Promise<never>((_, reject) => {
		signal.addEventListener("abort", () =>
			reject(new ModelError("the model did not answer in time", { reason: "it did not answer in time" })),
		);
	});
	try {
		return await Promise.race([run(signal), isOver]);
	} catch (cause) {
		if (cause instanceof ModelError) throw cause;
		const isPassing = passing.test(String(cause));
		throw new ModelError("Workers AI failed", { reason: "its service failed", isPassing, cause });
	}
};
