import type { Env } from "#worker/env";
import { anthropicModel, anthropicUrl } from "#worker/gateways/language-models/anthropic";
import type { LanguageModel } from "#worker/gateways/language-models/interface";
import { openaiModel, openaiUrl } from "#worker/gateways/language-models/openai";
import { workersAiModel } from "#worker/gateways/language-models/workers-ai";

type ModelSettings = Pick<
	Env,
	"ASSISTANT_TRANSLATOR" | "ASSISTANT_URL" | "ASSISTANT_API_KEY" | "ASSISTANT_MODEL" | "AI"
>;

/** Returns the model that ASSISTANT_TRANSLATOR names; undefined while words are only read here. */
export const chooseModel = (env: ModelSettings): LanguageModel | undefined => {
	// why empty: worker/env.ts has refused a model without its settings.
	const { ASSISTANT_URL: url, ASSISTANT_API_KEY: apiKey = "", ASSISTANT_MODEL: model = "" } = env;
	switch (env.ASSISTANT_TRANSLATOR) {
		case "built-in":
			return undefined;
		case "openai":
			return openaiModel({ url: url ?? openaiUrl, apiKey, model });
		case "anthropic":
			return anthropicModel({ url: url ?? anthropicUrl, apiKey, model });
		case "workers-ai":
			return env.AI && workersAiModel(env.AI, { model });
	}
};
