import type { LoaderFunctionArgs, TypedResponse } from "@remix-run/cloudflare";
import { json, redirect } from "@remix-run/cloudflare";
import type { ApiClient } from "#app/api/client";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { idempotencyKeyIn } from "#app/list/idempotency-key";
import { addField, type FieldErrors, partField, type TypedScheme } from "#app/routes/rankings/typed-scheme";
import { errorsInForm, freshPart, readTypedScheme, schemeBody } from "#app/routes/rankings/typed-scheme.server";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import type { Choice } from "#app/ui/form/choice";
import { fieldText } from "#app/ui/form/field-text";
import { criterionText } from "#worker/contract/criteria/criteria-text";
import { places } from "#worker/contract/forms/places.server";
import { type ApplicationWords, readWords } from "#worker/services/assistant/contract";
import { createRankingScheme, getRankingScheme, updateRankingScheme } from "#worker/services/rankings/contract";
import { listSavedCriteria } from "#worker/services/saved-views/criteria.contract";

/** What the form of a scheme offers. */
export interface Editor {
	application: { id: string; name: string };
	stages: readonly Choice[];
	courses: readonly { id: string; name: string }[];
	states: readonly string[];
	/** What can give points: `number:utme`, `grades`, or `saved:` and the id of saved criteria. */
	kinds: readonly { label: string; kinds: readonly Choice[] }[];
	/** What each number is called. */
	labels: Readonly<Record<string, string>>;
	/** The words of saved criteria by the JSON that the form keeps of them. */
	criteriaTexts: Readonly<Record<string, readonly string[]>>;
}

type Saved = Awaited<ReturnType<typeof readSaved>>;

const readSaved = async (api: ApiClient) => orThrow(await api.call(listSavedCriteria, { query: {} })).data;

const results: readonly Choice[] = [
	{ value: "number:utme", label: "UTME score" },
	{ value: "number:postUtme", label: "Post-UTME score" },
	{ value: "grades", label: "O'level grades" },
];

/** Reads what the form of a scheme offers, for what stands in it. */
export const readEditor = async (api: ApiClient, applicationId: string, typed: TypedScheme): Promise<Editor> => {
	const [words, saved] = await Promise.all([
		api.call(readWords, { query: { app_id: applicationId } }).then(orThrow),
		readSaved(api),
	]);
	return editorOf(words, saved, typed);
};

const editorOf = (words: ApplicationWords, saved: Saved, typed: TypedScheme): Editor => {
	const { application, courses, stages, fields } = words;
	const numbers = fields
		.filter(({ kind, isSensitive }) => kind === "number" && !isSensitive)
		.map(({ fieldId, label }) => ({ value: `number:field:${fieldId}`, label }));
	const names = {
		courses: new Map(courses.map(({ id, name }) => [id, name])),
		stages: new Map(stages.map(({ id, name }) => [id, name])),
		fields: new Map(
			fields.map(({ fieldId, label, options }) => [
				fieldId,
				{ label, options: new Map(options.map(({ value, label: shown }) => [value, shown])) },
			]),
		),
	};
	const textsOf = (criteria: string): string[] =>
		(JSON.parse(criteria) as Saved[number]["criteria"]).map((criterion) => criterionText(criterion, names));
	const known = typed.parts.filter(({ what, criteria }) => what === "criteria" && isCriteria(criteria));
	return {
		application,
		courses,
		stages: stages.map(({ id, name }) => ({ value: id, label: name })),
		states: places.states.map(({ state }) => state),
		kinds: [
			{ label: "Results", kinds: results },
			...(numbers.length > 0 ? [{ label: "Numbers of the form", kinds: numbers }] : []),
			...(saved.length > 0
				? [
						{
							label: "Saved criteria that are met",
							kinds: saved.map(({ id, name }) => ({ value: `saved:${id}`, label: name })),
						},
					]
				: []),
		],
		labels: Object.fromEntries([...results, ...numbers].map(({ value, label }) => [value, label])),
		criteriaTexts: Object.fromEntries(known.map(({ criteria }) => [criteria, textsOf(criteria)])),
	};
};

/** why so little: what is not as the portal wrote it is refused by the services. */
const isCriteria = (text: string): boolean => {
	try {
		const read: unknown = JSON.parse(text);
		return Array.isArray(read) && read.every((one) => Array.isArray((one as { anyOf?: unknown } | null)?.anyOf));
	} catch {
		return false;
	}
};

export interface EditorAnswer {
	typed: TypedScheme;
	editor: Editor;
	errors: FieldErrors;
	formErrors: readonly string[];
	/** The version that a further attempt replaces. */
	version: number | null;
	/** The name of the field that takes the focus; null for the first that is wrong. */
	focus: string | null;
	said: string | null;
	/** A part came or went, so that the form begins with what was sent. */
	isDrawnAnew: boolean;
	/** Another one for each answer. */
	stamp: string;
}

/** What the form is answered; only why, where no answer came. */
export interface SchemeAnswer {
	answer?: EditorAnswer;
	error?: string;
}

/** Saves the scheme of the form, or answers a button that adds or removes a part of it. */
export const saveScheme = async (
	args: LoaderFunctionArgs,
	{ applicationId, id }: { applicationId: string; id?: string },
): Promise<TypedResponse<SchemeAnswer>> => {
	const { api, orgName, session } = await requireAccess(args, id ? updateRankingScheme : createRankingScheme);
	const form = await readSignedInForm(args.request, args.context);
	const [words, saved] = await Promise.all([
		api.call(readWords, { query: { app_id: applicationId } }).then(orThrow),
		readSaved(api),
	]);
	const typed = readTypedScheme(
		form,
		words.courses.map((course) => course.id),
	);
	const intent = fieldText(form.get("intent"));
	const version = Number(fieldText(form.get("version"))) || null;
	const answer = (shown: TypedScheme, more: Partial<EditorAnswer>, status = 200) =>
		json<SchemeAnswer>(
			{
				answer: {
					typed: shown,
					editor: editorOf(words, saved, shown),
					errors: {},
					formErrors: [],
					version,
					focus: null,
					said: null,
					isDrawnAnew: false,
					...more,
					stamp: crypto.randomUUID(),
				},
			},
			{ status },
		);
	if (intent.startsWith("remove ")) {
		const parts = typed.parts.filter((_, index) => index !== Number(intent.slice("remove ".length)));
		return answer({ ...typed, parts }, { focus: addField, said: "Part removed", isDrawnAnew: true });
	}
	if (intent === "add") {
		const part = addedPart(fieldText(form.get(addField)), words, saved);
		if (!part)
			return answer(typed, { errors: { [addField]: ["Choose what gives the points."] }, focus: addField }, 422);
		const focus = partField(typed.parts.length, "weight");
		return answer({ ...typed, parts: [...typed.parts, part] }, { focus, said: "Part added", isDrawnAnew: true });
	}
	const body = schemeBody(typed, applicationId) as never;
	const done = id
		? await api.call(updateRankingScheme, { params: { id }, body: { ...(body as object), version } as never })
		: await api.call(createRankingScheme, { body }, { idempotencyKey: idempotencyKeyIn(form) });
	if (!done.ok) {
		if (done.problem.status === 404) orThrow(done);
		const { fields = {}, error, details } = done.problem;
		const found = errorsInForm(typed, fields);
		const formErrors = Object.keys(fields).length === 0 ? [error] : found.formErrors;
		const current = (details as { current?: { version?: number } } | undefined)?.current?.version;
		return answer(typed, { ...found, formErrors, version: current ?? version }, httpStatus(done.problem));
	}
	session.flash({ kind: "success", message: `“${done.value.name}” was ${id ? "saved" : "created"}` });
	return redirect(`/${orgName}/rankings/${done.value.id}`);
};

const addedPart = (what: string, { fields }: ApplicationWords, saved: Saved) => {
	const set = saved.find(({ id }) => what === `saved:${id}`);
	if (set) return { ...freshPart("criteria"), name: set.name, criteria: JSON.stringify(set.criteria) };
	const isKnown =
		results.some(({ value }) => value === what) || fields.some(({ fieldId }) => what === `number:field:${fieldId}`);
	return isKnown ? freshPart(what) : undefined;
};

export const readScheme = async (api: ApiClient, id: string) =>
	orThrow(await api.call(getRankingScheme, { params: { id } }));
