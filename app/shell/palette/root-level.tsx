import { useMemo, useState } from "react";
import { flushSync } from "react-dom";
import type { Command } from "#app/shell/commands";
import { arrangeSections, type CommandSection } from "#app/shell/palette/command-sections";
import { readUse, rememberUse } from "#app/shell/palette/command-use";
import { firstItems } from "#app/shell/palette/first-items";
import type { Steering } from "#app/shell/palette/level";
import { wordsOf } from "#app/shell/palette/match-text";
import { PaletteFrame } from "#app/shell/palette/palette-frame";
import { CommandItem, PaletteGroup } from "#app/shell/palette/palette-items";
import { PaymentsGroup, paymentValues } from "#app/shell/palette/payments/payments-group";
import { QueryItem, queryValues } from "#app/shell/palette/payments/query-item";
import { PeopleGroup, peopleValues } from "#app/shell/palette/people-group";
import { rankCommands } from "#app/shell/palette/rank-commands";
import { paymentWords } from "#app/shell/palette/scope";
import { useApplicationCommands } from "#app/shell/palette/use-application-commands";
import { useOfferedCommands } from "#app/shell/palette/use-offered-commands";
import { type People, usePeople } from "#app/shell/palette/use-people";

const hintsOf = ({ maySee, maySeePayments, scope }: People) => ({
	"↑↓": "choose",
	...((maySee || maySeePayments) && { "→": "actions" }),
	...(scope === "transactions" && maySeePayments
		? { "#": `narrow by ${paymentWords}` }
		: scopeHints(maySee, maySeePayments)),
});

const scopeHints = (maySee: boolean, maySeePayments: boolean) => ({
	...(maySee && { "@": "applicants" }),
	...(maySeePayments && { "#": "transactions" }),
	">": "commands",
	"/": "pages",
});

const mostCommands = 8;
const mostOfScope = 24;

interface RootLevelProps {
	steering: Steering;
	/** The controls of the page as commands. */
	onPage: () => readonly Command[];
}

/** why: a button of the page and its declared command are one. */
const plainTitle = (title: string): string => title.replace(/…$/, "").toLowerCase();

/** What can be done with the open applicant, recent applicants and every command; all searched while typing. */
export const RootLevel = ({ steering, onPage }: RootLevelProps) => {
	const offered = useOfferedCommands();
	const applications = useApplicationCommands(steering.memory);
	const registered = useMemo(() => [...offered, ...applications], [offered, applications]);
	const [opened] = useState(() => ({ used: readUse(), now: Date.now() }));
	/** The text of whose list everything is drawn, because the user moved or scrolled in it. */
	const [wholeFor, setWholeFor] = useState<string>();
	const people = usePeople(steering, registered);
	const { scope, query, commandQuery, found, isPending, isNaming, applicants, payments, moving, acting, querying } =
		people;
	const ranked = useMemo(() => {
		const declared = new Set(registered.map(({ title }) => plainTitle(title)));
		const onlyOnPage = commandQuery === "" ? [] : onPage().filter(({ title }) => !declared.has(plainTitle(title)));
		const commands = [...registered, ...onlyOnPage];
		const all = rankCommands(commands, { scope, query: commandQuery }, opened.used, opened.now);
		return commandQuery === "" ? all : all.slice(0, scope === "all" ? mostCommands : mostOfScope);
	}, [registered, onPage, scope, commandQuery, opened]);
	const choose = (command: Command) => {
		// why: the controls of a page may name somebody.
		if (command.group !== "This page") rememberUse(command.id);
		if (command.prompt) return steering.push({ kind: "prompt", command });
		// why: only a closed dialog lets the command move the focus where it wants.
		flushSync(steering.close);
		command.run?.();
	};
	const words = wordsOf(query);
	const everything = { ...arrangeSections(ranked, query, people.isIntended), people };
	const { before, after, people: drawn } = wholeFor === steering.query ? everything : firstItems(everything);
	const sections = (some: readonly CommandSection[]) =>
		some.map((section) => <Section key={section.heading} {...section} words={words} onChoose={choose} />);
	return (
		<PaletteFrame
			steering={steering}
			label="Search or run a command"
			// why none: an early Enter is meant for the named applicant, not for a command that the words also match.
			values={
				isNaming
					? []
					: [
							...queryValues(people),
							...before.flatMap(valuesOf),
							...peopleValues(drawn),
							...paymentValues(drawn),
							...after.flatMap(valuesOf),
						]
			}
			count={
				ranked.length + applicants.length + payments.length + moving.length + acting.length + queryValues(people).length
			}
			isPending={isPending || isNaming}
			empty={found?.failure ?? (isPending ? "Searching…" : "Nothing matches")}
			onActions={(value) => {
				const applicant = applicants.find(({ id }) => value === `applicant:${id}`);
				if (applicant) steering.push({ kind: "applicant", applicant });
				const payment = payments.find(({ id }) => value === `payment:${id}`);
				if (payment) steering.push({ kind: "payment", payment });
				return applicant !== undefined || payment !== undefined;
			}}
			onBeyond={() => setWholeFor(steering.typed.get())}
			hints={hintsOf(people)}
		>
			<QueryItem steering={steering} day={querying} />
			{sections(before)}
			<PeopleGroup key="people" steering={steering} people={drawn} />
			<PaymentsGroup steering={steering} people={drawn} />
			{found?.failure && ranked.length > 0 && (
				<div role="presentation" className="px-4 py-2 text-text-2">
					{found.failure}
				</div>
			)}
			{sections(after)}
		</PaletteFrame>
	);
};

const valuesOf = ({ commands }: CommandSection) =>
	commands.filter(({ disabled }) => disabled === undefined).map(({ id }) => `command:${id}`);

interface SectionProps extends CommandSection {
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
