import type { OfferedReason } from "#app/shell/reasons/offered-reason";

const fewestLetters = 2;
const mostSuggested = 6;

const fold = (text: string) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

/** Returns the reasons that have a word for each typed one: those that begin so first. */
export const matchReasons = (reasons: readonly OfferedReason[], typed: string): readonly OfferedReason[] => {
	const wanted = fold(typed.trim());
	if (wanted.length < fewestLetters || wanted.includes("\n")) return [];
	const parts = wanted.split(/\s+/);
	const matching = reasons.filter(({ text }) => {
		const words = fold(text).split(/[^\p{L}\p{N}]+/u);
		return parts.every((part) => words.some((word) => word.startsWith(part)));
	});
	const isBegun = ({ text }: OfferedReason) => (fold(text).startsWith(wanted) ? 0 : 1);
	return matching.sort((one, other) => isBegun(one) - isBegun(other)).slice(0, mostSuggested);
};
