import * as v from "valibot";
import { answerTimeoutMs, askInTime } from "#worker/gateways/language-models/ask-in-time";
import { type LanguageModel, ModelError } from "#worker/gateways/language-models/interface";
import { postQuestion } from "#worker/gateways/language-models/post-question";

/** An account at a service that is called over HTTP. */
export interface ModelAccount {
	/** The address that the interface's own paths are added to. */
	url: string;
	apiKey: string;
	model: string;
	timeoutMs?: number;
}

export const openaiUrl = "https://api.openai.com/v1";

const Answer = v.object({
	choices: v.pipe(
		v.array(
			v.object({
				finish_reason: v.nullish(v.string()),
				message: v.object({ content: v.nullish(v.string()), refusal: v.nullish(v.string()) }),
			}),
		),
		v.minLength(1),
	),
});

/**
 * Asks through the Chat Completions interface, which OpenAI documents and many others offer
 * (platform.openai.com/docs/api-reference/chat, .../guides/structured-outputs).
 */
export const openaiModel = ({ url, apiKey, model, timeoutMs = answerTimeoutMs }: ModelAccount): LanguageModel => ({
	name: model,
	ask: ({ instructions, words, schema, maxTokens }) =>
		askInTime(timeoutMs, async (leftMs) => {
			const { choices } = await postQuestion({
				url: `${url.replace(/\/+$/, "")}/chat/completions`,
				headers: { authorization: `Bearer ${apiKey}` },
				body: {
					model,
					messages: [
						{ role: "system", content: instructions },
						{ role: "user", content: words },
					],
					response_format: {
						type: "json_schema",
						json_schema: { name: schema.name, strict: true, schema: schema.value },
					},
					// why two names: OpenAI's newer models refuse the old one, and others do not know the new one.
					[url === openaiUrl ? "max_completion_tokens" : "max_tokens"]: maxTokens,
				},
				answer: Answer,
				timeoutMs: leftMs,
			});
			const [first] = choices;
			const text = first?.message.content;
			if (text && first.finish_reason !== "length") return text;
			throw new ModelError("the model gave no whole answer", { reason: "it gave no whole answer" });
		}),
});
