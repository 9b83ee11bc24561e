import type { Command } from "#app/shell/commands";
import { type CommandUse, weightOfUse } from "#app/shell/palette/command-use";
import { matchScore, wordsOf } from "#app/shell/palette/match-text";
import type { Scope } from "#app/shell/palette/scope";

export interface RankedCommand<C extends RankedPart> {
	command: C;
	/** 3 the title begins so, 2 words of it do, 1 somewhere. */
	score: number;
}

/** The parts of a command on which its rank depends. */
type RankedPart = Pick<Command, "id" | "title" | "group" | "keywords" | "stage" | "keyOnly">;

const isInScope = ({ group }: RankedPart, scope: Scope): boolean =>
	scope === "all" || (scope === "pages" ? group === "Pages" : scope === "commands" && group !== "Pages");

const searchedText = ({ title, keywords = "", stage }: RankedPart): string =>
	`${title} ${stage?.name ?? ""} ${keywords}`;

/** Returns the commands that match a query, ordered by the match, then by use, then by declaration. */
export const rankCommands = <C extends RankedPart>(
	commands: readonly C[],
	{ scope, query }: { scope: Scope; query: string },
	used: CommandUse,
	now: number,
): RankedCommand<C>[] => {
	const words = wordsOf(query);
	return commands
		.filter((command) => !command.keyOnly && isInScope(command, scope))
		.map((command) => ({ command, score: matchScore(searchedText(command), words) }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score || weightOfUse(used[b.command.id], now) - weightOfUse(used[a.command.id], now));
};
