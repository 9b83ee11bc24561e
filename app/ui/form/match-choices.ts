import type { Choice } from "#app/ui/form/choice";

/** Folds case and marks: "adeyemi" finds "Adéyẹmí". */
const plain = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns the choices whose label or hint contains every word of the query. */
export const matchChoices = (choices: readonly Choice[], query: string): readonly Choice[] => {
	const words = plain(query).split(/\s+/).filter(Boolean);
	if (words.length === 0) return choices;
	return choices.filter((choice) => {
		const text = plain(`${choice.label} ${choice.hint ?? ""}`);
		return words.every((word) => text.includes(word));
	});
};
