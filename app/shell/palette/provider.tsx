import { type MutableRefObject, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { type Command, CommandsProvider } from "#app/shell/commands";
import { PaletteContext, type PaletteControl } from "#app/shell/palette/palette-context";
import { useShell } from "#app/shell/shell-context";
import { useShellCommands } from "#app/shell/use-shell-commands";
import { useUndoCommand } from "#app/shell/use-undo-command";

type Opened = { view: "palette"; command?: Command } | { view: "keys" };

/** why: the palette is no part of the first bundle; a browser fetches it when idle, or on first use. */
const load = async () => {
	const [{ PaletteDialog }, { KeySheet }] = await Promise.all([
		import("#app/shell/palette/palette-dialog"),
		import("#app/shell/palette/key-sheet"),
	]);
	return { PaletteDialog, KeySheet };
};
type Surfaces = Awaited<ReturnType<typeof load>>;

const ShellCommands = () => {
	useShellCommands();
	useUndoCommand();
	return null;
};

/** Provides commands, their keys, the palette and the key sheet for everything inside. */
export const PaletteProvider = ({ children }: { children: ReactNode }) => {
	const { orgName } = useShell();
	const [surfaces, setSurfaces] = useState<Surfaces>();
	const [opened, setOpened] = useState<Opened>();
	const isPalette = useRef(false);
	isPalette.current = opened?.view === "palette";

	const control = useMemo(() => {
		const show = (next: Opened) => {
			setOpened(next);
			// why: without its code (the line is down, a new version is out) the same search is a page.
			load().then(setSurfaces, () => window.location.assign(`/${orgName}/search`));
		};
		return {
			open: () => show({ view: "palette" }),
			toggle: () => (isPalette.current ? setOpened(undefined) : show({ view: "palette" })),
			openKeySheet: () => show({ view: "keys" }),
			// why: a failure here costs nothing, the first use asks again.
			warmUp: () => void load().then(setSurfaces, () => undefined),
			ask: (command: Command) => show({ view: "palette", command }),
		} satisfies PaletteControl & { ask: (command: Command) => void };
	}, [orgName]);

	useWhenIdle(control.warmUp);
	const close = () => setOpened(undefined);
	const typed = useTypedAhead(opened !== undefined && !surfaces, close);
	return (
		<PaletteContext.Provider value={control}>
			<CommandsProvider onPrompt={control.ask}>
				<ShellCommands />
				{children}
				{surfaces && opened?.view === "palette" && (
					<surfaces.PaletteDialog command={opened.command} typed={typed} onClose={close} />
				)}
				{surfaces && opened?.view === "keys" && <surfaces.KeySheet onClose={close} />}
			</CommandsProvider>
		</PaletteContext.Provider>
	);
};

const useWhenIdle = (run: () => void) => {
	useEffect(() => {
		// why: Safari has no idle callback.
		if (!("requestIdleCallback" in window)) {
			const timer = setTimeout(run, 2000);
			return () => clearTimeout(timer);
		}
		const handle = requestIdleCallback(run, { timeout: 5000 });
		return () => cancelIdleCallback(handle);
	}, [run]);
};

/** Keeps what is typed while the palette's code loads, so that no letter is lost or runs a command. */
const useTypedAhead = (isWaiting: boolean, onCancel: () => void): MutableRefObject<string> => {
	const typed = useRef("");
	const cancel = useRef(onCancel);
	cancel.current = onCancel;
	useEffect(() => {
		if (!isWaiting) return;
		typed.current = "";
		const onKeyDown = (event: KeyboardEvent) => {
			if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
			event.preventDefault();
			event.stopPropagation();
			if (event.key === "Escape") cancel.current();
			else if (event.key === "Backspace") typed.current = typed.current.slice(0, -1);
			else if (event.key.length === 1) typed.current += event.key;
		};
		// why: before anything on the page handles it.
		window.addEventListener("keydown", onKeyDown, { capture: true });
		return () => window.removeEventListener("keydown", onKeyDown, { capture: true });
	}, [isWaiting]);
	return typed;
};
