import type { OrgContext } from "#worker/context";
import { modelTranslator, readingDay } from "#worker/services/assistant/model/model-translator";
import { readingsOn } from "#worker/services/assistant/queries";
import { makeLexicon } from "#worker/services/assistant/translate/lexicon";
import { type Translation, translate } from "#worker/services/assistant/translate/translate";
import type { Vocabulary } from "#worker/services/assistant/vocabulary";

/** A translator that may fail. It turns words into criteria, and decides nothing. */
export interface Translator {
	/** As staff know it. */
	name: string;
	/** Returns the criteria that the words stand for, or why it could not read them, as the end of a sentence. */
	translate(words: string, vocabulary: Vocabulary): Promise<{ translation: Translation } | { reason: string }>;
}

/** Who read the words; `fallback` says why it was not the model, where it should have been. */
export interface ReadBy {
	model: string | null;
	fallback: string | null;
}

/** Reads words with the model that is configured, and with the built-in translator where there is none, it fails, or that is wanted. */
export const readPrompt = async (
	ctx: OrgContext,
	words: string,
	vocabulary: Vocabulary,
	isBuiltInWanted: boolean,
): Promise<{ translation: Translation; readBy: ReadBy }> => {
	const model = isBuiltInWanted ? undefined : modelTranslator(ctx);
	const read = await model?.translate(words, vocabulary);
	if (model && read && "translation" in read)
		return { translation: read.translation, readBy: { model: model.name, fallback: null } };
	const fallback = read && "reason" in read ? `${model?.name} did not read the words: ${read.reason}.` : null;
	return { translation: translate(words, makeLexicon(vocabulary)), readBy: { model: null, fallback } };
};

/** Returns the model that reads words, and how much of the day's readings is used; null where none is configured. */
export const configuredModel = async (ctx: OrgContext) => {
	const model = modelTranslator(ctx);
	if (!model) return null;
	const readToday = await readingsOn(ctx, await readingDay(ctx));
	return { name: model.name, readToday, dailyLimit: Number(ctx.env.ASSISTANT_DAILY_LIMIT) };
};
