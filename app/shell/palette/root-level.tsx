import { useLocation, useNavigate } from "@remix-run/react";
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { may, mayCall } from "#app/session/may-call";
import { type Command, commandGroups, useAllCommands } from "#app/shell/commands";
import { applicantAddress } from "#app/shell/palette/applicant-address";
import { readUse, rememberUse } from "#app/shell/palette/command-use";
import type { Steering } from "#app/shell/palette/level";
import { matchScore, wordsOf } from "#app/shell/palette/match-text";
import { findStep, parseMove } from "#app/shell/palette/move-intent";
import { PaletteFrame } from "#app/shell/palette/palette-frame";
import { ApplicantItem, CommandItem, MoveItem, PaletteGroup } from "#app/shell/palette/palette-items";
import { rankCommands } from "#app/shell/palette/rank-commands";
import { parseScope } from "#app/shell/palette/scope";
import { useFoundApplicants } from "#app/shell/palette/use-found-applicants";
import { useStageSteps } from "#app/shell/palette/use-stage-steps";
import { useShell } from "#app/shell/shell-context";
import type { FoundApplicant } from "#worker/services/search/contract";

const rootHints = { "↑↓": "choose", "→": "actions", "@": "applicants", ">": "commands", "/": "pages" };
const withoutApplicants = { "↑↓": "choose", ">": "commands", "/": "pages" };

/** Applicants shown where they are only a part of the list: without a text, and when a stage is named. */
const fewApplicants = 5;

/** Headings while searching: the selection's commands keep theirs, the rest is ranked as one. */
const searchedGroups = [
	{ heading: "Selection", of: ["Selection"] },
	{ heading: "Commands", of: commandGroups.filter((group) => group !== "Selection") },
] as const;
const allGroups = commandGroups.map((group) => ({ heading: group, of: [group] }));

/** The part of what is shown that the server searches. */
const searchedText = ({ name, applicationNumber, accountEmail }: FoundApplicant): string =>
	`${name} ${applicationNumber} ${accountEmail}`;

/** Recent applicants and every command; both searched while typing. */
export const RootLevel = ({ steering }: { steering: Steering }) => {
	const { orgName, user } = useShell();
	const navigate = useNavigate();
	const location = useLocation();
	const commands = useAllCommands();
	const [opened] = useState(() => ({ used: readUse(), now: Date.now() }));
	const { scope, query } = parseScope(steering.query);
	const words = wordsOf(query);
	const maySee = mayCall(user, may.seeApplicants);
	const move = mayCall(user, may.changeApplicants) ? parseMove(query) : undefined;
	const isSearched = maySee && (scope === "all" || scope === "applicants");
	const { found, isPending } = useFoundApplicants(isSearched ? (move?.applicant ?? query) : undefined);
	const applicants = (found?.applicants ?? []).slice(0, found?.recent || move ? fewApplicants : undefined);
	const commandQuery = move ? move.stage.join(" ") : query;
	const ranked = useMemo(
		() => rankCommands(commands, { scope, query: commandQuery }, opened.used, opened.now),
		[commands, scope, commandQuery, opened],
	);

	const nameWords = wordsOf(move?.applicant ?? query);
	const isOutdated = (one: FoundApplicant) => isPending && matchScore(searchedText(one), nameWords) === 0;
	const movable = move && !isPending ? applicants[0] : undefined;
	const { form } = useStageSteps(movable?.id);
	const step = move && form && findStep(form.steps, move.stage);

	const choose = (command: Command) => {
		rememberUse(command.id);
		if (command.prompt) return steering.push({ kind: "prompt", command });
		// why: only a closed dialog lets the command move the focus where it wants.
		flushSync(steering.close);
		command.run?.();
	};
	const open = (applicant: FoundApplicant) => {
		steering.close();
		navigate(applicantAddress(orgName, applicant.id, location), { preventScrollReset: true });
	};
	const sections = (query === "" ? allGroups : searchedGroups).map(({ heading, of }) => ({
		heading,
		commands: ranked.filter(({ command }) => of.some((group) => group === command.group)).map(({ command }) => command),
	}));
	const people = applicants.length > 0 && (
		<PaletteGroup heading={found?.recent ? "Recent applicants" : "Applicants"} key="people">
			{movable && step && (
				<MoveItem
					applicant={movable}
					step={step}
					words={words}
					onChoose={() => steering.push({ kind: "move", applicant: movable, step })}
				/>
			)}
			{applicants.map((applicant) => (
				<ApplicantItem
					key={applicant.id}
					applicant={applicant}
					words={nameWords}
					isOutdated={isOutdated(applicant)}
					onChoose={() => open(applicant)}
					onActions={() => steering.push({ kind: "applicant", applicant })}
				/>
			))}
		</PaletteGroup>
	);
	// why: applicants keep a place that depends on the text only, so that nothing moves under a fast user's Enter.
	const isCommandFirst = query !== "" && (ranked[0]?.score ?? 0) >= 2;
	const peopleAt = move ? 0 : isCommandFirst ? sections.length : 1;
	return (
		<PaletteFrame
			steering={steering}
			label="Search or run a command"
			count={ranked.length + applicants.length + (step ? 1 : 0)}
			isPending={isPending}
			empty={found?.failure ?? (isPending ? "Searching…" : "Nothing matches")}
			onActions={(value) => {
				const applicant = applicants.find(({ id }) => value === `applicant:${id}`);
				if (applicant) steering.push({ kind: "applicant", applicant });
				return applicant !== undefined;
			}}
			hints={maySee ? rootHints : withoutApplicants}
		>
			{sections.slice(0, peopleAt).map((section) => (
				<Section key={section.heading} {...section} words={words} onChoose={choose} />
			))}
			{people}
			{found?.failure && ranked.length > 0 && (
				<div role="presentation" className="px-4 py-2 text-text-2">
					{found.failure}
				</div>
			)}
			{sections.slice(peopleAt).map((section) => (
				<Section key={section.heading} {...section} words={words} onChoose={choose} />
			))}
		</PaletteFrame>
	);
};

interface SectionProps {
	heading: string;
	commands: readonly Command[];
	words: readonly string[];
	onChoose: (command: Command) => void;
}

const Section = ({ heading, commands, words, onChoose }: SectionProps) =>
	commands.length > 0 && (
		<PaletteGroup heading={heading}>
			{commands.map((command) => (
				<CommandItem key={command.id} command={command} words={words} onChoose={onChoose} />
			))}
		</PaletteGroup>
	);
