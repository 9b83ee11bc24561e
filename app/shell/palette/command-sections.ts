import { type Command, commandGroups } from "#app/shell/commands";
import type { RankedCommand } from "#app/shell/palette/rank-commands";

type Group = (typeof commandGroups)[number];

/** Headings while searching: the commands of what is at hand keep theirs, the rest is ranked as one. */
const contextGroups: readonly Group[] = ["Applicant", "Transaction", "Selection"];
const otherGroups = commandGroups.filter((group) => !contextGroups.includes(group));

interface Heading {
	heading: string;
	of: readonly Group[];
}

const searchedGroups: readonly Heading[] = [
	...contextGroups.map((group) => ({ heading: group, of: [group] })),
	{ heading: "Commands", of: otherGroups.filter((group) => group !== "This page") },
	{ heading: "On this page", of: ["This page"] },
];
const allGroups: readonly Heading[] = [...contextGroups, ...otherGroups].map((group) => ({
	heading: group,
	of: [group],
}));

export interface CommandSection {
	heading: string;
	commands: readonly Command[];
}

/**
 * Arranges the commands that match a text under headings, before and after the applicants. @param isIntended whether the
 * text names an action and somebody to do it with, who then come first
 */
export const arrangeSections = (
	ranked: readonly RankedCommand<Command>[],
	query: string,
	isIntended: boolean,
): { before: readonly CommandSection[]; after: readonly CommandSection[] } => {
	// why by the best: where only some letters match, what is at hand need not be what is meant.
	const isFuzzy = query !== "" && (ranked[0]?.score ?? 1) < 1;
	const best = ({ of }: Heading) => ranked.findIndex(({ command }) => of.includes(command.group)) >>> 0;
	const headings = query === "" ? allGroups : searchedGroups;
	const sections = (isFuzzy ? headings.toSorted((a, b) => best(a) - best(b)) : headings).map(({ heading, of }) => ({
		heading,
		commands: ranked.filter(({ command }) => of.includes(command.group)).map(({ command }) => command),
	}));
	// why: applicants keep a place that depends on the text only, so that nothing moves under a fast user's Enter.
	const isCommandFirst = query !== "" && (ranked[0]?.score ?? 0) >= 2;
	// why before commands of which only some letters match: a name is found by its very letters.
	const peopleAt = isIntended || isFuzzy ? 0 : isCommandFirst ? sections.length : contextGroups.length;
	return { before: sections.slice(0, peopleAt), after: sections.slice(peopleAt) };
};
