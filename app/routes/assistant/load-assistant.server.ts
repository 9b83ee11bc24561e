import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ApiClient } from "#app/api/client";
import { orThrow } from "#app/api/problem-response";
import { findDefaultApplication } from "#app/list/find-default-application.server";
import { type Asked, askedSearch, readAsked } from "#app/routes/assistant/address";
import type { TypedCriteria } from "#app/routes/assistant/condition-names";
import { editorOf } from "#app/routes/assistant/editor.server";
import { typedCriteria } from "#app/routes/assistant/typed-criteria.server";
import { refusal } from "#app/session/refusal.server";
import { type AssistantAnswer, readAssistant, readWords } from "#worker/services/assistant/contract";
import { listSavedCriteria } from "#worker/services/saved-views/criteria.contract";
import { getTask } from "#worker/services/tasks/contract";

/** What was read in the words, and what was not. */
export interface Reading {
	notUnderstood: { words: string; choices: { label: string; to: string }[] }[];
	corrections: AssistantAnswer["corrections"];
	hasCriteria: boolean;
	/** Who read the words. */
	readBy: AssistantAnswer["readBy"];
	/** Has the words read by the built-in translator instead; null where it has read them. */
	toBuiltIn: string | null;
}

/** Loads what the screen shows: the words as criteria, or the applicants who were judged. */
export const loadAssistant = async (args: LoaderFunctionArgs, api: ApiClient, here: string) => {
	const { searchParams } = new URL(args.request.url);
	const asked = readAsked(searchParams);
	// why: a misspelt list must not show another one.
	if (!asked) throw refusal("invalid_query");
	const id = asked.application ?? (await findDefaultApplication(api))?.id;
	if (id === undefined) return null;
	const of = { ...asked, application: id };
	const [{ words, answer }, kept] = await Promise.all([
		readBoth(api, of),
		of.session === undefined ? api.call(listSavedCriteria, { query: {} }).then(orThrow) : undefined,
	]);
	const used = of.saved === undefined ? undefined : kept?.data.find((one) => one.id === of.saved);
	if (of.saved !== undefined && of.session === undefined && !used) throw refusal("not_found");
	const known = orThrow(words);
	const { application, stages, model } = known;
	const isShown = of.session !== undefined && !of.edit;
	const typed = used && of.q === undefined ? typedCriteria(used.criteria) : typedFor(of, answer);
	return {
		model,
		asked: of,
		here,
		application,
		stages: stages.map(({ id, name }) => ({ value: id, label: name })),
		reading: of.q !== undefined && of.session === undefined && answer ? readingOf(answer, of, here) : null,
		isWithoutWords: searchParams.has("q") && of.q === undefined && !of.by && !of.saved && !of.session,
		prompt: of.q ?? answer?.prompt ?? "",
		stage: (of.session === undefined ? of.stage : answer?.stage_id) ?? "",
		editor: typed && editorOf(typed, known),
		result: isShown && answer ? await resultOf(api, answer, of) : null,
		saved: (kept?.data ?? []).map(({ id, name, isShared }) => ({ id, name, isShared, isUsed: id === of.saved })),
		last: of.session === undefined && of.q === undefined ? await lastSession(api, id) : null,
	};
};

/** Reads the words of the application and what was asked. why one after the other: the first says how many readings are left. */
const readBoth = async (api: ApiClient, of: Asked & { application: string }) => {
	const wordsOf = () => api.call(readWords, { query: { app_id: of.application } });
	if (of.q === undefined || of.session !== undefined) {
		const [words, answer] = await Promise.all([wordsOf(), ask(api, of)]);
		return { words, answer };
	}
	const answer = await ask(api, of);
	return { words: await wordsOf(), answer };
};

const ask = async (api: ApiClient, asked: Asked) => {
	const { application: app_id = "", stage, q, translator, session, list, page } = asked;
	if (q === undefined && session === undefined) return undefined;
	const query =
		session === undefined
			? { app_id, stage_id: stage, prompt: q, translator }
			: { app_id, session_id: session, section: list ?? "met", page };
	return orThrow(await api.call(readAssistant, { query }));
};

/** Returns what the form of the criteria begins with; null where there is none. */
const typedFor = ({ by, session, edit, q }: Asked, answer: AssistantAnswer | undefined): TypedCriteria | null => {
	if (session !== undefined && !edit) return null;
	if (answer) return typedCriteria(answer.criteriasList.map(({ criterion }) => criterion));
	return by === "hand" && q === undefined ? [] : null;
};

const readingOf = (answer: AssistantAnswer, asked: Asked, here: string): Reading => ({
	notUnderstood: answer.notUnderstood.map(({ words, choices }) => ({
		words,
		choices: choices.map((label) => ({
			label,
			to: here + askedSearch({ ...asked, q: asked.q?.replace(words, () => label) }),
		})),
	})),
	corrections: answer.corrections,
	hasCriteria: answer.criteriasList.length > 0,
	readBy: answer.readBy,
	toBuiltIn: answer.readBy?.model ? here + askedSearch({ ...asked, translator: "built-in" }) : null,
});

const resultOf = async (api: ApiClient, answer: AssistantAnswer, { list = "met", page = "0" }: Asked) => {
	const { metCandidatesData: met, notMetCandidatesData: notMet, cannotTellCandidatesData: cannotTell } = answer;
	const { task_id: id, status } = answer;
	const task = id !== null && status !== "SUCCESS" ? await api.call(getTask, { params: { id } }) : undefined;
	const lists = { met, notMet, cannotTell };
	return {
		status,
		sentence: answer.stringResponse,
		list,
		isFirstPage: page === "0",
		criteria: answer.criteriasList.map(({ text }) => text),
		totals: { met: met.resultTotal, notMet: notMet.resultTotal, cannotTell: cannotTell.resultTotal },
		rows: lists[list].data,
		nextPage: lists[list].nextPage,
		task: task?.ok ? { id: task.value.id, done: task.value.done, total: task.value.total } : null,
	};
};
export type ShownResult = Awaited<ReturnType<typeof resultOf>>;

/** Returns the user's last session about the application, to go on from. */
const lastSession = async (api: ApiClient, app_id: string) => {
	const found = await api.call(readAssistant, { query: { app_id, section: "met", page: "1" } });
	if (!found.ok || found.value.session_id === null) return null;
	return { session: found.value.session_id, text: found.value.criteriasList.map(({ text }) => text).join(" · ") };
};

export type LoadedAssistant = NonNullable<Awaited<ReturnType<typeof loadAssistant>>>;
