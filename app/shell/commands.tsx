import {
	createContext,
	type ReactNode,
	startTransition,
	useContext,
	useEffect,
	useId,
	useMemo,
	useRef,
	useState,
} from "react";
import { type Guarded, mayCall } from "#app/session/may-call";
import { matchKeys } from "#app/shell/match-keys";
import type { CommentPreview } from "#app/shell/palette/comment-preview";
import type { RouteAnswer } from "#app/shell/palette/route-data";
import { useShell } from "#app/shell/shell-context";
import { topDialog } from "#app/ui/dialog/open-dialogs";
import type { Icon } from "#app/ui/icon";
import { useBrowserLayoutEffect } from "#app/ui/use-browser-layout-effect";

/** What the palette asks before it runs a command: a comment for a stage change. */
export interface CommandPrompt {
	label: string;
	submitLabel: string;
	/** Counts what it would do, when the prompt opens and after a refusal. Only its result can be run. */
	preview(): Promise<RouteAnswer<CommentPreview>>;
}

/** Headings of the palette and of the key sheet, in their order. */
export const commandGroups = [
	"Selection",
	"Undo",
	"Applicant",
	"Transaction",
	"List",
	"Pages",
	"Appearance",
	"Session",
	"Help",
	"This page",
] as const;

/** A command. Declared once; the palette, the keys, the key sheet and menus all read it. */
export interface Command {
	id: string;
	title: string;
	group: (typeof commandGroups)[number];
	icon?: Icon;
	keywords?: string;
	/** Keys pressed one after the other; `mod` is ⌘ or Ctrl: ["g", "p"], ["mod+k"]. */
	keys?: readonly string[];
	/** Its chord also works while typing, and over a dialog with keys of its own. */
	everywhere?: boolean;
	/** What it calls (§6); a command that may not be run is not shown. */
	calls?: Guarded;
	/** Shown as a coloured stage next to the title. */
	stage?: { name: string; type: string };
	/** Why it cannot be run now. */
	disabled?: string;
	/** In the palette only while something is typed: one of many of its kind. */
	isSearchedOnly?: boolean;
	/** In the key sheet only: too small for the palette (next row, select row). */
	keyOnly?: boolean;
	run?(): void;
	prompt?: CommandPrompt;
}

interface Registry {
	/** Makes their keys work. */
	hold(owner: string, commands: readonly Command[] | undefined): void;
	/** Lists the registered commands after a change. */
	list(commands: readonly Command[] | undefined): void;
}

type ByOwner = ReadonlyMap<string, readonly Command[]>;

const RegistryContext = createContext<Registry | undefined>(undefined);
const CommandsContext = createContext<readonly Command[]>([]);

/** Whether commands are of use. why: no key is pressed on the server, and nothing of a command is in its page. */
export const hasCommands = typeof document !== "undefined";

interface CommandsProviderProps {
	/** Asks what a command needs before it runs. */
	onPrompt: (command: Command) => void;
	/** Tells which keys of a sequence were pressed so far; none once it is over. */
	onPending: (pressed: readonly string[]) => void;
	children: ReactNode;
}

/** Holds the commands of the mounted screens, and listens to their keys. */
export const CommandsProvider = ({ onPrompt, onPending, children }: CommandsProviderProps) => {
	const { user, preferences } = useShell();
	const held = useRef<ByOwner>(new Map());
	const [listed, setListed] = useState<ByOwner>(held.current);
	const registry = useMemo<Registry>(
		() => ({
			hold: (owner, commands) => {
				const next = new Map(held.current);
				if (commands) next.set(owner, commands);
				else next.delete(owner);
				held.current = next;
			},
			// why: an urgent update would make React redraw what is still being hydrated.
			list: () => startTransition(() => setListed(held.current)),
		}),
		[],
	);
	const { privileges } = user;
	const commands = useMemo(() => permittedOf(listed, privileges), [listed, privileges]);
	useKeys(() => permittedOf(held.current, privileges), preferences.keys === "on", { onPrompt, onPending });
	return (
		<RegistryContext.Provider value={registry}>
			<CommandsContext.Provider value={commands}>{children}</CommandsContext.Provider>
		</RegistryContext.Provider>
	);
};

const permittedOf = (byOwner: ByOwner, privileges: readonly string[]) =>
	[...byOwner.values()].flat().filter(({ calls }) => !calls || mayCall({ privileges }, calls));

/** Registers a memoised list of commands. why two effects: keys must work at once, the list can wait. */
export const useCommands = (commands: readonly Command[]): void => {
	const registry = useContext(RegistryContext);
	const owner = useId();
	useBrowserLayoutEffect(() => {
		registry?.hold(owner, commands);
		return () => registry?.hold(owner, undefined);
	}, [registry, owner, commands]);
	useEffect(() => {
		registry?.list(commands);
		return () => registry?.list(undefined);
	}, [registry, commands]);
};

export const useAllCommands = (): readonly Command[] => useContext(CommandsContext);

/** why: later keys of a sequence count only if they follow at once. */
export const sequenceMs = 1000;

const useKeys = (
	commands: () => readonly Command[],
	singleKeys: boolean,
	told: Pick<CommandsProviderProps, "onPrompt" | "onPending">,
) => {
	const latest = useRef({ commands, singleKeys, told });
	latest.current = { commands, singleKeys, told };
	useEffect(() => {
		let pressed: readonly string[] = [];
		let at = 0;
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.defaultPrevented || event.isComposing) return;
			if (event.timeStamp - at > sequenceMs) pressed = [];
			at = event.timeStamp;
			const { singleKeys, commands, told } = latest.current;
			const match = matchKeys(commands(), pressed, event, { singleKeys, isCovered: topDialog() !== undefined });
			if (pressed.length > 0 || match.pressed.length > 0) told.onPending(match.pressed);
			pressed = match.pressed;
			if (!match.command) return;
			event.preventDefault();
			if (match.command.prompt) told.onPrompt(match.command);
			else match.command.run?.();
		};
		document.addEventListener("keydown", onKeyDown);
		return () => document.removeEventListener("keydown", onKeyDown);
	}, []);
};
