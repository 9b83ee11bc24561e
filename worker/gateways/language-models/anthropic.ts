import * as v from "valibot";
import { answerTimeoutMs, askInTime } from "#worker/gateways/language-models/ask-in-time";
import { type LanguageModel, ModelError } from "#worker/gateways/language-models/interface";
import type { ModelAccount } from "#worker/gateways/language-models/openai";
import { postQuestion } from "#worker/gateways/language-models/post-question";

export const anthropicUrl = "https://api.anthropic.com";

/** The edition of the interface that is spoken here. */
const version = "2023-06-01";

const Answer = v.object({
	stop_reason: v.nullish(v.string()),
	content: v.array(v.object({ type: v.string(), name: v.optional(v.string()), input: v.optional(v.unknown()) })),
});

/**
 * Asks through the Messages interface of Anthropic (docs.anthropic.com/en/api/messages). The value is the input of a tool
 * that the model has to use: every model and every service that speaks this interface knows tools.
 */
export const anthropicModel = ({ url, apiKey, model, timeoutMs = answerTimeoutMs }: ModelAccount): LanguageModel => ({
	name: model,
	ask: ({ instructions, words, schema, maxTokens }) =>
		askInTime(timeoutMs, async (leftMs) => {
			const { content, stop_reason } = await postQuestion({
				url: `${url.replace(/\/+$/, "")}/v1/messages`,
				headers: { "x-api-key": apiKey, "anthropic-version": version },
				body: {
					model,
					max_tokens: maxTokens,
					system: instructions,
					messages: [{ role: "user", content: words }],
					tools: [{ name: schema.name, description: "Takes the result.", input_schema: schema.value }],
					tool_choice: { type: "tool", name: schema.name, disable_parallel_tool_use: true },
				},
				answer: Answer,
				timeoutMs: leftMs,
			});
			const used = content.find(({ type, name }) => type === "tool_use" && name === schema.name);
			if (used?.input !== undefined && stop_reason !== "max_tokens") return JSON.stringify(used.input);
			throw new ModelError("the model gave no whole answer", { reason: "it gave no whole answer" });
		}),
});
