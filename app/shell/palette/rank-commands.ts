import fuzzysort from "fuzzysort";
import type { Command } from "#app/shell/commands";
import { type CommandUse, weightOfUse } from "#app/shell/palette/command-use";
import { matchScore, wordsOf } from "#app/shell/palette/match-text";
import type { Scope } from "#app/shell/palette/scope";

export interface RankedCommand<C extends RankedPart> {
	command: C;
	/** 3 the title begins so, 2 words of it do, 1 somewhere; less where letters are missing. */
	score: number;
}

/** The parts of a command on which its rank depends. */
type RankedPart = Pick<Command, "id" | "title" | "group" | "keywords" | "stage" | "keyOnly" | "isSearchedOnly">;

const isInScope = ({ group }: RankedPart, scope: Scope): boolean =>
	scope === "all" || (scope === "pages" ? group === "Pages" : scope === "commands" && group !== "Pages");

const searchedText = ({ title, keywords = "", stage }: RankedPart): string =>
	`${title} ${stage?.name ?? ""} ${keywords}`;

/** why: with two letters nearly every command would match. */
const leastLetters = 3;
const leastFuzzy = 0.25;

/** Rates a text that has the typed letters in their order, with others between: "expt" for "Export the list". */
const fuzzyScore = (text: string, query: string): number => {
	const score = query.length < leastLetters ? 0 : (fuzzysort.single(query, text)?.score ?? 0);
	return score < leastFuzzy ? 0 : score / 2;
};

/** Returns the commands that match a query, ordered by the match, then by use, then by declaration. */
export const rankCommands = <C extends RankedPart>(
	commands: readonly C[],
	{ scope, query }: { scope: Scope; query: string },
	used: CommandUse,
	now: number,
): RankedCommand<C>[] => {
	const words = wordsOf(query);
	const offered = commands.filter(
		(command) => !command.keyOnly && isInScope(command, scope) && !(command.isSearchedOnly && words.length === 0),
	);
	const rankedBy = (rate: (command: C) => number) =>
		offered
			.map((command) => ({ command, score: rate(command) }))
			.filter(({ score }) => score > 0)
			.sort((a, b) => b.score - a.score || weightOfUse(used[b.command.id], now) - weightOfUse(used[a.command.id], now));
	const ranked = rankedBy((command) => matchScore(searchedText(command), words));
	// why only then: an exact match is what was meant.
	return ranked.length > 0
		? ranked
		: rankedBy((command) => Math.max(fuzzyScore(command.title, query), fuzzyScore(searchedText(command), query)));
};
