import { useLocation, useNavigate } from "@remix-run/react";
import { ListFilter } from "lucide-react";
import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import { may, mayCall } from "#app/session/may-call";
import { actionsFor, factsAbout } from "#app/shell/applicant-actions";
import { type Command, commandGroups, useAllCommands } from "#app/shell/commands";
import { parseAction } from "#app/shell/palette/action-intent";
import { applicantAddress } from "#app/shell/palette/applicant-address";
import { readUse, rememberUse } from "#app/shell/palette/command-use";
import type { Steering } from "#app/shell/palette/level";
import { matchScore, wordsOf } from "#app/shell/palette/match-text";
import { findStep, parseMove } from "#app/shell/palette/move-intent";
import { PaletteFrame } from "#app/shell/palette/palette-frame";
import {
	ActItem,
	ApplicantItem,
	actValue,
	CommandItem,
	MoveItem,
	moveValue,
	PaletteGroup,
	PaletteItem,
} from "#app/shell/palette/palette-items";
import { rankCommands } from "#app/shell/palette/rank-commands";
import { parseScope } from "#app/shell/palette/scope";
import { useApplicantAction } from "#app/shell/palette/use-applicant-action";
import { useFoundApplicants } from "#app/shell/palette/use-found-applicants";
import { type Step, useStageSteps } from "#app/shell/palette/use-stage-steps";
import { useShell } from "#app/shell/shell-context";
import type { FoundApplicant } from "#worker/services/search/contract";

const rootHints = { "↑↓": "choose", "→": "actions", "@": "applicants", ">": "commands", "/": "pages" };
const withoutApplicants = { "↑↓": "choose", ">": "commands", "/": "pages" };

/** Applicants shown where they are only a part of the list: without a text, and when an action is named. */
const fewApplicants = 5;
/** why no more: each costs time at every key, and they are beyond the edge; the list has the rest. */
const mostApplicants = 8;
const mostCommands = 8;
const mostOfScope = 24;

type Group = (typeof commandGroups)[number];

/** Headings while searching: the commands of what is at hand keep theirs, the rest is ranked as one. */
const contextGroups: readonly Group[] = ["Applicant", "Selection"];
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

/** The part of what is shown that the server searches. */
const searchedText = ({ name, applicationNumber, accountEmail }: FoundApplicant): string =>
	`${name} ${applicationNumber} ${accountEmail}`;

interface RootLevelProps {
	steering: Steering;
	/** The controls of the page as commands. */
	onPage: () => readonly Command[];
}

/** why: a button of the page and its declared command are one. */
const plainTitle = (title: string): string => title.replace(/…$/, "").toLowerCase();

/** What can be done with the open applicant, recent applicants and every command; all searched while typing. */
export const RootLevel = ({ steering, onPage }: RootLevelProps) => {
	const { orgName, user, organisation } = useShell();
	const navigate = useNavigate();
	const location = useLocation();
	const registered = useAllCommands();
	const [opened] = useState(() => ({ used: readUse(), now: Date.now() }));
	const actions = useMemo(
		() =>
			// why both: what is typed names an action before it names an applicant.
			actionsFor(user.privileges, factsAbout({ hasForm: true, isPosted: false }, organisation)),
		[user.privileges, organisation],
	);
	const maySee = mayCall(user, may.seeApplicants);
	const mayMove = mayCall(user, may.changeApplicants);
	/** Reads a text: what is searched among commands and what among applicants. */
	const read = (text: string) => {
		const { scope, query } = parseScope(text);
		const isSearched = maySee && (scope === "all" || scope === "applicants");
		const move = isSearched && mayMove ? parseMove(query) : undefined;
		const act = isSearched ? parseAction(query, actions) : undefined;
		const intended = move?.applicant ?? act?.applicant;
		return { scope, query, move, act, intended, asked: isSearched ? (intended ?? query) : undefined };
	};
	const { scope, query, move, act, intended, asked } = read(steering.query);
	const { found, isPending } = useFoundApplicants(steering, (text) => read(text).asked);
	const words = wordsOf(query);
	const openId = /\/applicants\/([^/]+)/.exec(location.pathname)?.[1];
	const applicants = (asked === undefined ? [] : (found?.applicants ?? []))
		.filter(({ id }) => !(found?.recent && id === openId))
		.slice(0, found?.recent || intended !== undefined ? fewApplicants : mostApplicants);
	const commandQuery = move ? move.stage.join(" ") : query;
	const ranked = useMemo(() => {
		const declared = new Set(registered.map(({ title }) => plainTitle(title)));
		const onlyOnPage = commandQuery === "" ? [] : onPage().filter(({ title }) => !declared.has(plainTitle(title)));
		const commands = [...registered, ...onlyOnPage];
		const all = rankCommands(commands, { scope, query: commandQuery }, opened.used, opened.now);
		return commandQuery === "" ? all : all.slice(0, scope === "all" ? mostCommands : mostOfScope);
	}, [registered, onPage, scope, commandQuery, opened]);

	const nameWords = wordsOf(intended ?? query);
	const isOutdated = (one: FoundApplicant) => isPending && matchScore(searchedText(one), nameWords) === 0;
	const first = isPending ? undefined : applicants[0];
	const { form } = useStageSteps(move ? first?.id : undefined);
	/** why by the first one's workflow: applicants of one application share it. */
	const stepOf = ({ applicationId, stage }: FoundApplicant): Step | undefined =>
		move && form && applicationId === first?.applicationId
			? findStep(
					form.steps.map((step) => ({ ...step, current: step.id === stage.id })),
					move.stage,
				)
			: undefined;
	const moving = isPending
		? []
		: applicants.flatMap((applicant) => {
				const step = stepOf(applicant);
				return step ? [{ applicant, step }] : [];
			});
	const acting =
		act && !move && !isPending && !found?.recent
			? applicants.filter((one) => act.action.isFor?.(factsAbout(one, organisation)) ?? true)
			: [];

	const choose = (command: Command) => {
		// why: the controls of a page may name somebody.
		if (command.group !== "This page") rememberUse(command.id);
		if (command.prompt) return steering.push({ kind: "prompt", command });
		// why: only a closed dialog lets the command move the focus where it wants.
		flushSync(steering.close);
		command.run?.();
	};
	const leaveTo = (to: string) => {
		steering.close();
		navigate(to, { preventScrollReset: true });
	};
	const open = ({ id }: FoundApplicant) => leaveTo(applicantAddress(orgName, id, location));
	const runAction = useApplicantAction(steering);
	// why by the best: where only some letters match, what is at hand need not be what is meant.
	const isFuzzy = query !== "" && (ranked[0]?.score ?? 1) < 1;
	const best = ({ of }: Heading) => ranked.findIndex(({ command }) => of.includes(command.group)) >>> 0;
	const headings = query === "" ? allGroups : searchedGroups;
	const sections = (isFuzzy ? headings.toSorted((a, b) => best(a) - best(b)) : headings).map(({ heading, of }) => ({
		heading,
		commands: ranked.filter(({ command }) => of.includes(command.group)).map(({ command }) => command),
	}));
	const hasMore =
		!isPending && !found?.recent && intended === undefined && (found?.applicants.length ?? 0) > applicants.length;
	const valuesOf = {
		people: [
			...moving.map(({ applicant }) => moveValue(applicant)),
			...(act ? acting.map((applicant) => actValue(act.action, applicant)) : []),
			...applicants.filter((one) => !isOutdated(one)).map(({ id }) => `applicant:${id}`),
			...(hasMore ? [listValue] : []),
		],
		section: ({ commands }: { commands: readonly Command[] }) =>
			commands.filter(({ disabled }) => disabled === undefined).map(({ id }) => `command:${id}`),
	};
	// why: applicants keep a place that depends on the text only, so that nothing moves under a fast user's Enter.
	const isCommandFirst = query !== "" && (ranked[0]?.score ?? 0) >= 2;
	const peopleAt = intended !== undefined ? 0 : isCommandFirst ? sections.length : contextGroups.length;
	const [before, after] = [sections.slice(0, peopleAt), sections.slice(peopleAt)];
	const values = [...before.flatMap(valuesOf.section), ...valuesOf.people, ...after.flatMap(valuesOf.section)];
	return (
		<PaletteFrame
			steering={steering}
			label="Search or run a command"
			values={values}
			count={ranked.length + applicants.length + moving.length + acting.length}
			isPending={isPending}
			empty={found?.failure ?? (isPending ? "Searching…" : "Nothing matches")}
			onActions={(value) => {
				const applicant = applicants.find(({ id }) => value === `applicant:${id}`);
				if (applicant) steering.push({ kind: "applicant", applicant });
				return applicant !== undefined;
			}}
			hints={maySee ? rootHints : withoutApplicants}
		>
			{before.map((section) => (
				<Section key={section.heading} {...section} words={words} onChoose={choose} />
			))}
			{applicants.length > 0 && (
				<PaletteGroup heading={found?.recent ? "Recent applicants" : "Applicants"} key="people">
					{moving.map(({ applicant, step }) => (
						<MoveItem
							key={moveValue(applicant)}
							applicant={applicant}
							step={step}
							words={nameWords}
							onChoose={() => steering.push({ kind: "move", applicant, step })}
						/>
					))}
					{act &&
						acting.map((applicant) => (
							<ActItem
								key={applicant.id}
								applicant={applicant}
								action={act.action}
								words={nameWords}
								onChoose={() => runAction(act.action, applicant)}
							/>
						))}
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
					{hasMore && (
						<PaletteItem
							value={listValue}
							icon={ListFilter}
							onChoose={() => leaveTo(`/${orgName}/applicants?q=${encodeURIComponent(query)}`)}
						>
							Search the list for “{query}”
						</PaletteItem>
					)}
				</PaletteGroup>
			)}
			{found?.failure && ranked.length > 0 && (
				<div role="presentation" className="px-4 py-2 text-text-2">
					{found.failure}
				</div>
			)}
			{after.map((section) => (
				<Section key={section.heading} {...section} words={words} onChoose={choose} />
			))}
		</PaletteFrame>
	);
};

const listValue = "list";

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
