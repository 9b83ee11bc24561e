import type { OrgContext } from "#worker/context";
import { defaultTimeZone, formatDateInput } from "#worker/contract/text/dates";
import { chooseModel } from "#worker/gateways/language-models/choose-model";
import { type LanguageModel, ModelError } from "#worker/gateways/language-models/interface";
import { log } from "#worker/log";
import { answerName, answerSchema } from "#worker/services/assistant/model/answer-schema";
import { hidePersonal } from "#worker/services/assistant/model/hide-personal";
import { instructionsFor, maxInstructions } from "#worker/services/assistant/model/instructions";
import { readModelAnswer } from "#worker/services/assistant/model/read-answer";
import { findModelAnswer } from "#worker/services/assistant/queries";
import type { Translator } from "#worker/services/assistant/translator";
import { countReading, insertModelAnswer } from "#worker/services/assistant/writes";
import { organisationById } from "#worker/services/organisation/queries";

/** The most that a model may write. why so much: some think before they answer, and that counts too. */
const maxTokens = 4_000;

/** Why the model did not read the words. */
const reasons = {
	limit: "today's readings are used up",
	tooLong: "the form is too large for a model",
	invalid: "what it wrote are no criteria of this application",
};

/** Returns the day of the institution on which readings are counted. */
export const readingDay = async (ctx: OrgContext): Promise<string> => {
	const [organisation] = await organisationById(ctx.db, ctx.organisationId);
	return formatDateInput(ctx.now(), organisation?.timeZone ?? defaultTimeZone);
};

/** Returns the translator that asks a language model; undefined where none is configured. */
export const modelTranslator = (ctx: OrgContext): Translator | undefined => {
	const model = chooseModel(ctx.env);
	return model && { name: model.name, translate: (words, vocabulary) => translateBy(ctx, model, words, vocabulary) };
};

/** Asks the model, or returns what it answered to the same question before: a page that is shown again costs nothing. */
const translateBy = async (
	ctx: OrgContext,
	model: LanguageModel,
	typed: string,
	vocabulary: Parameters<Translator["translate"]>[1],
): ReturnType<Translator["translate"]> => {
	const today = await readingDay(ctx);
	const instructions = instructionsFor(vocabulary, today);
	const hidden = hidePersonal(typed);
	if (instructions.length > maxInstructions) return { reason: reasons.tooLong };
	const question = await keyOf(ctx.env.ASSISTANT_TRANSLATOR, model.name, instructions, hidden.words);
	const read = (text: string) => {
		const translation = readModelAnswer(text, typed, hidden, vocabulary);
		return translation ? { translation } : { reason: reasons.invalid };
	};
	const kept = await findModelAnswer(ctx, question);
	if (kept !== undefined) return read(kept);
	if (!(await countReading(ctx, today, Number(ctx.env.ASSISTANT_DAILY_LIMIT)))) return { reason: reasons.limit };
	const schema = { name: answerName, value: answerSchema() };
	try {
		const text = await model.ask({ instructions, words: hidden.words, schema, maxTokens });
		await insertModelAnswer(ctx, { question, answer: text });
		return read(text);
	} catch (error) {
		if (!(error instanceof ModelError)) throw error;
		log("error", { message: "words not read by the model", requestId: ctx.requestId, error: error.message });
		return { reason: error.reason };
	}
};

/** Returns what a question is known by. why a hash: what was asked need not be kept. */
const keyOf = async (...parts: readonly string[]): Promise<string> => {
	const bytes = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(JSON.stringify(parts)));
	return [...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};
