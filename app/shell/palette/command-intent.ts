import type { Command } from "#app/shell/commands";
import { matchScore, wordsOf } from "#app/shell/palette/match-text";

/** Their titles name what is done with the applicants, so a text that names one of them may go on with a name. */
const ofPeople = new Set<Command["group"]>(["Applicant", "Transaction", "Selection"]);

/** Checks whether the words are the whole of what a command does: "Send Email" of "Send Email: Musa Bello". */
const isWhole = (title: string, words: readonly string[]): boolean =>
	wordsOf(title.split(":", 1)[0] ?? "").join(" ") === words.join(" ");

/** Checks whether two or more words begin the title of a command: then no applicant is meant, whatever they sound like. */
export const beginsTitle = (query: string, commands: readonly Pick<Command, "title" | "group">[]): boolean => {
	const words = wordsOf(query);
	return (
		words.length > 1 &&
		commands.some(({ title, group }) => (ofPeople.has(group) ? isWhole(title, words) : matchScore(title, words) === 3))
	);
};
