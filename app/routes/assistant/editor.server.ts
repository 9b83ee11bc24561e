import type { TypedCriteria } from "#app/routes/assistant/condition-names";
import { type KindGroup, kindsFor } from "#app/routes/assistant/kinds";
import type { Choice } from "#app/ui/form/choice";
import type { ApplicationWords } from "#worker/services/assistant/contract";

/** The form of the criteria: what stands in it, and what its conditions are called and offer. */
export interface Editor {
	typed: TypedCriteria;
	kinds: readonly KindGroup[];
	/** The names of what the conditions are about. */
	labels: Readonly<Record<string, string>>;
	/** What conditions offer to be ticked. why only theirs: a form may have some thousand options. */
	choices: Readonly<Record<string, readonly Choice[]>>;
}

export const editorOf = (typed: TypedCriteria, words: ApplicationWords): Editor => {
	const kinds = kindsFor(words);
	const all = new Map(kinds.flatMap((group) => group.kinds.map(({ what, label }) => [what, label] as const)));
	const used = [...new Set(typed.flat(2).map(({ what }) => what))];
	const ticked = (what: string) => typed.flat(2).flatMap((one) => (one.what === what ? one.values : []));
	return {
		typed,
		kinds,
		// why the id: criteria that were saved for another form may ask for what this one does not have.
		labels: Object.fromEntries(
			used.map((what) => [what, all.get(what) ?? `${what.slice(what.lastIndexOf(":") + 1)}, not in this form`]),
		),
		choices: Object.fromEntries(
			used.flatMap((what) => {
				const choices = choicesFor(what, words);
				if (!choices) return [];
				const missing = ticked(what).filter((value) => !choices.some((choice) => choice.value === value));
				return [[what, [...choices, ...missing.map((value) => ({ value, label: `${value}, not here any more` }))]]];
			}),
		),
	};
};

const choicesFor = (what: string, { courses, stages, fields }: ApplicationWords): Choice[] | undefined => {
	const named = (list: readonly { id: string; name: string }[]) =>
		list.map(({ id, name }) => ({ value: id, label: name }));
	if (what === "course") return named(courses);
	if (what === "stage") return named(stages);
	if (!what.startsWith("choice:")) return undefined;
	return fields.find(({ fieldId }) => `choice:${fieldId}` === what)?.options ?? [];
};
